// Collective operations of all threads, beside what they are made of, measured in one run so that
// ratios mean something. Thread 0 measures; times are nanoseconds an operation.
//   round_trip                   a request and its reply between the first and the last thread
//   barrier, allreduce_8         each begins when the one before is over on all threads
//   broadcast_8                  followed by a barrier
//   link_1048576                 puts of 1 MB from thread 0 to the last one, several under way
//   team_barrier, team_allreduce_8
//                                of a team that the program makes of all threads
//   gather_8, scatter_8, allgather_8, alltoall_8
//                                each followed by a barrier
//   broadcast_1048576, allreduce_1048576, gather_65536, allgather_65536, alltoall_65536
//                                in shared memory
//   broadcast_private_1048576    in private memory
// The program is linked with libpolder.a and uses parts of the runtime that are not public.
#include "runtime/am/am.h"
#include "runtime/core/job.h"
#include "runtime/core/start_hooks.h"

#include <polder/polder.h>
#include <polder/team.h>

#include "bench/micro/bench.h"

#include <cstring>

using namespace polder;

namespace {

enum Handlers : unsigned { ping, pong };
std::atomic<unsigned long> answered;

void handlers() {
    am::am_register(ping, [](am::AmMessage &message) { am::am_reply(message, {pong}); });
    am::am_register(pong, [](am::AmMessage &) { answered.fetch_add(1); });
}
POLDER_AT_START(handlers);

constexpr std::size_t megabyte = 1 << 20;

// The same number of chunks on all threads: what is measured is collective.
template <class Operation> void measure(const char *name, long trips, Operation operation) {
    bench_run run = {};
    const int chunks = bench_chunks();
    operation();
    for (int chunk = 0; chunk < chunks; ++chunk) {
        polder_team_barrier(polder_team_world());
        const double start = bench_now_ns();
        for (long i = 0; i < trips; ++i)
            operation();
        bench_add(&run, start, trips);
    }
    if (mythread() == 0) bench_print(name, bench_median_ns(&run));
}

// Thread 0 alone; the others wait in a barrier, and answer from there.
template <class Operation> void measure_alone(const char *name, long trips, Operation operation, long each = 1) {
    polder_team *team = polder_team_world();
    bench_run run = {};
    const int chunks = bench_chunks();
    for (int chunk = 0; mythread() == 0 && chunk < chunks; ++chunk) {
        const double start = bench_now_ns();
        for (long i = 0; i < trips; ++i)
            operation();
        bench_add(&run, start, trips * each);
    }
    if (mythread() == 0) bench_print(name, bench_median_ns(&run));
    polder_team_barrier(team);
}

void round_trip() {
    const unsigned long before = answered.load();
    while (am::am_request(threads() - 1, {ping}) != Status::ok)
        am::am_poll();
    while (answered.load() == before)
        if (!am::am_poll()) sync::wait_poll_network();
}

int play(int, char **) {
    polder_team *team = polder_team_world();
    const polder_ga there = polder_on(polder_all_alloc(megabyte), static_cast<int>(threads() - 1));
    const polder_ga shared = polder_on(polder_all_alloc(2 * megabyte * threads()), static_cast<int>(mythread()));
    char *given = static_cast<char *>(polder_pointer(shared));
    char *received = given + threads() * megabyte;
    char *own = static_cast<char *>(std::malloc(megabyte));
    std::memset(given, 0, 2 * megabyte * threads());
    std::memset(own, 0, megabyte);
    const polder_reduction add = polder_reduction_of(POLDER_ELEMENT_F64, POLDER_REDUCE_ADD);
    polder_team_barrier(team);
    measure_alone("round_trip", 500, round_trip);
    measure("barrier", 500, [&] { polder_team_barrier(team); });
    measure("allreduce_8", 500, [&] { polder_team_allreduce(team, given, received, 1, add); });
    measure("broadcast_8", 500, [&] {
        polder_team_broadcast(team, given, 8, 0);
        polder_team_barrier(team);
    });
    polder_team *twin;
    if (polder_team_duplicate(team, &twin) != POLDER_OK) return 1;
    measure("team_barrier", 500, [&] { polder_team_barrier(twin); });
    measure("team_allreduce_8", 500, [&] { polder_team_allreduce(twin, given, received, 1, add); });
    polder_team_destroy(twin);
    const auto short_one = [&](const char *name, auto operation) {
        measure(name, 200, [&] {
            operation();
            polder_team_barrier(team);
        });
    };
    short_one("gather_8", [&] { polder_team_gather(team, given, received, 8, 0); });
    short_one("scatter_8", [&] { polder_team_scatter(team, given, received, 8, 0); });
    short_one("allgather_8", [&] { polder_team_allgather(team, given, received, 8); });
    short_one("alltoall_8", [&] { polder_team_alltoall(team, given, received, 8); });
    measure_alone(
        "link_1048576", 1,
        [&] {
            for (int i = 0; i < 16; ++i)
                polder_put_implicit(there, given, megabyte);
            polder_implicit_wait();
        },
        16);
    measure("broadcast_1048576", 30, [&] { polder_team_broadcast(team, given, megabyte, 0); });
    measure("broadcast_private_1048576", 30, [&] { polder_team_broadcast(team, own, megabyte, 0); });
    measure("allreduce_1048576", 20, [&] { polder_team_allreduce(team, given, received, megabyte / 8, add); });
    measure("gather_65536", 50, [&] { polder_team_gather(team, given, received, 65536, 0); });
    measure("allgather_65536", 50, [&] { polder_team_allgather(team, given, received, 65536); });
    measure("alltoall_65536", 50, [&] { polder_team_alltoall(team, given, received, 65536); });
    std::free(own);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    return polder_run(&argc, &argv, play);
}
