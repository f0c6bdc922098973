/* Active messages between two threads: a round trip (a request without payload and its reply), and
 * requests in one direction as fast as they go. Prints "round_trip" and "stream", nanoseconds each.
 *
 * Thread 1 polls meanwhile. With the argument `barrier` it waits in a barrier instead. With
 * `compute` thread 0 computes for ten microseconds before each round trip, which are not measured.
 * With `safe` each process first starts a thread that sleeps, so that the runtime has to be safe
 * against it. Other threads of the job wait in a barrier. */
#include <polder/polder.h>

#include "../micro/bench.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { PING = POLDER_FIRST_HANDLER, PONG, DROP, STOP };
enum { TRIPS = 4000 };

/* Lines of their own: in one process the other thread reads one while this one writes the other. */
static _Alignas(64) unsigned long answered;
static _Alignas(64) atomic_bool stopped;

static void on_ping(polder_message *message) {
    polder_reply(message, PONG, 0, 0, 0, 0);
}
static void on_pong(polder_message *message) {
    (void)message;
    __atomic_store_n(&answered, answered + 1, __ATOMIC_RELAXED);
}
static void on_drop(polder_message *message) {
    (void)message;
}
static void on_stop(polder_message *message) {
    (void)message;
    atomic_store(&stopped, 1);
}

static void send_to_1(unsigned handler) {
    while (polder_request(1, handler, 0, 0, 0, 0, 0) == POLDER_AGAIN)
        polder_progress();
}

static void round_trip(void) {
    const unsigned long before = __atomic_load_n(&answered, __ATOMIC_RELAXED);
    send_to_1(PING);
    while (__atomic_load_n(&answered, __ATOMIC_RELAXED) == before)
        polder_progress();
}

static void measure_round_trips(void) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < TRIPS; i++)
            round_trip();
        bench_add(&run, start, TRIPS);
    }
    bench_print("round_trip", bench_median_ns(&run));
}

/* The clock is read around each round trip, so the time of a reading is in the figure. */
static void measure_rare_round_trips(void) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        double spent = 0;
        for (long i = 0; i < TRIPS / 10; i++) {
            const double wait_until = bench_now_ns() + 10000;
            while (bench_now_ns() < wait_until)
                continue;
            const double start = bench_now_ns();
            round_trip();
            spent += bench_now_ns() - start;
        }
        bench_add(&run, bench_now_ns() - spent, TRIPS / 10);
    }
    bench_print("round_trip", bench_median_ns(&run));
}

static void measure_stream(void) {
    struct bench_run run = {0};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; chunk++) {
        const double start = bench_now_ns();
        for (long i = 0; i < TRIPS; i++)
            send_to_1(DROP);
        bench_add(&run, start, TRIPS);
    }
    bench_print("stream", bench_median_ns(&run));
}

static void *sleep_for_ever(void *nothing) {
    for (;;)
        pause();
    return nothing;
}

static int play(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    const int computes = !strcmp(how, "compute");
    pthread_t sleeper;
    if (!strcmp(how, "safe") && pthread_create(&sleeper, 0, sleep_for_ever, 0)) return 1;
    polder_handler_set(PING, on_ping);
    polder_handler_set(PONG, on_pong);
    polder_handler_set(DROP, on_drop);
    polder_handler_set(STOP, on_stop);
    polder_barrier_all();
    if (polder_mythread() == 0) {
        if (computes)
            measure_rare_round_trips();
        else
            measure_round_trips();
        if (!computes) measure_stream();
        send_to_1(STOP);
    } else if (polder_mythread() == 1 && strcmp(how, "barrier") != 0) {
        while (!atomic_load_explicit(&stopped, memory_order_relaxed))
            polder_progress();
    }
    polder_barrier_all();
    return 0;
}

int main(int argc, char **argv) {
    return polder_run(&argc, &argv, play);
}
