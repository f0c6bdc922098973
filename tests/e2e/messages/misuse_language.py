"""What the standard forbids at run time and an implementation can see ends the job with one
message: barriers, locks, freeing."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

# name: (statements of every thread, words of the message); paragraphs of the standard behind each
CASES = {
    # 6.6.1 p7: the values of upc_notify agree; those of upc_wait are among them; p8: upc_barrier is
    # both
    "notify_values": ("upc_notify MYTHREAD; upc_wait;", "barrier mismatch"),
    "barrier_values": ("upc_barrier MYTHREAD == 1 ? 7 : 8;", "barrier mismatch"),
    "one_has_another": (
        "if (MYTHREAD == 0) upc_barrier; else if (MYTHREAD == 1) upc_barrier 3; else upc_barrier "
        "4;",
        "barrier mismatch",
    ),
    "wait_value": ("upc_notify 5; upc_wait 5 + (MYTHREAD == 0);", "barrier mismatch"),
    "wait_of_another": (
        "if (MYTHREAD == 1) upc_notify 5; else upc_notify; upc_wait 6;",
        "barrier mismatch",
    ),
    # 6.6.1 p3, p10: notify and wait alternate, first a notify
    "notify_twice": ("upc_notify; upc_notify; upc_wait; upc_wait;", "upc_wait must come between"),
    "barrier_inside": ("upc_notify; upc_barrier; upc_wait;", "upc_wait must come between"),
    "wait_first": ("upc_wait; upc_notify;", "upc_wait without upc_notify"),
    "end_inside": ("upc_notify; return 0;", "ended between upc_notify and upc_wait"),
    # 6.6.1 p9: the barrier at the end matches none of the program's
    "end_for_barrier": ("if (MYTHREAD == 1) return 0; upc_barrier;", "thread 1 ended"),
    # 7.2.2.4 p2: what is freed was allocated, and once
    "free_static": (
        "if (MYTHREAD == 0) upc_free(&scalar);",
        "upc_free",
        "not the start of an allocated block",
    ),
    "free_middle": (
        "if (MYTHREAD == 0) upc_free((shared char *)upc_global_alloc(4, 64) + 1);",
        "upc_free",
    ),
    "free_twice": (
        "if (MYTHREAD == 0) { shared void *p = upc_alloc(64); upc_free(p); upc_free(p); }",
        "upc_free",
        "freed before",
    ),
    "all_free_twice": (
        "shared void *p = upc_all_alloc(THREADS, 64); upc_all_free(p); upc_all_free(p);",
        "upc_all_free",
        "freed before",
    ),
    # 7.2.4: locks
    "lock_twice": (
        "upc_lock_t *l = upc_global_lock_alloc(); upc_lock(l); upc_lock(l);",
        "upc_lock",
        "holds this lock",
    ),
    "attempt_own": (
        "upc_lock_t *l = upc_global_lock_alloc(); upc_lock(l); upc_lock_attempt(l);",
        "upc_lock_attempt",
        "already, so the result is undefined",
    ),
    "unlock_free": (
        "upc_lock_t *l = upc_global_lock_alloc(); upc_unlock(l);",
        "upc_unlock",
        "not locked",
    ),
    "unlock_others": (
        "upc_lock_t *l = upc_all_lock_alloc(); if (MYTHREAD == 0) upc_lock(l); upc_barrier; if "
        "(MYTHREAD == 1) upc_unlock(l); "
        "upc_barrier;",
        "upc_unlock",
        "held by thread 0",
    ),
    "lock_null": ("upc_lock(0);", "upc_lock", "null pointer"),
    "lock_freed": (
        "upc_lock_t *l = upc_global_lock_alloc(); upc_lock_free(l); upc_lock(l);",
        "upc_lock",
        "not a lock",
    ),
    "lock_nothing": ("upc_lock((upc_lock_t *)(shared void *)&scalar);", "upc_lock", "not a lock"),
    "lock_free_twice": (
        "upc_lock_t *l = upc_global_lock_alloc(); upc_lock_free(l); upc_lock_free(l);",
        "upc_lock_free",
    ),
    # what is allowed beside it: no value anywhere, one value everywhere, null pointers
    "good": (
        "upc_notify; upc_wait 3; upc_barrier 4; upc_notify; upc_wait; upc_barrier; upc_notify 5L; "
        "upc_wait; upc_free(0); upc_all_free(0); "
        "upc_lock_free(0); upc_all_lock_free(0);",
    ),
}

source = (
    "#include <upc.h>\n#include <string.h>\nshared int scalar;\nint main(int argc, char **argv)\n"
    "{\n"
)
for name, (statements, *_) in CASES.items():
    source += f'    if (!strcmp(argv[1], "{name}")) {{ {statements} return 0; }}\n'
write("misuse.upc", source + "    return 1;\n}\n")
upcc("-g", "misuse.upc", "-o", "misuse")

for name, (_, *words) in CASES.items():
    for mapping in (["-n", "3", "-p", "3"], ["-n", "3", "-p", "1"]):
        result = upcrun(*mapping, "./misuse", name, status=None)
        if not words:
            check(result.status == 0 and not result.err, f"{name}: what is allowed fails", result)
            continue
        check(result.status > 0, f"{name}: was accepted", result)
        check(
            any(all(w in line for w in words) for line in result.err.splitlines()),
            f"{name}: does not say {words}",
            result,
        )
        check(
            len(re.findall(r"^upcrun: |: error: ", result.err, re.M)) <= 2,
            f"{name}: more than one message",
            result,
        )
print("pass")
