"""Mistakes with barriers, locks and allocations between nodes end the job with one message that
names threads of either node. What is wrong with an upc_unlock comes back from the node of the lock.
A hang report names who holds a lock of another node."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "wrong.upc",
    """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
upc_lock_t *lock, *away; // with thread 0, with the last thread
shared [] char *shared block;
static void spin(void) { upc_barrier; }
int main(int argc, char **argv)
{
    static shared [1] upc_lock_t *shared last[THREADS];
    const char *what = argv[1];
    lock = upc_all_lock_alloc();
    last[MYTHREAD] = upc_global_lock_alloc();
    upc_barrier;
    away = last[THREADS - 1];
    const int first = MYTHREAD == 0, end = MYTHREAD == THREADS - 1;
    if (!strcmp(what, "values")) { upc_barrier end ? 8 : 7; }
    if (!strcmp(what, "wait")) { upc_notify 5; upc_wait 5 + end; }
    if (!strcmp(what, "ended")) { if (!end) { upc_barrier; } return 0; }
    if (!strcmp(what, "twice")) { if (first) { upc_lock(away); upc_lock(away); } }
    if (!strcmp(what, "attempt")) { if (first) { upc_lock(away); upc_lock_attempt(away); } }
    if (!strcmp(what, "unlocked")) { if (first) upc_unlock(away); }
    if (!strcmp(what, "other")) {
        if (end) upc_lock(away);
        upc_barrier;
        if (first) upc_unlock(away);
    }
    if (!strcmp(what, "freed")) {
        if (end) upc_lock_free(away);
        upc_barrier;
        if (first) upc_lock(away);
    }
    if (!strcmp(what, "free twice")) {
        if (first) upc_lock_free(away);
        upc_barrier;
        if (first) upc_lock_free(away);
    }
    if (!strcmp(what, "no lock")) {
        if (first) upc_lock((upc_lock_t *)((shared char *)away + THREADS * 64));
    }
    if (!strcmp(what, "block")) {
        if (end) block = upc_alloc(1000);
        upc_barrier;
        if (first) upc_free(block), upc_free(block);
    }
    if (!strcmp(what, "hang")) { if (end) upc_lock(away); upc_barrier; if (first) upc_lock(away); }
    spin();
    return 0;
}
""",
)
upcc("-g", "wrong.upc", "-o", "wrong")


def ends(what, *texts, status=1, more=()):
    result = upcrun("--nodes", "2", "-n", "4", *more, "./wrong", what, status=status)
    for text in texts:
        check(re.search(text, result.err), f"{what}: {text}", result)
    errors = result.err.count("polder: error:")
    check(errors == 1, f"{what}: one message, not {errors}", result)


ends(
    "values",
    r"barrier mismatch in barrier 2: (thread \d waits with value [78]; )?notified: (thread \d: 7; "
    r"thread 3: 8|thread 3: 8; thread \d: 7)",
)
ends("wait", r"barrier mismatch in barrier 2: thread 3 waits with value 6; notified: thread 2: 5")
ends("ended", r"thread 3 ended \(exit or return from main\) while thread \d waits in a barrier")
ends("twice", r"thread 0.*upc_lock: the calling thread holds this lock")
ends("attempt", r"thread 0.*upc_lock_attempt: the calling thread holds this lock .*undefined")
ends("unlocked", r"thread 0.*upc_unlock: the lock \(0x[0-9a-f]+\) is not locked")
ends(
    "other",
    r"thread 0.*upc_unlock: the lock \(0x[0-9a-f]+\) is held by thread 3, not by the calling "
    r"thread",
)
ends("freed", r"thread 0.*upc_lock: 0x[0-9a-f]+ is not a lock, or one that has been freed")
ends(
    "free twice", r"thread 0.*upc_lock_free: 0x[0-9a-f]+ is not a lock, or one that has been freed"
)
ends("no lock", r"thread 0.*upc_lock: 0x[0-9a-f]+ is not a lock")
ends(
    "block",
    r"thread 0.*upc_free or polder_free: .*freed before \(heap of upc_alloc, segment of thread 3",
)
ends(
    "hang",
    r"thread 0: waits for the lock at 0x[0-9a-f]+ \(thread 3, offset 0x[0-9a-f]+\).*held by "
    r"thread 3",
    status=124,
    more=("--timeout", "3"),
)
