"""Active messages between nodes over the real network. There are floods of all kinds between all
pairs of threads, with an adaptive window, with a fixed one and without. Each message comes exactly
once and whole. A process that dies in a flood ends the job."""

# sanitize: no, what dies here leaves no report
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "flood.upc",
    r"""
#include <upc.h>
#include <polder/polder.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ASK = POLDER_FIRST_HANDLER, ANSWER, COUNT, LONG = 200000 };
#pragma upc c_code
/* Of the process: handlers run in any of its threads. */
static _Atomic long ran[64], sum[64], answered[64];
#pragma upc upc_code
typedef struct { char bytes[LONG]; } area;
shared area landing[THREADS];

static void ask(polder_message *m)
{
    const unsigned char *p = m->payload;
    for (size_t i = 0; i < m->bytes; i += m->bytes > 1000 ? 997 : 1)
        if (p[i] != (unsigned char)(m->arguments[0] + i)) {
            printf("thread %d got a wrong byte\n", m->to);
            fflush(stdout);
            _Exit(8);
        }
    ran[m->to]++;
    sum[m->to] += (long)m->arguments[0];
    if (m->arguments[0] % 3)
        polder_reply(m, ANSWER, m->arguments, m->argument_count, m->payload,
                     m->bytes < 100 ? m->bytes : 0);
}
static void answer(polder_message *m) { answered[m->to] += (long)m->arguments[0]; }

static void await(_Atomic long *what, long value) { while (*what < value) polder_progress(); }

int main(int argc, char **argv)
{
    static unsigned char bytes[LONG + 256];
    const int rounds = atoi(argv[1]), dies = argc > 2;
    long asked = 0, all = 0;
    for (int i = 0; i < LONG + 256; i++) bytes[i] = (unsigned char)i;
    polder_handler_set(ASK, ask);
    polder_handler_set(ANSWER, answer);
    upc_barrier;
    for (int i = 0; i < rounds; i++)
        for (int to = 0; to < THREADS; to++) {
            const uint64_t arguments[3] = {(uint64_t)i, 1, 2};
            const size_t size = i % 50 == 49 ? 65536 : i % 7 * 30;
            if (dies && MYTHREAD == THREADS - 1 && i == 500) raise(SIGKILL);
            while (polder_request(to, ASK, arguments, 3, bytes + i % 256, size, 0) == POLDER_AGAIN)
                polder_progress();
            if (i % 3) asked += i;
        }
    /* Long ones, in parts between nodes, to a landing place of ours in our neighbour's segment. */
    const uint64_t number[1] = {3};
    const int to = (MYTHREAD + 1) % THREADS;
    while (polder_request_long(to, ASK, number, 1, bytes + 3, LONG, (polder_ga)upc_addrfield_of(to),
                               0) == POLDER_AGAIN)
        polder_progress();
    await(&answered[MYTHREAD], asked);
    await(&ran[MYTHREAD], (long)rounds * THREADS + 1);
    upc_barrier;
    for (int i = 0; i < rounds; i++) all += i;
    const int right = ran[MYTHREAD] == (long)rounds * THREADS + 1 &&
                      sum[MYTHREAD] == all * THREADS + 3 && answered[MYTHREAD] == asked;
    printf("%s\n", right ? "right" : "WRONG");
    return 0;
}
""".replace("(polder_ga)upc_addrfield_of(to)", "landing_of(to)").replace(
        "static void await(",
        r"""static polder_ga landing_of(int to)
{
    shared void *place = &landing[to];
    polder_ga address;
    memcpy(&address, &place, sizeof address); /* the first of its two words */
    return address;
}
static void await(""",
    ),
)
upcc("-g", "-O2", "flood.upc", "-o", "flood")

for threads, processes in ((2, 2), (4, 4), (6, 2), (5, 3)):
    for limit in ("auto", "3", "off"):
        done = upcrun(
            "--nodes",
            "2",
            "-n",
            str(threads),
            "-p",
            str(processes),
            "./flood",
            "600",
            env={"POLDER_CONGESTION": limit},
        )
        check(
            done.out == "right\n" * threads,
            f"{threads} threads, {processes} processes, congestion window {limit}",
            done.out + done.err,
        )

for processes in (2, 4):
    done = upcrun(
        "--nodes", "2", "-n", "4", "-p", str(processes), "./flood", "100000", "die", status=None
    )
    check(done.status == 137, f"dies: exit status {done.status}, not 137", done.err)
    check(done.err.count("polder: error") == 1, "dies: one message", done.err)
