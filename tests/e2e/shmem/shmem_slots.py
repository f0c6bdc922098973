"""Puts under way share the slots of a UPC thread. No context waits for the target of another. That
holds with all slots taken by puts to a stopped PE, and while another thread waits for a slot."""

# sanitize: no, PEs are processes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "slots.c",
    r"""
#define _GNU_SOURCE
#include <pthread.h>
#include <shmem.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
enum { SLOTS = 64, WIDE_SLOTS = 16, WIDE = 100 };
static long pid_of_1, narrow[SLOTS + 1], wide[WIDE_SLOTS][WIDE];
static long counter[SLOTS], outs[2], other[WIDE], added;
static long data[WIDE];
static shmem_ctx_t stopped, going;
static volatile int full;

static int is_stopped(void) {
    char name[64], state = 0;
    snprintf(name, sizeof name, "/proc/%ld/stat", pid_of_1);
    FILE *file = fopen(name, "r");
    if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1) _Exit(9);
    fclose(file);
    return state == 'T';
}
static void fill(const char *how) {
    for (int i = 0; i < SLOTS; i++) {
        if (!strcmp(how, "narrow")) shmem_ctx_long_p(stopped, &narrow[i], i + 1, 1);
        if (!strcmp(how, "atomic")) shmem_ctx_long_atomic_inc(stopped, &counter[i], 1);
        if (!strcmp(how, "wide") && i < WIDE_SLOTS)
            shmem_ctx_long_put(stopped, wide[i], data, WIDE, 1);
    }
}
static void *one_more(void *how) {
    fill(how);
    full = 1;
    shmem_ctx_long_p(stopped, &narrow[SLOTS], 1, 1); // waits until PE 1 goes on
    return NULL;
}
/* On the other context: a put of each kind, and quiet. What they wrote is there. */
static void *use_other(void *times) {
    for (int i = 1; i <= *(int *)times; i++) {
        shmem_ctx_long_p(going, &other[0], i, 2);
        shmem_ctx_long_put(going, other + 1, data + 1, WIDE - 1, 2);
        shmem_ctx_long_atomic_inc(going, &added, 2);
        shmem_ctx_quiet(going);
        if (shmem_long_g(&other[0], 2) != i) _Exit(8);
        if (shmem_long_g(&other[WIDE - 1], 2) != data[WIDE - 1]) _Exit(8);
        if (shmem_long_g(&added, 2) != i || !is_stopped()) _Exit(7);
    }
    return NULL;
}
static void with_threads(char *how) {
    pthread_t filler, user;
    int times = 100;
    pthread_create(&filler, NULL, one_more, how);
    while (!full) usleep(1000);
    pthread_create(&user, NULL, use_other, &times);
    pthread_join(user, NULL);
    kill((pid_t)pid_of_1, SIGCONT);
    pthread_join(filler, NULL);
}

int main(int words, char **word) {
    int provided, once = 1;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    for (int i = 0; i < WIDE; i++) data[i] = 3 * i + 1;
    if (shmem_my_pe() == 1) shmem_long_p(&pid_of_1, (long)getpid(), 0);
    shmem_barrier_all();
    /* PE 1 stops once nobody needs it any more to leave the barrier. */
    if (shmem_my_pe() == 1) {
        shmem_long_wait_until_all(outs, 2, NULL, SHMEM_CMP_EQ, 1);
        raise(SIGSTOP);
    }
    if (shmem_my_pe() == 2) shmem_long_p(&outs[1], 1, 1);
    if (shmem_my_pe() == 0) {
        shmem_ctx_create(0, &stopped);
        shmem_ctx_create(0, &going);
        shmem_ctx_long_p(stopped, &outs[0], 1, 1);
        while (!is_stopped()) shmem_long_test(&outs[0], SHMEM_CMP_EQ, 1);
        shmem_ctx_quiet(going);
        if (words > 2)
            with_threads(word[1]);
        else {
            fill(word[1]);
            use_other(&once);
            kill((pid_t)pid_of_1, SIGCONT);
        }
        shmem_ctx_quiet(stopped);
        long seen[WIDE];
        shmem_long_get(seen, wide[WIDE_SLOTS - 1], WIDE, 1);
        if (!strcmp(word[1], "wide") && memcmp(seen, data, sizeof seen)) return 6;
        if (!strcmp(word[1], "narrow") && shmem_long_g(&narrow[SLOTS - 1], 1) != SLOTS) return 5;
        if (!strcmp(word[1], "atomic") && shmem_long_g(&counter[SLOTS - 1], 1) != 1) return 4;
        puts("all arrived");
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
""",
)
run(OSHCC, "-O2", "-pthread", "slots.c", "-o", "slots")
for how in ("narrow", "wide", "atomic"):
    for threads in ((), ("threads",)):
        command = (OSHRUN, "-n", "3", "--nodes", "3", "--lost-after", "0", "./slots", how, *threads)
        result = run(*command)
        check(result.out == "all arrived\n", "a context waits for another", result)
print("pass")
