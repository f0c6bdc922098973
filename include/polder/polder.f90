! polder: <polder/polder.h> for Fortran. Compile it with the program:
! gfortran -c DIR/include/polder/polder.f90
!
!   use polder
!   call polder_init()               ! one UPC thread a process
!   call solve(...)                  ! UPC function, declared with bind(C)
!   call polder_finalize()
!
!   code = polder_run(body)          ! every mapping: body is an integer(c_int) function() that
!                                    ! each UPC thread calls. For several UPC threads a process it
!                                    ! is compiled for threads (-frecursive or -fopenmp)
!
! UPC calls Fortran procedures with bind(C) as it calls C functions. What the calls mean stands in
! polder.h.
module polder
  use, intrinsic :: iso_c_binding, only: c_int, c_long, c_ptr, c_funptr, c_null_ptr, c_funloc
  implicit none
  private
  public :: polder_init, polder_run, polder_finalize, polder_exit, polder_initialized
  public :: polder_mythread, polder_threads, polder_barrier, polder_thread_self, polder_thread_adopt

  interface
    subroutine c_init(argc, argv) bind(C, name='polder_init')
      import :: c_ptr
      type(c_ptr), value :: argc, argv
    end subroutine
    integer(c_int) function c_run(argc, argv, program) bind(C, name='polder_run')
      import :: c_int, c_ptr, c_funptr
      type(c_ptr), value :: argc, argv
      type(c_funptr), value :: program
    end function
    subroutine polder_finalize() bind(C)
    end subroutine
    subroutine polder_exit(code) bind(C)
      import :: c_int
      integer(c_int), value :: code
    end subroutine
    integer(c_int) function polder_initialized() bind(C)
      import :: c_int
    end function
    integer(c_int) function polder_mythread() bind(C)
      import :: c_int
    end function
    integer(c_int) function polder_threads() bind(C)
      import :: c_int
    end function
    subroutine polder_barrier() bind(C, name='polder_barrier_all')
    end subroutine
    integer(c_long) function polder_thread_self() bind(C)
      import :: c_long
    end function
    subroutine polder_thread_adopt(thread) bind(C)
      import :: c_long
      integer(c_long), value :: thread
    end subroutine
  end interface

  abstract interface
    integer(c_int) function thread_main() bind(C)
      import :: c_int
    end function
  end interface

contains

  subroutine polder_init()
    call c_init(c_null_ptr, c_null_ptr)
  end subroutine

  ! The program's exit code: the largest of its threads'. The arguments are those of the process
  ! (get_command_argument).
  integer(c_int) function polder_run(program)
    procedure(thread_main) :: program
    polder_run = c_run(c_null_ptr, c_null_ptr, c_funloc(program))
  end function

end module polder
