"""Between nodes an atomic operation that fetches nothing returns before it is done.

So does a non-blocking one. PE 0 counts the operations that have returned, in a file that both PEs
map. The word of PE 1 counts those that are done. PE 1 reads the file and then its word. If every
operation were done when it returns, the file would never be ahead.
"""

# sanitize: no, PEs are processes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "ahead.c",
    r"""
#include <shmem.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
enum { operations = 40, rounds = 20 };
struct both { volatile long returned, seen, round, wrong; };
static long word;
static void operate(int what, long *fetched)
{
    switch (what) {
    case 0: shmem_long_atomic_inc(&word, 1); break;
    case 1: shmem_long_atomic_add(&word, 1, 1); break;
    case 2: shmem_long_atomic_fetch_add_nbi(fetched, &word, 1, 1); break;
    case 3: shmem_long_atomic_fetch_inc_nbi(fetched, &word, 1); break;
    default: shmem_long_atomic_fetch_inc(&word, 1);
    }
}
int main(int argc, char **argv)
{
    const int what = argc > 1 ? atoi(argv[1]) : 0;
    const int file = open("both", O_RDWR);
    struct both *both = mmap(0, sizeof *both, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    shmem_init();
    const int me = shmem_my_pe();
    for (long round = 1; round <= rounds && !both->seen; round++) {
        long fetched[operations], times[operations] = {0};
        word = 0;
        shmem_barrier_all();
        if (me == 0) {
            for (int i = 0; i < operations; i++) {
                operate(what, &fetched[i]);
                both->returned = i + 1;
            }
            shmem_quiet();
            for (int i = 0; what >= 2 && what <= 3 && i < operations; i++) /* each value once */
                if (fetched[i] < 0 || fetched[i] >= operations || times[fetched[i]]++)
                    both->wrong = 1;
        } else {
            long done = 0;
            while (done < operations) {
                const long returned = both->returned;
                __atomic_thread_fence(__ATOMIC_SEQ_CST);
                done = shmem_long_atomic_fetch(&word, 1);
                if (returned > done) both->seen = 1;
            }
        }
        shmem_barrier_all();
        if (me == 0) both->returned = 0;
        shmem_barrier_all();
    }
    if (me == 0) puts(both->wrong ? "wrong" : both->seen ? "ahead" : "never");
    shmem_finalize();
    return 0;
}
""",
)
run(OSHCC, "-O2", "ahead.c", "-o", "ahead")
for what, name in enumerate(("inc", "add", "fetch_add_nbi", "fetch_inc_nbi", "fetch_inc")):
    write("both", "\0" * 64)
    slow = {"POLDER_HOOKS": "delay:2ms"}
    done = run(OSHRUN, "-n", "2", "--nodes", "2", "./ahead", str(what), env=slow)
    check(done.out == ("never\n" if name == "fetch_inc" else "ahead\n"), f"atomic {name}", done)
print("pass")
