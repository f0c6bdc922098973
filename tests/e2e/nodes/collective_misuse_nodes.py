"""Mistakes in collective functions are told on several nodes as on one: threads that end or wait in
a barrier, calls that differ. With --check so are arguments that differ. So they are where most
messages are refused at first."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "misuse.upc",
    r"""
#include <stdlib.h>
#include <upc.h>
#include <upc_collective.h>
shared int a[THREADS], b[THREADS];
shared [] int *one;
int main(int argc, char **argv)
{
    one = (shared [] int *)upc_all_alloc(1, 64);
    upc_barrier;
    const int last = MYTHREAD == THREADS - 1, what = atoi(argv[1]);
    if (what == 0 && last) return 0; /* does not come to a meeting */
    if (what == 1 && last) return 0; /* owes the others its data */
    if (what == 1)
        upc_all_reduceI(&a[THREADS - 1], b, UPC_ADD, THREADS, 1, 0, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    if (what == 1)
        upc_all_broadcast(a, &b[THREADS - 1], sizeof(int), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    if (what == 2 && last) upc_all_permute(a, b, b, 4, 0);
    if (what == 3 && last) upc_all_broadcast(a, one, 8, 0);
    if (what == 4 && last) upc_barrier; /* the others are in a meeting */
    if (what == 5 && last) upc_barrier; /* the others wait for its data */
    if (what == 5)
        upc_all_broadcast(a, &b[THREADS - 1], sizeof(int), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    if (what == 6 && last)
        upc_all_gather_all(a, b, 4,
                           UPC_IN_MYSYNC | UPC_OUT_NOSYNC); /* found by the messages themselves */
    if (what == 6 && !last) upc_all_exchange(a, b, 1, UPC_IN_MYSYNC | UPC_OUT_NOSYNC);
    if (what == 7 && last) upc_barrier;
    if (what == 7 || (what == 8 && last)) upc_all_alloc(1, 8);
    if (what == 8) upc_barrier;
    if (what == 9 && last) return 0;
    if (what == 9) upc_all_alloc(1, 8);
    if (what == 10 && last) upc_all_alloc(1, 8); /* the others wait for its data */
    if (what == 10)
        upc_all_broadcast(a, &b[THREADS - 1], sizeof(int), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
    upc_all_broadcast(a, one, 4, 0);
    upc_all_broadcast(a, one, 4, 0);
    return 0;
}
""",
)
upcc("misuse.upc", "-o", "misuse")
ORDER = "thread 3 waits in upc_barrier while thread"
for what, message in (
    (0, "thread 3 ended (exit or return from main) while thread"),
    (1, "thread 3 ended (exit or return from main) while thread"),
    (2, "collective mismatch"),
    (3, "nbytes is 0x8 in thread 3, but 0x4 in thread 0"),
    (4, ORDER),
    (5, ORDER),
    (6, "collective mismatch: thread"),
    (7, ORDER),
    (8, "while thread 3 waits in upc_all_alloc; every thread that takes part must call"),
    (9, "thread 3 ended (exit or return from main) while thread"),
    (10, "thread 3 waits in upc_all_alloc while thread"),
):
    for options in (("--nodes", "2", "--per-node", "2"), ("--nodes", "2", "--per-node", "1")):
        result = upcrun(
            "-n",
            "4",
            "--timeout",
            "60",
            *options,
            *(["--check"] if what in (2, 3) else []),
            "./misuse",
            str(what),
            status=None,
        )
        check(
            result.status == 1 and message in result.err and result.err.count("polder: error") == 1,
            f"mistake {what}: wanted '{message}'",
            result,
        )

# Threads ask one another where they are. Nine tenths of what goes over the network are refused, and
# asked again.
for what, message in (
    (5, ORDER),
    (7, ORDER),
    (8, "while thread 3 waits in upc_all_alloc"),
    (9, "thread 3 ended (exit or return from main) while thread"),
    (10, "thread 3 waits in upc_all_alloc while thread"),
):
    for options in (
        ("--nodes", "2", "--per-node", "2"),
        ("--nodes", "2", "--per-node", "1"),
        ("--nodes", "4", "--per-node", "1"),
    ):
        result = upcrun(
            *("-n", "4", "--timeout", "60", *options, "./misuse", str(what)),
            env={"POLDER_HOOKS": "fault:again=0.9"},
            status=None,
        )
        check(
            result.status == 1 and message in result.err,
            f"mistake {what} with refusals: wanted '{message}'",
            result,
        )
