// Threads of one node start transfers to partners on another, all at once. What a transfer takes
// then shows what they pay for sharing an end of the network (POLDER_ENDPOINTS). With
// POLDER_HOOKS=endpoint:COST each start takes that time of its end.
//
//   pairs [COUNT]     transfers of each thread
//   put               a put of 8 bytes, complete at the end of sixteen
//   get               a get of 8 bytes, waited for
//
// The first half of the threads starts transfers, the second half waits in the barrier. Prints
// nanoseconds of a thread for each transfer, barriers included.
#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/rma/copy.h"

#include <polder/polder.h>

#include "bench/micro/bench.h"

#include <cstdlib>

using namespace polder;

namespace {

constexpr unsigned flight = 16;

polder_ga partner_memory(polder_ga first) {
    const unsigned partner = mythread() + threads() / 2;
    return first + (polder_ga{partner} << polder_job.shift);
}

// Of all threads: begins and ends together.
template <class Work> double time_of(long count, bool works, Work work) {
    polder_barrier_all();
    const double start = bench_now_ns();
    for (long i = 0; works && i < count; ++i)
        work(i);
    polder_barrier_all();
    return (bench_now_ns() - start) / static_cast<double>(count);
}

int play(int argc, char **argv) {
    const long count = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 200;
    if (count < 1 || threads() % 2) return 2;
    const polder_ga first = alloc::agree_on_first(mythread() == 0 ? alloc::allocate_symmetric(8 * flight) : 0);
    const bool works = mythread() < threads() / 2;
    const polder_ga there = works ? partner_memory(first) : 0;
    std::uint64_t here[flight] = {};
    const auto put = [&](long i) {
        rma::copy_put(there + 8 * static_cast<unsigned>(i % flight), &here[i % flight], 8);
        if (i % flight == flight - 1) cache::far_fence();
    };
    const auto get = [&](long i) { rma::copy_get(&here[0], there + 8 * static_cast<unsigned>(i % flight), 8); };
    time_of(flight, works, put); // connections are made
    time_of(flight, works, get);
    const double put_ns = time_of(count, works, put);
    const double get_ns = time_of(count, works, get);
    if (mythread() == 0) {
        bench_print("put", put_ns);
        bench_print("get", get_ns);
    }
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return polder_run(&argc, &argv, play);
}
