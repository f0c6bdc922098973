/* Operations of a group of all threads that the program made, beside the same of a team of the
 * engine. Prints "<operation>_<bytes>" for the group and "team_<operation>_<bytes>" for the team.
 * Chunks of the two take turns, so that both meet the same machine.
 *
 * Private memory: each member gives or gets private data. Only the data synchronises (MYSYNC).
 * Names with array_: the same on blocks of shared arrays, where the team works on the members' own
 * parts. Each operation is followed by a barrier where nothing else keeps members together. */
#include <polder/team.h>
#include <upc_groups.h>

#include "../micro/bench.h"

enum { LARGEST = 65536 };
enum { MINE = UPC_IN_MYSYNC | UPC_OUT_MYSYNC };

static upc_group_t *group;
static polder_team *team;
static char *one; /* a block */
static char *all; /* a block for each member; so have the next two */
static char *all_too;
static shared char *array;
static shared char *array_too;
static size_t block;

static char *own(shared char *of) { return (char *)(of + MYTHREAD); }

static void group_barrier(void) { upc_group_barrier(group); }
static void team_barrier(void) { polder_team_barrier(team); }
static void group_broadcast(void) {
    upc_group_broadcast_private(group, one, block, 0, MINE);
    upc_group_barrier(group);
}
static void team_broadcast(void) {
    polder_team_broadcast(team, one, block, 0);
    polder_team_barrier(team);
}
static void group_reduce_all(void) {
    upc_group_reduce_all_privateL(group, (long *)all, (long *)one, UPC_ADD, block / sizeof(long), 0, MINE);
}
static void team_reduce_all(void) {
    polder_team_allreduce(team, one, all, block / sizeof(long),
                          polder_reduction_of(POLDER_ELEMENT_I64, POLDER_REDUCE_ADD));
}
static void group_gather_all(void) { upc_group_gather_all_private(group, all, one, block, MINE); }
static void team_gather_all(void) { polder_team_allgather(team, one, all, block); }
static void group_exchange(void) { upc_group_exchange_private(group, all, all_too, block, MINE); }
static void team_exchange(void) { polder_team_alltoall(team, all_too, all, block); }

static void group_array_broadcast(void) {
    upc_group_broadcast(group, array, array_too + upc_group_thread(group, 0), block, 0);
}
static void team_array_broadcast(void) {
    polder_team_barrier(team);
    polder_team_broadcast(team, own(polder_team_rank(team) ? array : array_too), block, 0);
    polder_team_barrier(team);
}
static void group_array_gather_all(void) { upc_group_gather_all(group, array, array_too, block, 0); }
static void team_array_gather_all(void) {
    polder_team_barrier(team);
    polder_team_allgather(team, own(array_too), own(array), block);
    polder_team_barrier(team);
}

static double chunk_of(void (*operation)(void), long trips) {
    upc_barrier;
    const double start = bench_now_ns();
    for (long i = 0; i < trips; i++) operation();
    return start;
}

static void measure(const char *name, size_t bytes, void (*ours)(void), void (*theirs)(void)) {
    struct bench_run group_run = {0};
    struct bench_run team_run = {0};
    const long trips = (bytes <= 8 ? 2000 : 60) / (THREADS > 2 ? THREADS : 1) + 1;
    char figure[60];
    block = bytes;
    for (int chunk = 0; chunk < bench_chunks(); chunk++) {
        bench_add(&group_run, chunk_of(ours, trips), trips);
        bench_add(&team_run, chunk_of(theirs, trips), trips);
    }
    if (MYTHREAD) return;
    snprintf(figure, sizeof figure, "%s_%zu", name, bytes);
    bench_print(figure, bench_median_ns(&group_run));
    snprintf(figure, sizeof figure, "team_%s_%zu", name, bytes);
    bench_print(figure, bench_median_ns(&team_run));
}

int main(void) {
    static const size_t sizes[] = {8, LARGEST};
    group = upc_group_split(upc_group_world(), 0, -MYTHREAD);
    polder_team_split(polder_team_world(), 0, -MYTHREAD, &team);
    one = calloc(1, LARGEST);
    all = calloc(THREADS, LARGEST);
    all_too = calloc(THREADS, LARGEST);
    array = upc_all_alloc(THREADS, (size_t)LARGEST * THREADS);
    array_too = upc_all_alloc(THREADS, (size_t)LARGEST * THREADS);
    measure("barrier", 0, group_barrier, team_barrier);
    for (int s = 0; s < 2; s++) {
        measure("broadcast", sizes[s], group_broadcast, team_broadcast);
        measure("reduce_all", sizes[s], group_reduce_all, team_reduce_all);
        measure("gather_all", sizes[s], group_gather_all, team_gather_all);
        measure("exchange", sizes[s], group_exchange, team_exchange);
        measure("array_broadcast", sizes[s], group_array_broadcast, team_array_broadcast);
        measure("array_gather_all", sizes[s], group_array_gather_all, team_array_gather_all);
    }
    return 0;
}
