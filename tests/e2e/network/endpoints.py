"""Whose end of the network carries transfers. upcrun --show and polder info say so and why, and in
which mode the network is. A word that is none is refused. Programs of UPC and OpenSHMEM are right
with an end for each thread, where the network is slow, refuses, or has messages alone."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "ring.upc",
    r"""
#include <upc_relaxed.h>
#include <upc_atomic.h>
#include <stdio.h>
#define N 500
shared long cell[N * THREADS];
shared [N] char text[N * THREADS];
shared long sum;
int main(void) {
    const int to = (MYTHREAD + THREADS / 2) % THREADS;
    char mine[N], back[N];
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_GET, 0);
    int bad = 0;
    for (int round = 0; round < 3; ++round) {
        for (long i = 0; i < N; ++i) cell[to + THREADS * i] = i + MYTHREAD + round;
        for (int i = 0; i < N; ++i) mine[i] = (char)(i * 7 + MYTHREAD + round);
        upc_memput(&text[N * to], mine, N);
        upc_memget(back, &text[N * to], N);
        for (int i = 0; i < N; ++i) bad += back[i] != mine[i];
        const long one = 1;
        for (int i = 0; i < 20; ++i) upc_atomic_relaxed(domain, NULL, UPC_ADD, &sum, &one, NULL);
        upc_barrier;
        const int from = (MYTHREAD + THREADS - THREADS / 2) % THREADS;
        for (long i = 0; i < N; ++i) bad += cell[MYTHREAD + THREADS * i] != i + from + round;
        for (int i = 0; i < N; ++i) bad += text[N * MYTHREAD + i] != (char)(i * 7 + from + round);
        bad += sum != 20L * THREADS * (round + 1);
        upc_barrier;
    }
    if (bad) printf("thread %d: %d wrong\n", MYTHREAD, bad);
    upc_barrier;
    if (!MYTHREAD) puts("done");
    return 0;
}
""",
)
upcc("-o", "ring", "ring.upc")
write(
    "ring.c",
    r"""
#include <shmem.h>
#include <stdio.h>
static long cell[64], total;
int main(void) {
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes(), to = (me + pes / 2) % pes;
    int bad = 0;
    for (long round = 1; round <= 20; ++round) {
        for (int i = 0; i < 63; ++i) shmem_long_p(&cell[i], round * i + me, to);
        shmem_long_atomic_inc(&total, 0);
        shmem_fence();
        shmem_long_p(&cell[63], round, to);
        shmem_long_wait_until(&cell[63], SHMEM_CMP_EQ, round);
        for (int i = 0; i < 63; ++i) bad += cell[i] != round * i + (me + pes - pes / 2) % pes;
        shmem_barrier_all();
        bad += shmem_long_g(&total, 0) != round * pes;
        shmem_barrier_all();
    }
    if (bad) printf("PE %d: %d wrong\n", me, bad);
    shmem_barrier_all();
    if (!me) puts("done");
    shmem_finalize();
    return 0;
}
""",
)
run(OSHCC, "-fpe-threads", "ring.c", "-o", "ring_shmem")
# The first message between the nodes comes from a process that leads none.
write(
    "first.upc",
    r"""
#include <bupc_collectivev.h>
#include <stdio.h>
int main(void) {
    const int left = (MYTHREAD + THREADS - 1) % THREADS;
    int bad = bupc_allv_permute(int, MYTHREAD, (MYTHREAD + 1) % THREADS) != left;
    bad = bupc_allv_reduce_all(int, bad, UPC_ADD);
    if (!MYTHREAD && !bad) puts("done");
    return bad;
}
""",
)
upcc("-fupc-dialect=berkeley", "-o", "first", "first.upc")
JOB = ["-n", "4", "--nodes", "2", "--per-node", "1"]


def launch(*arguments, status=0, **settings):
    return upcrun(
        *arguments,
        status=status,
        env={**os.environ, **{"POLDER_" + name: value for name, value in settings.items()}},
    )


# What is used and why, without a program.
for word, expected in (
    ("thread", "ends of the network: one for each thread (POLDER_ENDPOINTS=thread)"),
    ("process", "ends of the network: one for each process (POLDER_ENDPOINTS=process)"),
    ("auto", "ends of the network: one for each thread (threads of a process would wait"),
):
    shown = launch("--show", *JOB, ENDPOINTS=word)
    check(expected in shown.out, f"--show with POLDER_ENDPOINTS={word}", shown)
single = launch("--show", "-n", "2", "--nodes", "2", "--per-node", "1", ENDPOINTS="auto")
why = "one for each process (the process has one thread)"
check(why in single.out, "--show, one thread", single)
for modes, expected in (
    ("", "mode of the network: normal (memory is registered at the start"),
    ("allocated", "mode of the network: allocated ("),
    ("no-rma", "mode of the network: messages ("),
):
    shown = launch("--show", *JOB, OFI_MODES=modes)
    check("between nodes: ofi, provider " in shown.out and expected in shown.out, modes, shown)
told = run(os.path.join(BUILD, "bin", "polder"), "info", "--job", *JOB)
check("ends of the network: one for each process" in told.out, "polder info", told)

# A word that is none: the launcher refuses it.
bad = launch(*JOB, "./ring", status=None, ENDPOINTS="threads")
wanted = "POLDER_ENDPOINTS is 'threads'; it may be process, thread or auto"
check(bad.status and wanted in bad.err, "a word that is none", bad)

# Processes that lead no node connect, too.
done = launch("-n", "8", "--nodes", "2", "--per-node", "2", "./first", ENDPOINTS="thread")
check(done.out == "done\n", "the first message is that of a process that leads no node", done)

# Programs are right, with an order of the network that is delayed, and by messages alone.
for settings in (
    {},
    {"HOOKS": "delay:50us"},
    {"HOOKS": "endpoint:10us,fault:again=0.1"},
    {"OFI_MODES": "no-rma"},
    {"OFI_MODES": "allocated,hardware"},
    {"CONDUIT": "smp", "PROGRESS": "poll"},
):
    for program in ("./ring", "./ring_shmem"):
        done = launch(*JOB, program, ENDPOINTS="thread", **settings)
        check(done.out == "done\n", f"{program} with {settings}", done)
