// Active messages between two threads: a round trip (a request without payload and its reply), and
// requests in one direction as fast as they go. Prints "round_trip" and "stream", nanoseconds each.
// With the argument `safe` each process first starts a thread that sleeps, so that the runtime has
// to be safe against it. Other threads of the job wait in a barrier. Inside the runtime:
// bench/internal holds programs in C++ that may include its headers.
#include "runtime/am/am.h"
#include "runtime/core/job.h"

#include <polder/polder.h>

#include "bench/micro/bench.h"

#include <cstring>
#include <pthread.h>
#include <unistd.h>

using namespace polder;

namespace {

enum Handlers : unsigned { ping, pong, drop, stop };
constexpr long trips = 4000;

// Lines of their own: in one process the other thread reads one while this one writes the other.
alignas(64) unsigned long answered;
alignas(64) std::atomic<bool> stopped;

void measure_round_trips() {
    bench_run run = {};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const double start = bench_now_ns();
        for (long i = 0; i < trips; ++i) {
            const unsigned long before = __atomic_load_n(&answered, __ATOMIC_RELAXED);
            am_request_wait(1, {ping});
            while (__atomic_load_n(&answered, __ATOMIC_RELAXED) == before)
                am_poll();
        }
        bench_add(&run, start, trips);
    }
    bench_print("round_trip", bench_median_ns(&run));
}

void measure_stream() {
    bench_run run = {};
    const int chunks = bench_chunks();
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const double start = bench_now_ns();
        for (long i = 0; i < trips; ++i)
            am_request_wait(1, {drop});
        bench_add(&run, start, trips);
    }
    bench_print("stream", bench_median_ns(&run));
}

void start_sleeper() {
    pthread_t sleeper;
    const auto sleep = [](void *) -> void * {
        for (;;)
            pause();
    };
    if (pthread_create(&sleeper, nullptr, sleep, nullptr)) std::exit(1);
}

int play(int argc, char **argv) {
    if (mythread() == control().shape.first_thread(job_process)) {
        if (argc > 1 && !std::strcmp(argv[1], "safe")) start_sleeper();
        am_register(ping, [](AmMessage &message) { am_reply(message, {pong}); });
        am_register(pong, [](AmMessage &) { __atomic_store_n(&answered, answered + 1, __ATOMIC_RELAXED); });
        am_register(drop, [](AmMessage &) {});
        am_register(stop, [](AmMessage &) { stopped.store(true); });
        am_start();
    }
    polder_barrier_all();
    if (mythread() == 0) {
        measure_round_trips();
        measure_stream();
        am_request_wait(1, {stop});
    } else if (mythread() == 1) {
        while (!stopped.load(std::memory_order_relaxed))
            am_poll();
    }
    polder_barrier_all();
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return polder_run(&argc, &argv, play);
}
