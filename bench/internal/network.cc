// Two threads of two nodes. This program measures what a transfer, an atomic operation and an
// active message between them cost. It also measures how much of a transfer a progress thread hides
// behind computation. Thread 0 measures, the last thread is the target: it polls, or (overlap)
// sleeps in a barrier. They are bound to the first and the second core they may use, as the driver
// binds fi_pingpong.
//
//   network small           8 bytes
//     put, get              one, complete
//     fetch_add             with the value before
//     message               a request and its reply
//     put_rate              puts, complete at the end of a thousand
//   network large BYTES     that many bytes
//     put, get              one, complete
//     stream                puts, all complete at the end of sixteen
//     handle                one put, begun and waited for at once
//   network heap            blocks of 64 bytes in the last thread's global area
//     allocate, free        one, where the last one freed is used again
//     room                  how much there is
//   network overlap         1 MB
//     comm                  a put, waited for
//     work                  a computation
//     sync                  comm, then work
//     async                 work between the begin of the put and the wait for it
//     exposed               the part of comm that work does not hide, by fours of these
//
// Prints nanoseconds an operation; the rest of a name is the size in bytes.
// The program is linked with libpolder.a and uses parts of the runtime that are not public.
#include "runtime/alloc/alloc.h"
#include "runtime/alloc/global.h"
#include "runtime/am/am.h"
#include "runtime/atomic/atomic.h"
#include "runtime/core/start_hooks.h"
#include "runtime/net/net.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"

#include <polder/polder.h>

#include "bench/micro/bench.h"

#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace polder;

namespace {

enum Handlers : unsigned { ping, pong, leave };
std::atomic<unsigned long> answered;
std::atomic<bool> left;

void handlers() {
    am::am_register(ping, [](am::AmMessage &message) { am::am_reply(message, {pong}); });
    am::am_register(pong, [](am::AmMessage &) { answered.fetch_add(1); });
    am::am_register(leave, [](am::AmMessage &) { left.store(true); });
}
POLDER_AT_START(handlers);

constexpr std::size_t largest = 4 << 20;
polder_ga there; // `largest` bytes of the last thread
char *here;

template <class Operation> double measure(long trips, Operation operation) {
    bench_run run = {};
    const int chunks = bench_chunks();
    operation();
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const double start = bench_now_ns();
        for (long i = 0; i < trips; ++i)
            operation();
        bench_add(&run, start, trips);
    }
    return bench_median_ns(&run);
}

void print(const char *name, std::size_t bytes, double ns) {
    char text[64];
    std::snprintf(text, sizeof text, "%s_%zu", name, bytes);
    bench_print(text, ns);
}

void measure_small() {
    print("put", 8, measure(500, [] {
              rma::copy_put(there, here, 8);
              cache::far_fence();
          }));
    print("get", 8, measure(500, [] { rma::copy_get(here, there, 8); }));
    std::uint64_t before;
    print("fetch_add", 8, measure(500, [&] {
              atomic::atomic_apply(there, {AtomicType::u64, AtomicOperation::add, 1, 0, &before});
          }));
    bench_print("message", measure(500, [] {
                    const unsigned long seen = answered.load();
                    am::am_request_wait(threads() - 1, {ping});
                    while (answered.load() == seen)
                        net::net_poll();
                }));
    print("put_rate", 8, measure(5, [] {
                             for (unsigned i = 0; i < 1000; ++i)
                                 rma::copy_put(there + 8 * i, here, 8);
                             cache::far_fence();
                         }) / 1000);
}

// As long as a series of fi_pingpong is: some hundred megabytes, or some ten thousand transfers.
void measure_large(std::size_t bytes) {
    const long most = static_cast<long>((4 << 20) / bytes);
    const long trips = most < 1000 ? most : 1000;
    print("put", bytes, measure(trips, [&] {
              rma::copy_put(there, here, bytes);
              cache::far_fence();
          }));
    print("get", bytes, measure(trips, [&] { rma::copy_get(here, there, bytes); }));
    print("handle", bytes, measure(trips, [&] { rma::async_wait(rma::async_put(there, here, bytes)); }));
    print("stream", bytes, measure((trips + 3) / 4, [&] {
                               for (int i = 0; i < 16; ++i)
                                   rma::async_implicit(rma::async_put(there, here, bytes));
                               rma::async_wait_implicit();
                           }) / 16);
}

// As allocations do that come and go. A first block stays, so that the freed one is not given back
// to the area.
void measure_heap() {
    const int on = static_cast<int>(threads() - 1);
    const polder_ga stays = polder_alloc_on(on, 64);
    bench_run allocated = {};
    bench_run freed = {};
    for (int chunk = 0; chunk < bench_chunks(); ++chunk) {
        constexpr int blocks = 50;
        polder_ga block[blocks];
        const double start = bench_now_ns();
        for (polder_ga &each : block)
            each = polder_alloc_on(on, 64);
        const double middle = bench_now_ns();
        for (const polder_ga each : block)
            polder_free(each);
        bench_add_ns(&allocated, (middle - start) / blocks);
        bench_add_ns(&freed, (bench_now_ns() - middle) / blocks);
    }
    bench_print("allocate", bench_median_ns(&allocated));
    bench_print("free", bench_median_ns(&freed));
    alloc::GlobalRoom room;
    bench_print("room", measure(500, [&] { (void)alloc::global_room(threads() - 1, &room); }));
    polder_free(stays);
}

double rounds_of_work;
void work_rounds() {
    for (double i = 0; i < rounds_of_work; i += 1)
        BENCH_CLOBBER();
}

// After two that are not timed: the runtime learns from them whether the thread waits at once or
// computes.
template <class Operation> double time_of(long trips, Operation operation) {
    operation();
    operation();
    const double start = bench_now_ns();
    for (long i = 0; i < trips; ++i)
        operation();
    return (bench_now_ns() - start) / static_cast<double>(trips);
}

// Work takes four times as long as the transfer. Processors move the bytes of the transfer, too.
// On two cores one core is left for both nodes' parts of it, one after the other. Work is
// counted in rounds, so time that another thread takes from it shows. The four figures are taken
// in turn, some milliseconds each. The part that is not hidden is the median over such fours:
// figures measured seconds apart would differ by what the machine did meanwhile.
void measure_overlap() {
    constexpr std::size_t bytes = 1 << 20;
    constexpr long trips = 20;
    const auto transfer = [] { rma::async_wait(rma::async_put(there, here, bytes)); };
    const double before = measure(20, transfer);
    rounds_of_work = 1e6;
    rounds_of_work = 4e6 * before / measure(1, work_rounds);
    bench_run comm = {};
    bench_run work = {};
    bench_run sync = {};
    bench_run async = {};
    bench_run exposed = {};
    for (int four = 0; four < bench_chunks(); ++four) {
        const double c = time_of(trips, transfer);
        const double w = time_of(trips, work_rounds);
        const double s = time_of(trips, [&] {
            transfer();
            work_rounds();
        });
        const double a = time_of(trips, [] {
            const rma::TransferHandle handle = rma::async_put(there, here, bytes);
            work_rounds();
            rma::async_wait(handle);
        });
        bench_add_ns(&comm, c);
        bench_add_ns(&work, w);
        bench_add_ns(&sync, s);
        bench_add_ns(&async, a);
        bench_add_ns(&exposed, 1 - (s - a) / c);
    }
    print("comm", bytes, bench_median_ns(&comm));
    print("work", bytes, bench_median_ns(&work));
    print("sync", bytes, bench_median_ns(&sync));
    print("async", bytes, bench_median_ns(&async));
    bench_print("exposed", bench_median_ns(&exposed));
}

// The first and the second core this program may use, or the first alone.
int core(unsigned number) {
    static cpu_set_t all; // before anything was bound
    if (!CPU_COUNT(&all)) sched_getaffinity(0, sizeof all, &all);
    int found = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &all)) {
            found = cpu;
            if (number-- == 0) break;
        }
    return found;
}

void bind(pid_t thread, int to) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(to, &cores);
    sched_setaffinity(thread, sizeof cores, &cores);
}

// Both nodes are on one machine here, and neither knows what the other binds: computation on one
// core, all else on another.
void bind_for_overlap() {
    DIR *threads_here = opendir("/proc/self/task");
    while (const dirent *entry = threads_here ? readdir(threads_here) : nullptr) {
        const pid_t thread = std::atoi(entry->d_name);
        if (thread) bind(thread, core(thread == gettid() && mythread() == 0 ? 0 : 1));
    }
    if (threads_here) closedir(threads_here);
}

void serve() {
    while (!left.load(std::memory_order_relaxed))
        if (!am::am_poll()) net::net_poll();
}

// Processor time of this process, which nobody here gets to know otherwise: its parents are agents.
void print_time() {
    rusage used;
    getrusage(RUSAGE_SELF, &used);
    char name[32];
    std::snprintf(name, sizeof name, "cpu_s_%u", mythread());
    bench_print(name, static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                          1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec));
}

// The target polls until thread 0 has measured.
template <class Measure> void with_target(Measure measure_it) {
    if (mythread() == 0) {
        measure_it();
        am::am_request_wait(threads() - 1, {leave});
    } else if (mythread() == threads() - 1) {
        serve();
    }
    polder_barrier_all();
}

int play(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    there = alloc::agree_on_first(mythread() == 0 ? alloc::allocate_symmetric(largest) : 0) +
            (polder_ga{threads() - 1} << polder_job.shift);
    here = static_cast<char *>(aligned_alloc(4096, largest));
    if (mythread() == 0) std::memset(here, 1, largest);
    core(0);
    if (mythread() == 0 || mythread() == threads() - 1) bind(gettid(), core(mythread() != 0));
    polder_barrier_all();
    if (!std::strcmp(what, "small")) {
        with_target(measure_small);
    } else if (!std::strcmp(what, "large") && argc > 2) {
        const std::size_t bytes = std::strtoul(argv[2], nullptr, 10);
        if (bytes < 1 || bytes > largest) return 2;
        with_target([=] { measure_large(bytes); });
    } else if (!std::strcmp(what, "heap")) {
        with_target(measure_heap);
    } else if (!std::strcmp(what, "overlap")) {
        bind_for_overlap();
        if (mythread() == 0) measure_overlap(); // the others sleep in the barrier
        polder_barrier_all();
    } else {
        return 2;
    }
    print_time();
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return polder_run(&argc, &argv, play);
}
