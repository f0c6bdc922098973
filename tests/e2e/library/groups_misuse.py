"""Functions of groups used wrongly end the job with one message that names the function and what
was wrong. With --check so do calls that differ between members, and right calls stay right."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

# The group has threads 3 and 1, in this order.
PROGRAM = """
#include <stdio.h>
#include <upc.h>
#include <upc_groups.h>
shared [4] int each[4 * THREADS], each_too[4 * THREADS];
shared int perm[THREADS], result[THREADS];
shared [4] double numbers[4 * THREADS];
static upc_group_t *passed;
int main(void)
{
    shared int *nowhere = 0;
    upc_group_t *const all = upc_group_world();
    upc_group_t *const odd = upc_group_split(all, MYTHREAD % 2 ? 0 : -1, -MYTHREAD);
    int list[4] = {0, 1, 2, 3};
    char bytes[64] = {0};
    each[4 * MYTHREAD] = MYTHREAD;
    upc_barrier;
    if (odd) {
        perm[MYTHREAD] = upc_group_rank(odd);
        STATEMENT;
        upc_group_barrier(odd);
    }
    upc_barrier;
    if (MYTHREAD == 0) printf("%d\\n", result[0]);
    (void)nowhere, (void)list, (void)bytes, (void)passed;
    return 0;
}
"""

ALWAYS = (
    (
        "upc_group_broadcast(odd, each, &each[8], 8, 0)",
        "upc_group_broadcast: src points to thread 2, which is not in the group",
    ),
    (
        "upc_group_broadcast(odd, &each[4], &each[4], 8, 0)",
        "upc_group_broadcast: dst points to thread 1; it must have affinity to thread 0 or to "
        "rank 0 of the group, thread 3",
    ),
    (
        "upc_group_scatter(odd, each, nowhere, 8, 0)",
        "upc_group_scatter: src is a null pointer-to-shared",
    ),
    (
        "perm[MYTHREAD] = 2; upc_group_permute(odd, each_too, each, perm, 8, UPC_IN_MYSYNC)",
        "is 2; a permutation of 0 to 1 is needed",
    ),
    (
        "upc_group_reduceI(odd, &result[2], each, UPC_ADD, 4, 4, 0, 0)",
        "upc_group_reduceI: dst points to thread 2, which is not in the group",
    ),
    (
        "upc_group_reduceI(odd, &result[1], &each[8], UPC_ADD, 4, 4, 0, 0)",
        "upc_group_reduceI: src points to thread 2, which is not in the group",
    ),
    (
        "upc_group_reduceI(odd, &result[1], each, UPC_ADD, 4, 0, 0, 0)",
        "upc_group_reduceI: src points to thread 0, which is not in the group",
    ),
    (
        "upc_group_reduceD(odd, numbers + 4, numbers, UPC_XOR, 4, 4, 0, 0)",
        "upc_group_reduceD: UPC_XOR is not an operation on floating-point numbers",
    ),
    (
        "upc_group_broadcast_private(odd, bytes, 8, 2, 0)",
        "upc_group_broadcast_private: root is 2 in a group of 2",
    ),
    (
        "upc_group_permute_private(odd, bytes, bytes, -1, 8, 0)",
        "upc_group_permute_private: to is -1 in a group of 2",
    ),
    ("upc_group_thread(odd, 2)", "upc_group_thread: rank is 2 in a group of 2"),
    ("upc_group_first(odd, 3, 0, 9)", "upc_group_first: rank is 3 in a group of 2"),
    (
        "upc_group_barrier(upc_group_split(odd, -1, 0))",
        "upc_group_barrier: null pointer; whoever is in none of the groups made by a call gets "
        "null",
    ),
    (
        "upc_group_t *g = upc_group_split(odd, 0, 0); upc_group_free(g); upc_group_barrier(g)",
        "upc_group_barrier: this is not a group, or one that has been freed",
    ),
    ("upc_group_free(all)", "upc_group_free: the group of all threads is not freed"),
    (
        "upc_group_list(odd, list + 1, 2)",
        "team from a list: 2 is no rank of a team of 2",
    ),
    ("upc_group_list(odd, 0, 2)", "upc_group_list: ranks is a null pointer"),
    ("upc_group_list(odd, list, -2)", "upc_group_list: a list of -2 ranks"),
    (
        "upc_group_notify(odd); upc_group_notify(odd)",
        "upc_group_notify between upc_group_notify and upc_group_wait of the same group",
    ),
    ("upc_group_wait(odd)", "upc_group_wait without upc_group_notify of the same group"),
    (
        "upc_group_barrier(odd); if (MYTHREAD == 1) return 0; upc_group_barrier(odd)",
        "thread 1 ended (exit or return from main) while thread 3 waits in upc_group_barrier",
    ),
    (
        "upc_group_barrier(odd); if (MYTHREAD == 3) upc_barrier; "
        "upc_group_reduceI(odd, &result[1], each, UPC_ADD, 8, 4, 0, 0)",
        "thread 3 waits in upc_barrier while thread 1 waits in upc_group_reduceI; every thread",
    ),
    (
        "upc_group_notify(odd); upc_group_broadcast(odd, each, &each[4], 8, 0); "
        "upc_group_wait(odd)",
        "upc_group_broadcast between upc_group_notify and upc_group_wait of the same group",
    ),
)

ON_REQUEST = (
    (
        "upc_group_broadcast(odd, each, &each[4], MYTHREAD == 1 ? 12 : 8, 0)",
        "error: upc_group_broadcast: nbytes is 0xc in thread 1, but 0x8 in thread 3; the "
        "arguments of a collective function must be the same in all members of a group",
    ),
    (
        "if (MYTHREAD == 1) upc_group_reduceI(odd, &result[1], each, UPC_ADD, 4, 4, 0, 0); "
        "else upc_group_broadcast(odd, each, &each[4], 8, 0)",
        "error: collective mismatch: thread 1 calls upc_group_reduceI, but thread 3 calls "
        "upc_group_broadcast",
    ),
    (
        "upc_group_reduce_all_privateI(odd, list, list, "
        "MYTHREAD == 1 ? UPC_MAX : UPC_ADD, 4, 0, 0)",
        "upc_group_reduce_all_privateI: op is 0x100 in thread 1, but 0x1 in thread 3",
    ),
    (
        "upc_group_gather_private(odd, bytes, list, 8, upc_group_rank(odd), UPC_IN_NOSYNC)",
        "upc_group_gather_private: root is 0x1 in thread 1, but 0 in thread 3",
    ),
    (
        "perm[MYTHREAD] = 1; upc_group_permute(odd, each_too, each, perm, 8, 0)",
        "upc_group_permute: perm[0] and perm[1] are both 1",
    ),
    (
        "if (MYTHREAD == 1) upc_group_barrier(odd); "
        "else upc_group_broadcast(odd, each, &each[4], 8, 0)",
        "collective mismatch",
    ),
)


def fails(statement, message, checks, number):
    write("wrong.upc", PROGRAM.replace("STATEMENT", statement))
    upcc("wrong.upc", "-o", "wrong")
    result = upcrun("-n", "4", "-p", str(1 + number % 3), *checks, "./wrong", status=1)
    check(
        message in result.err and result.err.count("polder: error") == 1,
        f"message of {statement}",
        result,
    )


for number, (statement, message) in enumerate(ALWAYS):
    fails(statement, message, [], number)
for number, (statement, message) in enumerate(ON_REQUEST):
    fails(statement, message, ["--check"], number)

# An object of another thread of the process.
write(
    "wrong.upc",
    PROGRAM.replace("static upc_group_t *passed", "upc_group_t *shared passed").replace(
        "STATEMENT",
        "if (MYTHREAD == 3) passed = odd; upc_group_barrier(odd); upc_group_barrier(passed)",
    ),
)
upcc("wrong.upc", "-o", "wrong")
result = upcrun("-n", "4", "-p", "1", "./wrong", status=1)
check(
    "upc_group_barrier: this object is of thread 3; each member of a group has its own"
    in result.err,
    "another's object",
    result,
)

write(
    "right.upc",
    PROGRAM.replace(
        "STATEMENT",
        """for (int i = 0; i < 20; i++) {
        upc_group_permute(odd, each_too, each, perm, 8, 0);
        upc_group_reduceI(odd, &result[1], each_too, UPC_ADD, 8, 4, 0,
                          i % 2 ? UPC_IN_NOSYNC | UPC_OUT_MYSYNC : 0);
        upc_group_notify(odd);
        upc_group_wait(odd);
        upc_group_broadcast(odd, each, &each_too[4], 0, 0);
        upc_group_gather_all_private(odd, bytes, list, 4, UPC_OUT_NOSYNC);
        upc_group_permute_private(odd, bytes, bytes, perm[MYTHREAD], 4, 0);
    }""",
    ),
)
upcc("right.upc", "-o", "right")
for processes in ("1", "2", "4"):
    result = upcrun("-n", "4", "-p", processes, "--check", "./right")
    check(not re.search("error|warning", result.err), "right calls", result)
result = upcrun("-n", "4", "--nodes", "2", "--check", "./right")
check(not re.search("error|warning", result.err), "right calls on two nodes", result)
print("pass")
