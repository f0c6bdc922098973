"""Four wrong libraries are each caught by a test of tests/shmem.

A fence is dropped, a stride is wrong, an add is torn, a barrier is left early. Each is the right
library behind wrappers (by pshmem). The wrappers without their mistake pass the same test, so what
is caught is the mistake. A race need not show in one run: of some runs one must fail.
"""

# sanitize: no, PEs are processes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

TIMES = 10

# A library that sends puts late, at the next call that orders. The wrong fence forgets them.
FENCE = r"""
#include <pshmem.h>
#include <stdlib.h>
#include <string.h>
static long *late_dest, late[1024];
static size_t late_count;
static int late_pe;
static void send_late(void)
{
    if (late_count) pshmem_long_put(late_dest, late, late_count, late_pe);
    late_count = 0;
}
void shmem_long_put(long *dest, const long *source, size_t nelems, int pe)
{
    send_late();
    if (nelems > 1024) abort();
    memcpy(late, source, nelems * sizeof *late);
    late_dest = dest, late_count = nelems, late_pe = pe;
}
void shmem_fence(void)
{
#ifndef WRONG
    send_late();
#endif
    pshmem_fence();
}
void shmem_quiet(void) { send_late(); pshmem_quiet(); }
void shmem_barrier_all(void) { send_late(); pshmem_barrier_all(); }
"""
STRIDE = r"""
#include <pshmem.h>
void shmem_long_iput(long *dest, const long *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,
                     int pe)
{
#ifdef WRONG
    pshmem_long_iput(dest, source, sst, dst, nelems, pe);
#else
    pshmem_long_iput(dest, source, dst, sst, nelems, pe);
#endif
}
"""
ADD = r"""
#include <pshmem.h>
#include <unistd.h>
void shmem_long_atomic_add(long *dest, long value, int pe)
{
#ifdef WRONG
    const long before = pshmem_long_atomic_fetch(dest, pe);
    usleep(20);
    pshmem_long_atomic_set(dest, before + value, pe);
#else
    pshmem_long_atomic_add(dest, value, pe);
#endif
}
"""
# All are counted at PE 0; the wrong one does not await the last. The last PE goes on slowly.
BARRIER = r"""
#include <pshmem.h>
#include <unistd.h>
static long arrived;
void shmem_barrier_all(void)
{
    static long round;
    const int me = pshmem_my_pe(), pes = pshmem_n_pes();
    pshmem_quiet();
    pshmem_long_atomic_inc(&arrived, 0);
    long all = ++round * pes;
#ifdef WRONG
    all--;
#endif
    while (pshmem_long_atomic_fetch(&arrived, 0) < all)
        usleep(10);
    if (me == pes - 1) usleep(200);
}
"""


def passes(program):
    done = run(OSHRUN, "-n", "4", program, status=None)
    return done.status == 0 and done.out.splitlines().count("pass") == 1, done


def catch(test, name, wrapper):
    """The test of tests/shmem fails with the wrong library, and with that alone."""
    write(f"{name}.c", wrapper)
    run(OSHCC, "-DPOLDER_SHMEM_CALLS", "-c", f"{SOURCE}/tests/shmem/{test}.c", "-o", f"{test}.o")
    for kind, flags in (("right", []), ("wrong", ["-DWRONG"])):
        run(OSHCC, *flags, "-DPOLDER_SHMEM_CALLS", f"{name}.c", f"{test}.o", "-o", f"{name}_{kind}")
    good, done = passes(f"./{name}_right")
    check(good, f"{test}.c with wrappers that change nothing", done)
    caught = any(not passes(f"./{name}_wrong")[0] for _ in range(TIMES))
    check(caught, f"{test}.c does not find a library with a wrong {name}")


catch("order", "fence", FENCE)
catch("rma", "stride", STRIDE)
catch("atomics", "add", ADD)
catch("collectives", "barrier", BARRIER)
print("pass")
