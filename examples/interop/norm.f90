real(c_double) function norm(count, x) bind(C)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), value :: count
  real(c_double), intent(in) :: x(count)
  norm = sum(x * x)
end function
