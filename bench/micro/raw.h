/* Starts the N parties of a raw C program. Parties are pthreads of one process, or processes that
 * share a mapping. Each is bound to a core, in the order of the cores this process may use, as
 * upcrun binds its threads. This is the hand-written counterpart of a UPC job: no library, no
 * translation, and plain pointers to the memory.
 *
 * Usage of a program built on it: `prog thread|process`. The shared area is one anonymous shared
 * mapping in either case. */
#ifndef RAW_H
#define RAW_H

#define _GNU_SOURCE /* sched_setaffinity; this header comes first */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

enum { RAW_MAX_PARTIES = 64, RAW_LIMIT_S = 60 };

struct raw_job {
    int parties;
    int as_processes;
    char *shared;
    void (*body)(struct raw_job *job, int me);
};

struct raw_party {
    struct raw_job *job;
    int number;
};

static void raw_bind(int me) {
    cpu_set_t allowed;
    cpu_set_t mine;
    int left;
    sched_getaffinity(0, sizeof allowed, &allowed);
    left = me % CPU_COUNT(&allowed);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &allowed) && left-- == 0) {
            CPU_ZERO(&mine);
            CPU_SET(cpu, &mine);
            sched_setaffinity(0, sizeof mine, &mine);
            return;
        }
}

static void *raw_thread(void *argument) {
    struct raw_party *party = argument;
    raw_bind(party->number);
    party->job->body(party->job, party->number);
    return 0;
}

static int raw_run_processes(struct raw_job *job) {
    int failed = 0;
    int status;
    for (int me = 0; me < job->parties; me++) {
        const pid_t child = fork();
        if (child < 0) exit(1);
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL); /* a party that spins must not outlive the program */
            raw_bind(me);
            job->body(job, me);
            _exit(0);
        }
    }
    while (wait(&status) > 0)
        failed |= status != 0;
    return failed;
}

static int raw_run_threads(struct raw_job *job) {
    pthread_t threads[RAW_MAX_PARTIES];
    struct raw_party parties[RAW_MAX_PARTIES];
    for (int me = 0; me < job->parties; me++) {
        parties[me].job = job;
        parties[me].number = me;
        if (pthread_create(&threads[me], 0, raw_thread, &parties[me])) return 1;
    }
    for (int me = 0; me < job->parties; me++)
        pthread_join(threads[me], 0);
    return 0;
}

/* Runs `body` in `parties` parties over `bytes` of zeroed shared memory; the exit status for
 * main. */
static int raw_main(int argc, char **argv, int parties, size_t bytes, void (*body)(struct raw_job *, int)) {
    struct raw_job job = {parties, 0, 0, body};
    if (argc < 2 || (strcmp(argv[1], "thread") && strcmp(argv[1], "process"))) {
        fprintf(stderr, "usage: %s thread|process\n", argv[0]);
        return 2;
    }
    alarm(RAW_LIMIT_S);
    job.as_processes = !strcmp(argv[1], "process");
    job.shared = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (job.shared == MAP_FAILED) {
        perror("mmap");
        return 1;
    }
    return job.as_processes ? raw_run_processes(&job) : raw_run_threads(&job);
}

/* Waits until all parties have come here `epoch` times (1, 2, ...); `counter` is a shared line
 * of its own. */
static inline void raw_meet(unsigned long *counter, int parties, unsigned long epoch) {
    __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(counter, __ATOMIC_ACQUIRE) < epoch * (unsigned long)parties)
        sched_yield();
}

#endif
