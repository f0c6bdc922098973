"""Pages of 16 and 64 KB, as kernels for aarch64 have them.

Programs run with a library in front of the C library's that maps memory as such a kernel does. What
a heap gives back to the system does not take its neighbours along. Loops over blocks of 4096 bytes,
which are no whole pages then, find their elements. Programs are linked for pages of 64 KB, as the
linker for aarch64 does by itself."""

# sanitize: no (they map memory themselves)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "pages.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { runs = 48, guard = 9 * 4096, block = 4096 / sizeof(long) };
static int own_data[5000] = {7};
shared [block] long table[4 * block * THREADS];

static char pattern(int i) { return (char)(i * 5 + MYTHREAD + 1); }

/* Memory stays in use between runs that are given back, whose ends are seldom whole pages. */
static int discards(int together) {
    shared [] char *run[runs], *kept[runs];
    int lost = 0;
    for (int i = 0; i < runs; i++) {
        const size_t bytes = (5u << 20) + i * 4096;
        run[i] = together ? (shared [] char *)upc_all_alloc(1, bytes) : upc_alloc(bytes);
        kept[i] = together ? (shared [] char *)upc_all_alloc(1, guard) : upc_alloc(guard);
        if (!together || MYTHREAD == 0) memset((char *)kept[i], pattern(i), guard);
    }
    upc_barrier;
    for (int i = 0; i < runs; i++)
        if (together) upc_all_free(run[i]); else upc_free(run[i]);
    upc_barrier;
    for (int i = 0; i < runs; i++)
        for (int k = 0; k < guard && (!together || MYTHREAD == 0); k++)
            lost += kept[i][k] != pattern(i);
    return lost;
}

/* Often enough that the array would be mapped in the order of its elements. */
static int walks(void) {
    int wrong = 0;
    const long all = 4 * block * THREADS;
    upc_forall (long i = 0; i < all; i++; &table[i]) table[i] = i;
    upc_barrier;
    for (int turn = 0; turn < 8; turn++)
        for (long i = 0, at = turn; i < all; i++, at = (at + 7919) % all) wrong += table[at] != at;
    return wrong;
}

int main(void) {
    if (sysconf(_SC_PAGESIZE) != PAGE) printf("the page has %ld bytes\n", sysconf(_SC_PAGESIZE));
    own_data[4999] = MYTHREAD;
    upc_barrier;
    const int lost = discards(0), shared_lost = discards(1), wrong = walks();
    const int mixed = own_data[4999] != MYTHREAD || own_data[0] != 7;
    if (lost || shared_lost) printf("thread %d: %d, %d bytes lost\n", MYTHREAD, lost, shared_lost);
    if (wrong || mixed) printf("thread %d: %d elements wrong, %d\n", MYTHREAD, wrong, mixed);
    upc_barrier;
    if (!MYTHREAD) puts("end");
    return 0;
}
""",
)
support = os.path.join(os.environ["POLDER_SOURCE"], "tests/support/large_pages.c")
for page in (16384, 65536):
    run("cc", "-O2", "-shared", "-fPIC", f"-DPAGE_BYTES={page}", support, "-o", f"pages{page}.so")
    upcc("-O2", f"-DPAGE={page}", "-Wl,-z,max-page-size=65536", "pages.upc", "-o", f"pages{page}")
    for mapping in ("-p1", "-p2", "-p4"):
        for memory in ("memfd", "posix"):
            preload = {"LD_PRELOAD": os.path.abspath(f"pages{page}.so")}
            said = upcrun("-n", "4", mapping, "--segment", memory, f"./pages{page}", env=preload)
            check(
                said.out == "end\n",
                f"pages of {page} bytes, {mapping}, {memory}:",
                said.out,
                said.err,
            )
