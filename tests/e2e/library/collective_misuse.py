"""Collective functions used wrongly end the job with one message that names the function and what
was wrong. With --check so do calls that differ between threads, and right calls stay right."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

PROGRAM = """
#include <stdio.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_groups.h>
shared [4] int each[4 * THREADS], each_too[4 * THREADS];
shared [] int one[64];
shared int perm[THREADS], result;
shared [4] double numbers[4 * THREADS];
int main(void)
{
    shared int *nowhere = 0;
    each[4 * MYTHREAD] = MYTHREAD;
    perm[MYTHREAD] = MYTHREAD;
    upc_barrier;
    STATEMENT;
    upc_barrier;
    if (MYTHREAD == 0) printf("%d\\n", result);
    (void)nowhere;
    return 0;
}
"""

ALWAYS = (
    (
        "upc_all_broadcast(&each[4], one, 8, 0)",
        "upc_all_broadcast: dst points to thread 1; it must have affinity to thread 0",
    ),
    (
        "upc_all_gather(one, &each[8], 8, 0)",
        "upc_all_gather: src points to thread 2; it must have affinity to thread 0",
    ),
    (
        "upc_all_permute(each_too, each, &perm[1], 8, 0)",
        "upc_all_permute: perm points to thread 1; it must have affinity to thread 0",
    ),
    (
        "upc_all_scatter(each, nowhere, 8, UPC_IN_NOSYNC)",
        "upc_all_scatter: src is a null pointer-to-shared",
    ),
    (
        "upc_all_broadcast(each, one, (size_t)-1, 0)",
        "upc_all_broadcast: 18446744073709551615 bytes are more than there is shared memory",
    ),
    (
        "upc_all_permute(each_too, each, perm, (size_t)-8, 0)",
        "upc_all_permute: 18446744073709551608 bytes are more than there is shared memory",
    ),
    (
        "upc_all_reduceI(&result, each, UPC_ADD, (size_t)-1, 4, 0, 0)",
        "upc_all_reduceI: 18446744073709551615 elements of 4 bytes are more than there is shared",
    ),
    (
        "upc_all_prefix_reduceI(each_too, each, UPC_ADD, (size_t)1 << 62, 4, 0, 0)",
        "upc_all_prefix_reduceI: 4611686018427387904 elements of 4 bytes are more than",
    ),
    (
        "upc_group_reduceI(upc_group_world(), &result, each, UPC_ADD, (size_t)-1, 4, 0, 0)",
        "upc_group_reduceI: 18446744073709551615 elements of 4 bytes are more than",
    ),
    (
        "upc_group_scatter(upc_group_world(), each, one, (size_t)-4, 0)",
        "upc_group_scatter: 18446744073709551612 bytes are more than there is shared memory",
    ),
    (
        "upc_all_reduceI(nowhere, each, UPC_ADD, 4, 4, 0, 0)",
        "upc_all_reduceI: dst is a null pointer-to-shared",
    ),
    (
        "perm[1] = 3; upc_all_permute(each_too, each, perm, 8, 0)",
        "upc_all_permute: perm[1] is 3; a permutation of 0 to 2 is needed",
    ),
    (
        "perm[2] = -1; upc_all_permute(each_too, each, perm, 8, UPC_IN_MYSYNC | UPC_OUT_NOSYNC)",
        "upc_all_permute: perm[2] is -1",
    ),
    (
        "upc_all_reduceD(numbers, numbers + 1, UPC_XOR, 4, 4, 0, 0)",
        "upc_all_reduceD: UPC_XOR is not an operation on floating-point numbers",
    ),
    (
        "upc_all_reduceL(one, each, 1UL << 30, 4, 4, 0, 0)",
        "upc_all_reduceL: 0x40000000 is not an operation of reductions",
    ),
    (
        "upc_all_reduceI(one, each, UPC_FUNC, 4, 4, 0, 0)",
        "upc_all_reduceI: UPC_FUNC or UPC_NONCOMM_FUNC with a null pointer for the function",
    ),
    (
        "if (MYTHREAD == 1) return 0; upc_all_broadcast(each, one, 8, 0)",
        "thread 1 ended (exit or return from main) while thread",
    ),
    (
        "if (MYTHREAD == 1) upc_barrier; upc_all_broadcast(each, one, 8, 0); if (MYTHREAD != 1) "
        "upc_barrier",
        "thread 1 waits in upc_barrier while thread",
    ),
    (
        "upc_all_broadcast(each, one, 8, 0); if (MYTHREAD != 1) upc_barrier; "
        "upc_all_reduceI(&result, each, UPC_ADD, 4, 4, 0, 0); if (MYTHREAD == 1) upc_barrier",
        "while thread 1 waits in upc_all_reduceI; every thread that takes part must call barriers "
        "and collective functions in the same order",
    ),
    (
        "if (MYTHREAD == 1) { for (volatile long i = 0; i < 20000000; i++) {} return 0; } "
        "upc_all_exchange(each, each_too, 4, UPC_IN_MYSYNC | UPC_OUT_NOSYNC)",
        "in upc_all_exchange; every thread that takes part must call the same collective functions",
    ),
    (
        "if (MYTHREAD == 1) upc_barrier; else upc_all_alloc(1, 8)",
        "thread 1 waits in upc_barrier while thread",
    ),
    (
        "upc_all_alloc(1, 8); if (MYTHREAD == 1) upc_all_free(0); upc_all_lock_alloc(); "
        "if (MYTHREAD != 1) { upc_barrier; upc_barrier; }",
        "while thread 1 waits in upc_all_lock_alloc; every thread that takes part must call "
        "barriers and collective functions in the same order",
    ),
    (
        "if (MYTHREAD == 1) upc_all_alloc(1, 8); upc_all_broadcast(each, one, 8, 0)",
        "; every thread that takes part must call the same collective functions in the same order",
    ),
    (
        "if (MYTHREAD == 1) return 0; upc_all_alloc(1, 8)",
        "thread 1 ended (exit or return from main) while thread",
    ),
    (
        "if (MYTHREAD == 1) { for (volatile long i = 0; i < 20000000; i++) {} return 0; } "
        "upc_all_alloc(1, 8)",
        "in upc_all_alloc; every thread that takes part must call the same collective functions",
    ),
    (
        "upc_notify; upc_all_broadcast(each, one, 8, 0); upc_wait",
        "upc_all_broadcast between upc_notify and upc_wait",
    ),
)

ON_REQUEST = (
    (
        "upc_all_broadcast(each, one, MYTHREAD == 2 ? 12 : 8, 0)",
        "error: upc_all_broadcast: nbytes is 0xc in thread 2, but 0x8 in thread 0",
    ),
    (
        "upc_all_broadcast(each, one, 8, MYTHREAD ? UPC_IN_NOSYNC : 0)",
        "upc_all_broadcast: flags is 0x4 in thread",
    ),
    (
        "if (MYTHREAD == 1) upc_all_reduceI(&result, each, UPC_ADD, 4, 4, 0, 0); else "
        "upc_all_broadcast(each, one, 8, 0)",
        "error: collective mismatch: thread 1 calls upc_all_reduceI, but thread 0 calls "
        "upc_all_broadcast",
    ),
    (
        "upc_all_reduceI(&result, each + 4 * (MYTHREAD == 1), UPC_ADD, 4, 4, 0, 0)",
        "error: upc_all_reduceI: src is 0x",
    ),
    (
        "upc_all_reduceI(&result, each, MYTHREAD == 1 ? UPC_MAX : UPC_ADD, 4, 4, 0, 0)",
        "upc_all_reduceI: op is 0x100 in thread 1, but 0x1 in thread 0",
    ),
    (
        "perm[2] = 1; upc_barrier; upc_all_permute(each_too, each, perm, 8, 0)",
        "upc_all_permute: perm[1] and perm[2] are both 1",
    ),
    (
        "shared void *a = upc_all_alloc(THREADS, 8); shared void *b = upc_all_alloc(THREADS, 8); "
        "upc_all_free(MYTHREAD == 1 ? a : b)",
        "in thread 0; all must free the same object",
    ),
    (
        "upc_lock_t *a = upc_all_lock_alloc(); upc_lock_t *b = upc_all_lock_alloc(); "
        "upc_all_lock_free(MYTHREAD == 2 ? a : b)",
        "error: upc_all_lock_free: ptr is 0x",
    ),
    (
        "upc_atomicdomain_t *a = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0); "
        "upc_all_atomicdomain_free(MYTHREAD ? a : 0)",
        "error: upc_all_atomicdomain_free: ptr is 0x",
    ),
    (
        "upc_group_t *all = upc_group_world(); upc_lock_t *a = upc_group_lock_alloc(all); "
        "upc_lock_t *b = upc_group_lock_alloc(all); "
        "upc_group_lock_free(all, MYTHREAD == 1 ? a : b)",
        "error: upc_group_lock_free: ptr is 0x",
    ),
)


def fails(statement, message, checks, number):
    write("wrong.upc", PROGRAM.replace("STATEMENT", statement))
    upcc("wrong.upc", "-o", "wrong")
    result = upcrun("-n", "3", "-p", str(1 + number % 3), *checks, "./wrong", status=1)
    check(
        message in result.err and result.err.count("polder: error") == 1,
        f"message of {statement}",
        result,
    )


for number, (statement, message) in enumerate(ALWAYS):
    fails(statement, message, [], number)
for number, (statement, message) in enumerate(ON_REQUEST):
    fails(statement, message, ["--check"], number)

write(
    "right.upc",
    PROGRAM.replace(
        "STATEMENT",
        """for (int i = 0; i < 20; i++) {
        upc_all_permute(each_too, each, perm, 8, 0);
        upc_all_reduceI(&result, each_too, UPC_ADD, 4 * THREADS, 4, 0,
                        i % 2 ? UPC_IN_NOSYNC | UPC_OUT_MYSYNC : 0);
        upc_all_broadcast(each, each_too, 0, 0);
        upc_all_free(upc_all_alloc(THREADS, 8));
        upc_all_lock_free(upc_all_lock_alloc());
        upc_all_atomicdomain_free(upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0));
    }""",
    ),
)
upcc("right.upc", "-o", "right")
for options, wanted in (
    ([], ""),
    ([], "collectives"),
    ([], "all"),
    (["--check"], ""),
    (["--check=collectives"], ""),
):
    result = upcrun("-n", "3", *options, "./right", env={"POLDER_CHECK": wanted})
    check(result.out == "3\n" and result.err == "", f"{options} POLDER_CHECK={wanted}", result)

# what is no check
for options, env, command in (
    (["--check=colectives"], "", UPCRUN),
    ([], "collectives,bound", UPCRUN),
    ([], "bound", ""),
):
    command = [command, "-n", "2", *options, "./right"] if command else ["./right"]
    result = run(*command, status=None, env={"POLDER_CHECK": env})
    check(
        result.status in (1, 2)
        and re.search(
            "there is no check '(colectives|bound)'; checks are .*collectives.*, all\n", result.err
        )
        and not result.out,
        "an unknown check",
        result,
    )
