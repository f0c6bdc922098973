// Two threads of two nodes: what a transfer, an atomic operation and an active message between them cost, and how much of a transfer a
// progress thread hides behind computation. Thread 0 measures, the last thread is the target: it polls, or (overlap) sleeps in a
// barrier. Prints nanoseconds an operation; the rest of a name is the size in bytes.
//   put, get      one, complete                            put_rate     puts of 8 bytes, complete at the end of a thousand
//   fetch_add     with the value before                    stream       puts of that size, eight under way
//   message       a request and its reply
//   comm, sync, async   1 MB put and waited for; and then computation; the same begun before the computation
// Inside the runtime: see bench/internal/message.cc.
#include "runtime/alloc/alloc.h"
#include "runtime/am/am.h"
#include "runtime/atomic/atomic.h"
#include "runtime/net/net.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"
#include "runtime/start/hooks.h"

#include <polder/polder.h>

#include "bench/micro/bench.h"

#include <cstdlib>
#include <dirent.h>
#include <sched.h>
#include <unistd.h>

using namespace polder;

namespace {

enum Handlers : unsigned { ping, pong, leave };
std::atomic<unsigned long> answered;
std::atomic<bool> left;

void handlers() {
    am_register(ping, [](AmMessage &message) { am_reply(message, {pong}); });
    am_register(pong, [](AmMessage &) { answered.fetch_add(1); });
    am_register(leave, [](AmMessage &) { left.store(true); });
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
              copy_put(there, here, 8);
              far_fence();
          }));
    print("get", 8, measure(500, [] { copy_get(here, there, 8); }));
    std::uint64_t before;
    print("fetch_add", 8, measure(500, [&] { atomic_apply(there, {AtomicType::u64, AtomicOperation::add, 1, 0, &before}); }));
    bench_print("message", measure(500, [] {
                    const unsigned long seen = answered.load();
                    am_request_wait(threads() - 1, {ping});
                    while (answered.load() == seen)
                        net_poll();
                }));
    print("put_rate", 8, measure(5, [] {
                              for (unsigned i = 0; i < 1000; ++i)
                                  copy_put(there + 8 * i, here, 8);
                              far_fence();
                          }) / 1000);
}

void measure_large(std::size_t bytes) {
    const long trips = bytes > 1 << 20 ? 4 : 20;
    print("put", bytes, measure(trips, [&] {
              copy_put(there, here, bytes);
              far_fence();
          }));
    print("get", bytes, measure(trips, [&] { copy_get(here, there, bytes); }));
    print("stream", bytes, measure(1, [&] {
                                for (int i = 0; i < 16; ++i)
                                    async_implicit(async_put(there, here, bytes));
                                async_wait_implicit();
                            }) / 16);
}

double rounds_of_work;
void work_rounds() {
    for (double i = 0; i < rounds_of_work; i += 1)
        BENCH_CLOBBER();
}

// Four times as much work as the transfer takes time: its bytes are moved by processors too, and on two cores one of them is left for
// both nodes' parts of it, one after the other. Counted in rounds, so that time another thread takes from it shows.
void measure_overlap() {
    constexpr std::size_t bytes = 1 << 20;
    const double comm = measure(20, [&] { async_wait(async_put(there, here, bytes)); });
    rounds_of_work = 1e6;
    const double million = measure(1, work_rounds);
    rounds_of_work = 4e6 * comm / million;
    print("comm", bytes, comm);
    print("work", bytes, measure(20, work_rounds));
    print("sync", bytes, measure(20, [&] {
              async_wait(async_put(there, here, bytes));
              work_rounds();
          }));
    print("async", bytes, measure(20, [&] {
              const TransferHandle handle = async_put(there, here, bytes);
              work_rounds();
              async_wait(handle);
          }));
}

void bind(pid_t thread, int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    sched_setaffinity(thread, sizeof cores, &cores);
}

// Both nodes are on one machine here, and neither knows what the other binds: computation on one core, all else on another.
void bind_for_overlap() {
    DIR *threads_here = opendir("/proc/self/task");
    while (const dirent *entry = threads_here ? readdir(threads_here) : nullptr) {
        const pid_t thread = std::atoi(entry->d_name);
        if (thread) bind(thread, thread == gettid() && mythread() == 0 ? 0 : 1);
    }
    if (threads_here) closedir(threads_here);
}

void serve() {
    while (!left.load(std::memory_order_relaxed))
        if (!am_poll()) net_poll();
}

int play(int argc, char **argv) {
    there = agree_on_first(mythread() == 0 ? allocate_symmetric(largest) : 0) + (polder_ga{threads() - 1} << polder_job.shift);
    here = static_cast<char *>(aligned_alloc(4096, largest));
    const bool overlap_only = argc > 1 && argv[1][0] == 'o';
    polder_barrier_all();
    if (mythread() == 0) {
        std::memset(here, 1, largest);
        if (!overlap_only) measure_small();
        for (std::size_t bytes = 65536; !overlap_only && bytes <= largest; bytes *= 4)
            measure_large(bytes);
        am_request_wait(threads() - 1, {leave});
    } else if (mythread() == threads() - 1) {
        serve();
    }
    polder_barrier_all();
    bind_for_overlap();
    if (mythread() == 0) measure_overlap(); // the others sleep in the barrier
    polder_barrier_all();
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return polder_run(&argc, &argv, play);
}
