/* How long what the last thread sends takes until thread 0 has heard it. The sender either computes
 * from then on, without another call, or it polls. Between nodes of two processes the sender is not
 * the leader of its node. Prints "WHAT_computing" and "WHAT_polling", median nanoseconds; WHAT: a
 * notify, an unlock, a put with a signal.
 */
#include <bupc_extensions.h>
#include <upc_relaxed.h>

#include "bench.h"

enum { BYTES = 4000 };
enum { COMPUTING, POLLING, WAYS };
static const char *const ways[WAYS] = {"computing", "polling"};
static const double busy_ns = 5e6; /* longer than anything takes to be heard */

strict shared double sent;
strict shared double heard;
shared [] char *target;
upc_lock_t *lock;
bupc_sem_t *shared sem;

static int is_sender(void) { return MYTHREAD == THREADS - 1; }

static void be_busy(int way) {
    const double end = bench_now_ns() + busy_ns;
    while (bench_now_ns() < end)
        if (way == POLLING) bupc_poll();
}

/* The sender is the last to come, so that nothing but what it sends is waited for. */
static void come_last(void) {
    if (is_sender()) be_busy(POLLING);
}

static void notify(int way) {
    double at = 0;
    come_last();
    if (is_sender()) at = bench_now_ns();
    upc_notify;
    if (is_sender()) be_busy(way);
    upc_wait;
    if (MYTHREAD == 0) heard = bench_now_ns();
    if (is_sender()) sent = at;
}

static void unlock(int way) {
    double at = 0;
    if (is_sender()) upc_lock(lock);
    upc_barrier;
    if (MYTHREAD == 0) {
        upc_lock(lock);
        heard = bench_now_ns();
        upc_unlock(lock);
    }
    if (is_sender()) {
        be_busy(POLLING);
        at = bench_now_ns();
        upc_unlock(lock);
        be_busy(way);
        sent = at;
    }
}

static void put_with_signal(int way) {
    static char data[BYTES];
    double at = 0;
    if (MYTHREAD == 0) {
        bupc_sem_wait(sem);
        heard = bench_now_ns();
    }
    come_last();
    if (is_sender()) {
        at = bench_now_ns();
        bupc_memput_signal_async(target, data, BYTES, sem, 1);
        be_busy(way);
        sent = at;
    }
}

static void send_once(int what, int way) {
    switch (what) {
    case 0: notify(way); return;
    case 1: unlock(way); return;
    default: put_with_signal(way); return;
    }
}

static double median_ns(int what, int way) {
    struct bench_run run = {0};
    for (int chunk = bench_chunks(); chunk > 0; chunk--) {
        upc_barrier;
        send_once(what, way);
        upc_barrier;
        bench_add_ns(&run, heard - sent);
    }
    return bench_median_ns(&run);
}

int main(void) {
    static const char *const names[] = {"notify", "unlock", "signal"};
    lock = upc_all_lock_alloc();
    target = upc_all_alloc(1, BYTES);
    if (MYTHREAD == 0) sem = bupc_sem_alloc(BUPC_SEM_INTEGER);
    upc_barrier;
    for (int what = 0; what < 3; what++)
        for (int way = 0; way < WAYS; way++) {
            char figure[40];
            const double ns = median_ns(what, way);
            snprintf(figure, sizeof figure, "%s_%s", names[what], ways[way]);
            if (MYTHREAD == 0) bench_print(figure, ns);
        }
    return 0;
}
