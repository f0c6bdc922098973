"""Fortran and UPC: a Fortran main calls UPC on every mapping, UPC calls Fortran, data passes both
ways, MPI from Fortran beside."""

# sanitize: no, gfortran does not link a sanitizer of another compiler
# requires: gfortran
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

MODULE = os.path.join(SOURCE, "include", "polder", "polder.f90")
LIBRARIES = upcc("--link-flags").out.split()
write(
    "part.upc",
    r"""
#include <upc.h>
shared [4] double field[4 * THREADS];
static int calls;
double exchange(const double *values) /* puts its four, returns the sum of the right neighbour's */
{
    double sum = 0;
    calls++;
    for (int i = 0; i < 4; i++) field[4 * MYTHREAD + i] = values[i];
    upc_barrier;
    for (int i = 0; i < 4; i++) sum += field[4 * ((MYTHREAD + 1) % THREADS) + i];
    upc_barrier;
    return sum + 1000 * calls;
}
""",
)
write(
    "main.f90",
    """
module thread_body
  use polder
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    real(c_double) function exchange(values) bind(C)
      import :: c_double
      real(c_double), intent(in) :: values(4)
    end function
  end interface
contains
  integer(c_int) function body() bind(C)
    real(c_double) :: mine(4), wanted
    integer :: me, right, i
    me = polder_mythread()
    right = mod(me + 1, polder_threads())
    mine = [(real(10 * me + i, c_double), i = 1, 4)]
    wanted = 40.0d0 * right + 10.0d0
    body = 0
    if (exchange(mine) /= wanted + 1000) body = 1
    if (exchange(mine) /= wanted + 2000) body = 2
    call polder_barrier()
    if (me == 0 .and. body == 0) print '(a,i0)', 'right on threads: ', polder_threads()
  end function
end module

program main
  use thread_body
  character(len=16) :: how
  integer(c_int) :: code
  call get_command_argument(1, how)
  if (how == 'init') then
    call polder_init()
    code = body()
    call polder_finalize()
    if (polder_initialized() /= 0) stop 9
  else
    code = polder_run(body)
  end if
  if (code /= 0) stop 3
end program
""",
)
run("gfortran", "-c", MODULE)
run("gfortran", "-Wall", "-frecursive", "-c", "main.f90")
upcc("-O2", "-c", "part.upc")
run("gfortran", "main.o", "polder.o", "part.o", *LIBRARIES, "-o", "by_gfortran")
upcc("main.o", "polder.o", "part.o", "-lgfortran", "-o", "by_upcc")
for program in ("./by_gfortran", "./by_upcc"):
    check(run(program).out == "right on threads: 1\n", program + " alone")
    for processes in (1, 2, 3):
        result = upcrun("-n", "3", "-p", str(processes), program)
        check(result.out == "right on threads: 3\n", f"{program}, {processes} processes", result)
    check(
        upcrun("-n", "2", program, "init").out == "right on threads: 2\n",
        program + " with polder_init",
    )
check(
    upcrun("-n", "2", "-p", "1", "./by_gfortran", "init", status=1).err.count("polder_run") == 1,
    "polder_init with two threads",
)

# The other way round: shared data of UPC, worked on by Fortran as an ordinary array; Fortran calls
# back
write(
    "kernel.f90",
    """
subroutine smooth(n, a, each) bind(C)
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), value :: n
  real(c_double), intent(inout) :: a(n)
  integer(c_int) :: i
  interface
    integer(c_int) function each(i) bind(C)
      import :: c_int
      integer(c_int), value :: i
    end function
  end interface
  a = 2 * a
  do i = 1, n
    a(i) = a(i) + each(i)
  end do
end subroutine
""",
)
write(
    "main.upc",
    r"""
#include <upc.h>
#include <stdio.h>
shared [5] double a[5 * THREADS];
void smooth(int n, double *a, int (*each)(int));
static int asked;
static int each(int i) { asked++; return 100 * MYTHREAD + i; }
int main(void)
{
    int wrong = 0;
    upc_forall (int i = 0; i < 5 * THREADS; i++; &a[i]) a[i] = i;
    smooth(5, (double *)&a[5 * MYTHREAD], each);
    upc_barrier;
    for (int i = 0; i < 5 * THREADS; i++) wrong += a[i] != 2 * i + 100 * (i / 5) + i % 5 + 1;
    if (wrong || asked != 5) printf("thread %d: %d wrong, asked %d\n", MYTHREAD, wrong, asked);
    return 0;
}
""",
)
run("gfortran", "-frecursive", "-c", "kernel.f90")
upcc("-O2", "main.upc", "kernel.o", "-lgfortran", "-o", "calls_fortran")
for processes in (1, 2, 4):
    check(
        upcrun("-n", "4", "-p", str(processes), "./calls_fortran").out == "",
        f"UPC calling Fortran, {processes} processes",
    )
print("pass")
