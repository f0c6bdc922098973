// Berkeley semaphores: every kind of flags, counts, several producers and consumers, and puts that
// signal.
#include "check.h"
#include <bupc_extensions.h>

#define ROUNDS 300

bupc_sem_t *shared sems[THREADS];
shared int boxes[THREADS];
shared int taken;

static void check_alone(int flags)
{
    bupc_sem_t *s = bupc_sem_alloc(flags);
    CHECK(s != 0);
    CHECK_EQ(upc_threadof(s), MYTHREAD);
    CHECK_EQ(bupc_sem_try(s), 0);
    bupc_sem_post(s);
    CHECK_EQ(bupc_sem_try(s), 1);
    CHECK_EQ(bupc_sem_try(s), 0);
    bupc_sem_post(s);
    bupc_sem_wait(s);
    bupc_sem_postN(s, 0);
    bupc_sem_waitN(s, 0);
    CHECK_EQ(bupc_sem_tryN(s, 0), 1);
    if (flags & BUPC_SEM_BOOLEAN) {
        bupc_sem_post(s);
        bupc_sem_post(s); /* stays 1 */
        bupc_sem_wait(s);
        CHECK_EQ(bupc_sem_try(s), 0);
    } else {
        bupc_sem_postN(s, 5);
        CHECK_EQ(bupc_sem_tryN(s, 6), 0);
        bupc_sem_waitN(s, 2);
        CHECK_EQ(bupc_sem_tryN(s, 3), 1);
        bupc_sem_postN(s, BUPC_SEM_MAXVALUE);
        bupc_sem_waitN(s, BUPC_SEM_MAXVALUE);
        CHECK_EQ(bupc_sem_try(s), 0);
    }
    bupc_sem_free(s);
}

/* Round a ring: each round a box is written and its owner told; the owner answers by telling the writer. */
static void check_ring(int asynchronous)
{
    const int next = (MYTHREAD + 1) % THREADS;
    sems[MYTHREAD] = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_SPRODUCER | BUPC_SEM_SCONSUMER);
    upc_barrier;
    for (int i = 0; i < ROUNDS; i++) {
        int message = 1000 * MYTHREAD + i;
        if (asynchronous) bupc_memput_signal_async(&boxes[next], &message, sizeof message, sems[next], 1);
        else bupc_memput_signal(&boxes[next], &message, sizeof message, sems[next], 1);
        bupc_sem_wait(sems[MYTHREAD]);
        CHECK_EQ(boxes[MYTHREAD], 1000 * ((MYTHREAD + THREADS - 1) % THREADS) + i);
        upc_barrier;
    }
    bupc_sem_free(sems[MYTHREAD]);
    upc_barrier;
}

/* All post to one, all take from it. */
static void check_crowd(void)
{
    if (MYTHREAD == 0) sems[0] = bupc_sem_alloc(0);
    upc_barrier;
    bupc_sem_t *s = sems[0];
    for (int i = 0; i < ROUNDS; i++) {
        bupc_sem_postN(s, 3);
        bupc_sem_wait(s);
        bupc_sem_waitN(s, 2);
        bupc_atomicI_fetchadd_relaxed(&taken, 3);
    }
    upc_barrier;
    CHECK_EQ(taken, 3 * ROUNDS * THREADS);
    CHECK_EQ(bupc_sem_try(s), 0);
    upc_barrier;
    if (MYTHREAD == 0) {
        bupc_sem_free(s);
        bupc_sem_free(0);
    }
}

/* Semaphores that the waiter frees at once, while the thread that posted may still be at it; another's are freed too. */
static void check_short_lives(void)
{
    const int next = (MYTHREAD + 1) % THREADS;
    for (int i = 0; i < ROUNDS; i++) {
        sems[MYTHREAD] = bupc_sem_alloc(i % 2 ? BUPC_SEM_BOOLEAN : 0);
        CHECK_EQ(upc_threadof(sems[MYTHREAD]), MYTHREAD);
        CHECK_EQ(bupc_sem_try(sems[MYTHREAD]), 0);
        upc_barrier;
        bupc_sem_t *mine = sems[MYTHREAD], *other = sems[next];
        upc_barrier;
        bupc_sem_post(other);
        bupc_sem_wait(mine);
        if (i % 3) bupc_sem_free(mine);
        upc_barrier;
        if (i % 3 == 0) bupc_sem_free(other);
    }
}

int main(void)
{
    for (int kind = 0; kind < 8; kind++)
        check_alone((kind & 1 ? BUPC_SEM_BOOLEAN : BUPC_SEM_INTEGER) | (kind & 2 ? BUPC_SEM_SPRODUCER : BUPC_SEM_MPRODUCER) |
                    (kind & 4 ? BUPC_SEM_SCONSUMER : BUPC_SEM_MCONSUMER));
    check_alone(0);
    check_ring(0);
    check_ring(1);
    check_crowd();
    check_short_lives();
    CHECK_EQ(BUPC_SEM_MASK, 63);
    PASS();
    return 0;
}
