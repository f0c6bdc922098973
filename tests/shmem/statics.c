// 3: static variables are symmetric objects: initial values, .data and .bss, arrays, after fork,
// across pages.
// variants: inline: -O2
#define _GNU_SOURCE
#include "check.h"

#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int initialised = 42;
static double zero;
static char large[3 << 20];
int global_words[5000] = {1, 2, 3};
static struct {
    char c;
    long l;
} mixed = {'x', -5};

/* One core for all, so that the next fork mostly comes before the last child runs. What is mapped
 * between two forks keeps places in memory from being the same in both. */
static void fork_quickly(int me) {
    enum { forks = 8, between = 1 << 20 };
    pid_t children[forks];
    cpu_set_t before;
    cpu_set_t one;
    CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
    CPU_ZERO(&one);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++)
        if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
    CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
    for (int i = 0; i < forks; i++) {
        initialised = 1000 * (me + 1) + i;
        children[i] = fork();
        if (children[i] == 0) _exit(initialised == 1000 * (me + 1) + i ? 3 : 1);
        CHECK(mmap(NULL, between, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
    }
    CHECK(sched_setaffinity(0, sizeof before, &before) == 0);
    for (int i = 0; i < forks; i++) {
        int status = 0;
        CHECK(waitpid(children[i], &status, 0) == children[i] && WIFEXITED(status) && WEXITSTATUS(status) == 3);
    }
}

int main(void) {
    initialised++; /* before the library is there */
    static long inside = 9;
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes(), next = (me + 1) % pes, before = (me + pes - 1) % pes;
    CHECK(initialised == 43 && inside == 9 && global_words[2] == 3 && global_words[4999] == 0 && mixed.l == -5);
    shmem_barrier_all();

    shmem_double_p(&zero, me + 0.5, next);
    shmem_long_p(&inside, 1000 + me, next);
    shmem_long_p(&mixed.l, me, next);
    shmem_int_p(&global_words[4999], me, next);
    shmem_char_p(&large[(3 << 20) - 1], (char)(me + 1), next);
    shmem_char_p(&large[0], (char)(me + 2), next);
    shmem_barrier_all();
    CHECK(zero == before + 0.5 && inside == 1000 + before && mixed.l == before && mixed.c == 'x');
    CHECK(global_words[4999] == before && large[(3 << 20) - 1] == before + 1 && large[0] == before + 2);
    CHECK(shmem_int_g(&initialised, next) == 43);
    CHECK(shmem_char_g(&large[1 << 20], next) == 0);

    /* A child has variables of its own, as they were. */
    shmem_barrier_all();
    initialised = 100 + me;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        if (initialised != 100 + me || large[0] != before + 2) _exit(1);
        initialised = -1;
        large[1] = 77;
        _exit(3);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3);
    CHECK(initialised == 100 + me && large[1] == 0);
    shmem_barrier_all();
    CHECK(shmem_int_g(&initialised, next) == 100 + next);
    shmem_barrier_all();
    fork_quickly(me);
    CHECK(system("exit 5") >> 8 == 5);
    return check_end();
}
