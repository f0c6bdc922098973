"""OpenSHMEM contexts between nodes: each completes what was begun on it.

A quiet or fence of one, also of the default context, ends while a PE that another context writes to
is stopped. So does a fence of that other context. What is on each arrives.
"""

# sanitize: no, PEs are processes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

OSHCC, OSHRUN = (os.path.join(BUILD, "bin", name) for name in ("oshcc", "oshrun"))

write(
    "contexts.c",
    r"""
#define _GNU_SOURCE
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void wrong(int line, const char *what) {
    printf("PE %d: line %d: %s\n", shmem_my_pe(), line, what);
    fflush(stdout);
    _Exit(9);
}
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) wrong(__LINE__, #condition);                                             \
    } while (0)

enum { N = 2000 };
static long pid_of_1, small[8], large[N], flagged[8], blocks[2][8], fenced[2];
static long counter, fetched_from, outs[2];
static uint64_t set, added, alone, set_by_put, added_by_put;

static int is_stopped(void) {
    char name[64], state = 0;
    snprintf(name, sizeof name, "/proc/%ld/stat", pid_of_1);
    FILE *file = fopen(name, "r");
    CHECK(file && fscanf(file, "%*d (%*[^)]) %c", &state) == 1);
    fclose(file);
    return state == 'T';
}
static long fetched;
static void move(shmem_ctx_t ctx, int pe, const long *data) {
    shmem_ctx_long_put(ctx, small, data, 8, pe);
    shmem_ctx_long_put_nbi(ctx, large, data, N, pe);
    shmem_ctx_long_put_signal_nbi(ctx, flagged, data, 8, &set, 7, SHMEM_SIGNAL_SET, pe);
    shmem_ctx_long_put_signal_nbi(ctx, flagged, data, 8, &added, 3, SHMEM_SIGNAL_ADD, pe);
    shmem_ctx_long_put_signal(ctx, flagged, data, 0, &alone, 2, SHMEM_SIGNAL_ADD, pe);
    /* Its source is taken when it returns. */
    long mine[8];
    memcpy(mine, data, sizeof mine);
    shmem_ctx_long_put_signal(ctx, blocks[0], mine, 8, &set_by_put, 6, SHMEM_SIGNAL_SET, pe);
    shmem_ctx_long_put_signal(ctx, blocks[1], mine, 8, &added_by_put, 4, SHMEM_SIGNAL_ADD, pe);
    memset(mine, 0, sizeof mine);
    shmem_ctx_long_atomic_add(ctx, &counter, 5, pe);
    shmem_ctx_long_atomic_fetch_add_nbi(ctx, &fetched, &fetched_from, 7, pe);
}
/* After so many moves. */
static void expect(int pe, const long *data, long moves) {
    static long seen[N];
    shmem_long_get(seen, small, 8, pe);
    CHECK(!memcmp(seen, data, sizeof small));
    shmem_long_get(seen, large, N, pe);
    CHECK(!memcmp(seen, data, sizeof large));
    shmem_long_get(seen, flagged, 8, pe);
    CHECK(!memcmp(seen, data, sizeof flagged));
    const uint64_t times = (uint64_t)moves;
    CHECK(shmem_uint64_g(&set, pe) == 7 && shmem_uint64_g(&added, pe) == 3 * times);
    CHECK(shmem_uint64_g(&set_by_put, pe) == 6 && shmem_uint64_g(&added_by_put, pe) == 4 * times);
    for (int i = 0; i < 2; i++) {
        shmem_long_get(seen, blocks[i], 8, pe);
        CHECK(!memcmp(seen, data, sizeof blocks[i]));
    }
    CHECK(shmem_uint64_g(&alone, pe) == 2 * times && shmem_long_g(&counter, pe) == 5 * moves);
    CHECK(shmem_long_g(&fetched_from, pe) == 7 * moves && fetched == 7 * (moves - 1));
}

int main(void) {
    shmem_init();
    if (shmem_my_pe() == 1) shmem_long_p(&pid_of_1, (long)getpid(), 0);
    shmem_barrier_all();
    /* PE 1 stops once nobody needs it any more to leave the barrier. */
    if (shmem_my_pe() == 1) {
        shmem_long_wait_until_all(outs, 2, NULL, SHMEM_CMP_EQ, 1);
        raise(SIGSTOP);
    }
    if (shmem_my_pe() == 2) shmem_long_p(&outs[1], 1, 1);
    if (shmem_my_pe() == 0) {
        static long data[N];
        shmem_ctx_t stopped, going;
        for (int i = 0; i < N; i++) data[i] = 3 * i + 1;
        CHECK(!shmem_ctx_create(SHMEM_CTX_PRIVATE, &stopped) && !shmem_ctx_create(0, &going));
        shmem_ctx_long_p(stopped, &outs[0], 1, 1);
        while (!is_stopped()) shmem_long_test(&outs[0], SHMEM_CMP_EQ, 1);
        move(stopped, 1, data);
        move(going, 2, data);
        shmem_ctx_fence(going);
        shmem_ctx_quiet(going);
        expect(2, data, 1);
        move(SHMEM_CTX_DEFAULT, 2, data);
        shmem_fence();
        shmem_quiet();
        expect(2, data, 2);
        CHECK(is_stopped());
        puts("one context");
        /* A fence does not wait, nor does what follows it to another PE. */
        static const long twice[2] = {1, 1};
        shmem_ctx_fence(stopped);
        shmem_ctx_long_put(stopped, fenced, twice, 2, 2);
        shmem_ctx_fence(stopped);
        shmem_ctx_long_atomic_add(stopped, &fenced[0], 1, 2);
        shmem_ctx_fence(stopped);
        shmem_ctx_long_iput(stopped, &fenced[1], &data[1], 1, 1, 1, 2);
        CHECK(shmem_long_g(&fenced[0], 2) == 2 && shmem_long_g(&fenced[1], 2) == data[1]);
        CHECK(is_stopped());
        puts("a fence");
        kill((pid_t)pid_of_1, SIGCONT);
        shmem_ctx_quiet(stopped);
        expect(1, data, 1);
        shmem_ctx_destroy(stopped);
        shmem_ctx_destroy(going);
        puts("the other");
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
""",
)
run(OSHCC, "-O2", "-Wall", "-Werror", "contexts.c", "-o", "contexts")

# The stopped one is PE 1.
result = run(OSHRUN, "-n", "3", "--nodes", "3", "./contexts")
wanted = ["one context", "a fence", "the other"]
check(result.out.splitlines() == wanted, "a context waits for another", result)
print("pass")
