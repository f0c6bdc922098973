// Appendix B: what notify, wait, barriers and locks order: an upc_notify and an upc_unlock are
// strict writes, an upc_wait and an upc_lock strict reads (B.3.1).
// sanitize: not thread (the program races on purpose)
#include <upc_relaxed.h>

#include "litmus.h"

static upc_lock_t *first, *second, *common;

// ---- every thread calls these ----

ROLE(example11, if (MYTHREAD == 0) RW(x, 1); upc_notify; D; upc_wait; a[i] = RR(x))
OUTCOME(not_seen, A(1) == 0)
ROLE(example12, {
    if (MYTHREAD == 0) RW(x, 1);
    if (MYTHREAD == 1) RW(y, 1);
    upc_notify;
    a[i] = MYTHREAD ? RR(x) : RR(y);
    upc_wait;
})
OUTCOME(sb, A(0) == 0 && A(1) == 0)
ROLE(before_notify, {
    if (MYTHREAD == 0) a[i] = RR(x);
    D;
    upc_notify;
    upc_wait;
    if (MYTHREAD == 1) RW(x, 1);
})
OUTCOME(too_early, A(0) == 1)
ROLE(barrier, {
    if (MYTHREAD == 0) RW(x, 1);
    if (MYTHREAD == 1) RW(y, 1);
    upc_barrier i;
    a[i] = MYTHREAD ? RR(x) : RR(y);
})
OUTCOME(one_not_seen, A(0) == 0 || A(1) == 0)
ROLE(between, {
    upc_notify;
    if (MYTHREAD == 0) LW(x, 1);
    D;
    upc_wait;
    upc_notify;
    a[i] = RR(x); // before or after the write is right
    upc_wait;
    b[i] = LR(x);
})
OUTCOME(between_lost, B(1) == 0)

// ---- locks ----

ROLE(write_both, upc_lock(common); RW(x, 1); D; RW(y, 1); upc_unlock(common))
ROLE(read_both, upc_lock(common); a[i] = RR(y); D; b[i] = RR(x); upc_unlock(common))
ROLE(attempt_both, {
    while (!upc_lock_attempt(common)) continue;
    a[i] = RR(x);
    D;
    b[i] = RR(y);
    upc_unlock(common);
})
OUTCOME(half, A(1) != B(1))
ROLE(add, upc_lock(common); a[i] = RR(x); D; RW(x, (a[i] >= V(0) ? a[i] - V(0) : 0) + 1); upc_unlock(common))
OUTCOME(lost_update, LAST(0) != 3)

// Locks nobody else wants only order: they give store buffering no chance.
ROLE(x_unlock_y, upc_lock(first); RW(x, 1); D; upc_unlock(first); a[i] = RR(y))
ROLE(y_unlock_x, upc_lock(second); RW(y, 1); D; upc_unlock(second); a[i] = RR(x))
ROLE(x_lock_y, RW(x, 1); D; upc_lock(first); a[i] = RR(y); upc_unlock(first))
ROLE(y_lock_x, RW(y, 1); D; upc_lock(second); a[i] = RR(x); upc_unlock(second))
ROLE(x_attempt_y, RW(x, 1); D; CHECK(upc_lock_attempt(first)); a[i] = RR(y); upc_unlock(first))
ROLE(y_attempt_x, RW(y, 1); D; CHECK(upc_lock_attempt(second)); a[i] = RR(x); upc_unlock(second))
ROLE(rx_unlock_y, upc_lock(first); a[i] = RR(x); D; upc_unlock(first); RW(y, 1))
ROLE(ry_unlock_x, upc_lock(second); a[i] = RR(y); D; upc_unlock(second); RW(x, 1))
OUTCOME(lb, A(0) == 1 && A(1) == 1)

static const struct shape shapes[] = {
    {"example 11: a write before upc_notify, a read after upc_wait", 0, {example11}, not_seen},
    {"example 12: SB, upc_notify", 0, {example12}, sb},
    {"a read before upc_notify, a write after upc_wait", 0, {before_notify}, too_early},
    {"local write between upc_notify and upc_wait", 0, {between}, between_lost},
    {"upc_barrier with a value", 0, {barrier}, one_not_seen},
    {"critical sections, upc_lock", 2, {write_both, read_both}, half},
    {"critical sections, upc_lock_attempt", 2, {write_both, attempt_both}, half},
    {"updates in critical sections", 3, {add, add, add}, lost_update},
    {"SB, upc_unlock", 2, {x_unlock_y, y_unlock_x}, sb},
    {"SB, upc_lock", 2, {x_lock_y, y_lock_x}, sb},
    {"SB, upc_lock_attempt", 2, {x_attempt_y, y_attempt_x}, sb},
    {"LB, upc_unlock", 2, {rx_unlock_y, ry_unlock_x}, lb},
};

int main(void)
{
    first = upc_all_lock_alloc();
    second = upc_all_lock_alloc();
    common = upc_all_lock_alloc();
    LITMUS(shapes);
    upc_all_lock_free(first);
    upc_all_lock_free(second);
    upc_all_lock_free(common);
    return 0;
}
