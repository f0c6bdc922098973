! What calls_others.upc calls in Fortran: the sum of the squares of an array.
real(c_double) function norm(count, x) bind(C)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), value :: count
  real(c_double), intent(in) :: x(count)
  norm = sum(x * x)
end function
