"""-fupc-check leaves large blocks where pages begin, so loops read them through linear mappings.

A checked block that began behind a page could not be mapped block behind block
(runtime/abi/linear.cc). Loops that read at random then computed each address: sparse matrix took
three to four times as long as unchecked.
"""

# sanitize: no (a detector of races gets no memory at two addresses)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "gather.upc",
    """#include <upc_relaxed.h>
#include <stdio.h>
enum { BLOCK = 512, ROWS = 16 * BLOCK };
shared [BLOCK] double *x, *y;
shared [BLOCK] int *at;
int shared_mappings(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    int count = 0;
    while (fgets(line, sizeof line, maps)) {
        char right[8];
        if (sscanf(line, "%*s %7s", right) == 1 && right[3] == 's') count++;
    }
    fclose(maps);
    return count;
}
int main(void) {
    x = upc_all_alloc(ROWS / BLOCK * THREADS, BLOCK * sizeof(double));
    y = upc_all_alloc(ROWS / BLOCK * THREADS, BLOCK * sizeof(double));
    at = upc_all_alloc(ROWS / BLOCK * THREADS, BLOCK * sizeof(int));
    upc_forall (long r = 0; r < ROWS * THREADS; r++; &y[r]) {
        x[r] = r;
        at[r] = (int)(r * 7919 % (ROWS * THREADS));
    }
    upc_barrier;
    for (int round = 0; round < 8; round++) {
        upc_forall (long r = 0; r < ROWS * THREADS; r++; &y[r]) y[r] = x[at[r]];
        upc_barrier;
    }
    int wrong = 0;
    upc_forall (long r = 0; r < ROWS * THREADS; r++; &y[r]) wrong += y[r] != at[r];
    if (MYTHREAD == 0) printf("%d %d\\n", wrong, shared_mappings());
    upc_barrier;
    return 0;
}
""",
)


def mappings(linear):
    result = upcrun("-n", "2", "-p", "1", "./gather", env={"POLDER_LINEAR": linear})
    wrong, count = map(int, result.out.split())
    check(wrong == 0, "not right", result)
    return count


upcc("-O2", "-fupc-check", "gather.upc", "-o", "gather")
without = mappings("0")
check(mappings("1") > without, f"no more than {without} shared mappings: none is linear")
print("pass")
