/* Collective routines of OpenSHMEM, each beside the engine's that does its work (<polder/team.h>),
 * in one program and on the same memory. Prints "ROUTINE_BYTES" and "team_ROUTINE_BYTES"; bytes
 * are a PE's own. A broadcast leaves the root a copy, and is followed by a sync. */
#include <shmem.h>
#include <shmemx.h>
#include <string.h>

#include <polder/polder.h>

#include "../micro/bench.h"

enum { LARGEST = 1 << 20 };

static char *given;
static char *received;
static polder_team *team;
static size_t lengths[64];
static size_t offsets[64];

#define MEASURE(figure, bytes, trips, OPERATION)                                                                       \
    do {                                                                                                               \
        struct bench_run run = {0};                                                                                    \
        const int chunks = bench_chunks();                                                                             \
        char name[64];                                                                                                 \
        for (int chunk = 0; chunk < chunks; chunk++) {                                                                 \
            shmem_barrier_all();                                                                                       \
            const double start = bench_now_ns();                                                                       \
            for (long i = 0; i < (trips); i++)                                                                         \
                OPERATION;                                                                                             \
            bench_add(&run, start, trips);                                                                             \
        }                                                                                                              \
        snprintf(name, sizeof name, "%s_%zu", figure, bytes);                                                          \
        if (shmem_my_pe() == 0) bench_print(name, bench_median_ns(&run));                                              \
    } while (0)

static void measure(size_t bytes) {
    const int pes = shmem_n_pes();
    const long trips = (bytes <= 4096 ? 1000 : 30) / (pes > 2 ? pes : 1);
    const size_t words = bytes / sizeof(double);
    const shmem_team_t world = SHMEM_TEAM_WORLD;
    const polder_reduction add = polder_reduction_of(POLDER_ELEMENT_F64, POLDER_REDUCE_ADD);
    double *to = (double *)received;
    const double *from = (const double *)given;
    for (int r = 0; r < pes; r++) {
        lengths[r] = bytes;
        offsets[r] = (size_t)r * bytes;
    }
    MEASURE("broadcast", bytes, trips, {
        shmem_broadcastmem(world, received, given, bytes, 0);
        shmem_sync_all();
    });
    MEASURE("team_broadcast", bytes, trips, {
        polder_team_broadcast(team, shmem_my_pe() ? received : given, bytes, 0);
        if (shmem_my_pe() == 0) memcpy(received, given, bytes);
        polder_barrier_all();
    });
    MEASURE("fcollect", bytes, trips, shmem_fcollectmem(world, received, given, bytes));
    MEASURE("team_fcollect", bytes, trips, polder_team_allgather(team, given, received, bytes));
    MEASURE("collect", bytes, trips, shmem_collectmem(world, received, given, bytes));
    MEASURE("team_collect", bytes, trips, {
        polder_team_allgather(team, &lengths[0], lengths, sizeof *lengths);
        polder_team_allgatherv(team, given, received, lengths, offsets);
    });
    MEASURE("alltoall", bytes, trips, shmem_alltoallmem(world, received, given, bytes));
    MEASURE("team_alltoall", bytes, trips, polder_team_alltoall(team, given, received, bytes));
    MEASURE("reduce", bytes, trips, shmem_double_sum_reduce(world, to, from, words));
    MEASURE("team_reduce", bytes, trips, polder_team_allreduce(team, from, to, words, add));
    MEASURE("inscan", bytes, trips, shmem_double_sum_inscan(world, to, from, words));
    MEASURE("team_inscan", bytes, trips, polder_team_scan(team, from, to, words, add));
    MEASURE("team_sync", bytes, trips, shmem_team_sync(world));
    MEASURE("team_barrier", bytes, trips, polder_team_barrier(team));
}

int main(void) {
    static const size_t sizes[] = {8, 4096, LARGEST};
    shmem_init();
    const int pes = shmem_n_pes();
    if (pes > 64) {
        fprintf(stderr, "collective: at most 64 PEs\n");
        return 1;
    }
    given = shmem_calloc(pes, LARGEST);
    received = shmem_calloc(pes, LARGEST);
    team = shmemx_team_to_polder(SHMEM_TEAM_WORLD);
    for (int s = 0; s < 3; s++)
        measure(sizes[s]);
    shmem_free(received);
    shmem_free(given);
    shmem_finalize();
    return 0;
}
