// Appendix B with sub-threads. The roles are played by workers of the UPC threads' pools, of one
// UPC thread or of several. Each worker has a cache of far accesses of its own. So two workers of a
// thread are to a third thread's memory what two threads are.
// sanitize: not thread (the program races on purpose)
#include <upc_relaxed.h>

#define LITMUS_OWN __thread
#include "litmus.h"
#include <polder/task.h>

enum { WORKERS = 2 };

ROLE(write_strict, RW(x, 1); D; SW(y, 1))
ROLE(read_strict, a[i] = SR(y); D; b[i] = RR(x))
ROLE(write_fence, RW(x, 1); D; upc_fence; RW(y, 1))
ROLE(read_fence, a[i] = RR(y); upc_fence; D; b[i] = RR(x))
OUTCOME(message_lost, A(1) == 1 && B(1) == 0)

ROLE(x_then_y, SW(x, 1); D; a[i] = SR(y))
ROLE(y_then_x, SW(y, 1); D; a[i] = SR(x))
ROLE(x_fence_y, RW(x, 1); D; upc_fence; a[i] = RR(y))
ROLE(y_fence_x, RW(y, 1); D; upc_fence; a[i] = RR(x))
OUTCOME(neither_seen, A(0) == 0 && A(1) == 0)

ROLE(rx_then_wy, a[i] = SR(x); D; SW(y, 1))
ROLE(ry_then_wx, a[i] = SR(y); D; SW(x, 1))
OUTCOME(both_from_nowhere, A(0) == 1 && A(1) == 1)

ROLE(write_x, SW(x, 1))
ROLE(pass_on, a[i] = SR(x); D; SW(y, a[i] >= V(0)))
ROLE(read_both, a[i] = SR(y); D; b[i] = RR(x))
OUTCOME(cause_lost, A(2) == 1 && B(2) == 0)

ROLE(write_y, SW(y, 1))
ROLE(read_x_y, a[i] = SR(x); D; b[i] = SR(y))
ROLE(read_y_x, a[i] = SR(y); D; b[i] = SR(x))
OUTCOME(two_orders, A(2) == 1 && B(2) == 0 && A(3) == 1 && B(3) == 0)

static const struct shape shapes[] = {
    {"sub-threads, MP, strict flag", 2, {write_strict, read_strict}, message_lost},
    {"sub-threads, MP, upc_fence", 2, {write_fence, read_fence}, message_lost},
    {"sub-threads, SB, strict", 2, {x_then_y, y_then_x}, neither_seen},
    {"sub-threads, SB, upc_fence", 2, {x_fence_y, y_fence_x}, neither_seen},
    {"sub-threads, LB, strict", 2, {rx_then_wy, ry_then_wx}, both_from_nowhere},
    {"sub-threads, WRC, strict", 3, {write_x, pass_on, read_both}, cause_lost},
    {"sub-threads, IRIW, strict", 4, {write_x, write_y, read_x_y, read_y_x}, two_orders},
};

static const struct shape *shape;
static int first_round, rounds;
static long weak;

// The role of this worker in a round, if it has one. Roles lie on neighbouring workers, or each on
// another UPC thread.
static int role_in(int round)
{
    const int players = THREADS * WORKERS, apart = round % 2 && shape->roles <= THREADS ? WORKERS : 1;
    const int me = MYTHREAD * WORKERS + polder_worker_number();
    for (int role = 0; role < shape->roles; role++)
        if ((round / 2 + role * apart) % players == me) return role;
    return -1;
}

static void play(int role)
{
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    memset(c, 0, sizeof c);
    shape->role[role]();
    litmus_tell(role);
}

// All workers; the first one meets the other UPC threads.
static void play_rounds(void *argument)
{
    const int leads = polder_worker_number() == 0;
    (void)argument;
    for (int round = first_round; round < first_round + rounds; round++) {
        if (leads) {
            litmus_prepare(round);
            upc_barrier;
        }
        polder_workers_barrier();
        const int role = role_in(round);
        if (role >= 0) play(role);
        polder_workers_barrier();
        if (!leads) continue;
        upc_barrier;
        if (MYTHREAD == 0) {
            litmus_tell_last();
            weak += litmus_judge(shape);
        }
        upc_barrier;
    }
}

int main(void)
{
    litmus_state = 2463534242u + 7919 * MYTHREAD;
    CHECK_EQ(polder_workers_start(WORKERS), WORKERS);
    rounds = litmus_rounds(THREADS * WORKERS);
    first_round = 1;
    for (shape = shapes; shape < shapes + sizeof shapes / sizeof *shapes; shape++) {
        if (THREADS * WORKERS < shape->roles) continue;
        weak = 0;
        polder_workers_each(play_rounds, NULL);
        first_round += rounds;
        litmus_report(shape, rounds, weak);
    }
    polder_workers_end();
    PASS();
    return 0;
}
