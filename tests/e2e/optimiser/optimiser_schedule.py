"""Loops over all threads. With the pass `rotate` no two nodes fetch from the same one in the same
step. Without it all begin with node 0."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

NODES = 4
write(
    "round.upc",
    """
#include <upc.h>
shared [100] char a[100 * THREADS];
shared [50] char b[50 * THREADS];
static char buffer[1000], sent[50];
int main(void) {
    upc_barrier;
#ifdef TWO
    for (int t = 0; t < THREADS; t++) {
        upc_memget(buffer + t * 100, &a[t * 100], 100);
        upc_memput(&b[t * 50], sent, 50);
    }
#else
    for (int t = 0; t < THREADS; t++) upc_memget(buffer + t * 100, &a[t * 100], 100);
#endif
    upc_barrier;
    return 0;
}
""",
)


def steps(*flags):
    """For each step the nodes that are asked, by the lines of the conduit hook `trace`."""
    upcc("-O2", *flags, "round.upc", "-o", "round")
    said = upcrun(
        "--nodes",
        str(NODES),
        "-n",
        str(NODES),
        "round",
        env={"POLDER_HOOKS": "trace", "POLDER_CACHE_WAIT": "0"},
    ).err
    asked = {node: [] for node in range(NODES)}
    for node, target in re.findall(r"node (\d+): get to (\d+): 100 bytes: ok", said):
        asked[int(node)].append(int(target))
    check(
        all(len(targets) == NODES - 1 for targets in asked.values()),
        "each node fetches once from each other",
        said,
    )
    return [[asked[node][i] for node in range(NODES)] for i in range(NODES - 1)]


turned, two, plain = steps(), steps("-DTWO"), steps("-fno-upc-rotate")
check(all(len(set(step)) == NODES for step in turned), "all targets of a step differ", turned)
check(all(len(set(step)) == NODES for step in two), "also where an iteration is two transfers", two)
plain_sobel, turned_sobel = (
    upcc("-O3", flag, "--trans", f"{SOURCE}/bench/kernels/stencils/sobel.upc", "-o", "-").out
    for flag in ("-fno-upc-rotate", "-fupc-rotate")
)
check(
    plain_sobel == turned_sobel, "a loop over the elements of neighbours' rows stays in its order"
)
check(plain[0].count(0) == NODES - 1, "in order, all others ask node 0 first", plain)
