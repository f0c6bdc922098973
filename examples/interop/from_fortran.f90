! A main in Fortran that uses a UPC library; the module polder comes with Polder (include/polder/polder.f90).
program from_fortran
  use polder
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine waves_create(points_each) bind(C)
      import :: c_int
      integer(c_int), value :: points_each
    end subroutine
    subroutine waves_step(steps) bind(C)
      import :: c_int
      integer(c_int), value :: steps
    end subroutine
    real(c_double) function waves_energy() bind(C)
      import :: c_double
    end function
    type(c_ptr) function waves_mine(points) bind(C)
      import :: c_ptr, c_int
      integer(c_int), intent(out) :: points
    end function
  end interface
  real(c_double), pointer :: mine(:)
  real(c_double) :: energy
  integer(c_int) :: points
  call polder_init()
  call waves_create(50)
  call waves_step(100)
  call c_f_pointer(waves_mine(points), mine, [points])   ! this thread's part of the shared data is a Fortran array
  energy = waves_energy()
  if (any(abs(mine) > 1.0001d0)) print '(a,i0)', 'FAIL on thread ', polder_mythread()
  if (polder_mythread() == 0) print '(a,f0.4,a,i0,a)', 'PASS: energy ', energy, ' on ', polder_threads(), ' threads'
  call polder_finalize()
end program
