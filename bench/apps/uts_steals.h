/* How often the threads of UTS stole at each distance, and what is printed of that. Each thread
 * counts in its own element; one thread prints behind a barrier.
 *
 *   near_steals, far_steals   from threads of the same node, and of other nodes
 *   near_share                the share of the former
 *   share_LEVEL               of the former, those at that distance
 *   others_LEVEL              beside it: how many of a node's other threads are so far */
#ifndef BENCH_UTS_STEALS_H
#define BENCH_UTS_STEALS_H

#include <polder/topology.h>

#include "program.h"

shared struct { long at[POLDER_LEVEL_JOB + 1]; } steals_of[THREADS];

static long uts_steals_at(int level) {
    long steals = 0;
    for (int t = 0; t < THREADS; t++)
        steals += steals_of[t].at[level];
    return steals;
}

/* Pairs of threads of one node at this distance. */
static long uts_pairs_at(int level) {
    long pairs = 0;
    for (int a = 0; a < THREADS; a++)
        for (int b = 0; b < THREADS; b++)
            pairs += a != b && (int)polder_distance(a, b) == level;
    return pairs;
}

static void uts_share_print(const char *what, const char *level, long part, long all) {
    char figure[40];
    snprintf(figure, sizeof figure, "%s_%s", what, level);
    bench_print(figure, all ? (double)part / (double)all : 0);
}

static void uts_steals_print(void) {
    static const char *const names[] = {"pu", "core", "l3", "numa", "package", "node"};
    const long far = uts_steals_at(POLDER_LEVEL_JOB);
    long near = 0;
    long pairs = 0;
    for (int level = POLDER_LEVEL_PU; level < POLDER_LEVEL_JOB; level++) {
        near += uts_steals_at(level);
        pairs += uts_pairs_at(level);
    }
    for (int level = POLDER_LEVEL_CORE; level < POLDER_LEVEL_JOB; level++) {
        uts_share_print("share", names[level], uts_steals_at(level), near);
        uts_share_print("others", names[level], uts_pairs_at(level), pairs);
    }
    bench_print("near_steals", (double)near);
    bench_print("far_steals", (double)far);
    bench_print("near_share", near + far ? (double)near / (double)(near + far) : 0);
}

#endif
