#!/usr/bin/env python3
# What a thread writes to another node takes effect once, also where the thread that stores it there
# loses its core in the middle.
#
# Every thread puts tickets into slots of threads of the other node; the owner takes what it sees
# and clears the slot. A ticket that was taken must not come back, and none is lost. The job runs
# with a memcpy that does what glibc's does, for copies of 8 to 15 bytes. It stores the first 8
# bytes and the last 8, the same word twice for 8 bytes. Between the two it gives its core away,
# until the word has changed or others have had it some times. So a put that anybody carries out
# with memcpy takes effect twice, in any run.
#
# sanitize: no (they have a memcpy of their own)
import os
import subprocess
import sys

UPCC, UPCRUN = os.environ["UPCC"], os.environ["UPCRUN"]

MEMCPY = r"""
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#define SHARED_BEGINS \
    ((uintptr_t)1 << 44) /* segments lie above, heaps and stacks of programs elsewhere */
#define SHARED_ENDS ((uintptr_t)1 << 46)
void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    const uintptr_t at = (uintptr_t)to;
    if (bytes < 8 || bytes > 15 || at < SHARED_BEGINS || at >= SHARED_ENDS)
        return memmove(to, from, bytes);
    uint64_t first, last;
    memmove(&first, from, 8);
    memmove(&last, (const char *)from + bytes - 8, 8);
    *(volatile uint64_t *)to = first;
    for (int i = 0; i < 20 && *(volatile uint64_t *)to == first; i++) sched_yield();
    *(volatile uint64_t *)((char *)to + bytes - 8) = last;
    return to;
}
"""

PROGRAM = r"""
#include <upc_relaxed.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#define MOST 8 /* threads */
#define TICKETS 100
shared int64_t slot[MOST][THREADS];              /* slot[from][to], of thread `to` */
shared int64_t acknowledged[MOST][THREADS];  /* acknowledged[by][from], of thread `from` */
shared long again[THREADS];
int main(void) {
    int64_t sent[THREADS], taken[THREADS];
    long wrong = 0, left = 2L * TICKETS * THREADS;
    for (int i = 0; i < THREADS; i++) sent[i] = taken[i] = 0;
    volatile int64_t *mine = (volatile int64_t *)&slot[0][MYTHREAD],
                     *heard = (volatile int64_t *)&acknowledged[0][MYTHREAD];
    upc_barrier;
    while (left > 0) {
        for (int to = 0; to < THREADS; to++) {
            if (sent[to] == TICKETS || heard[to] != sent[to]) continue;
            const int64_t ticket = ++sent[to];
            if (ticket % 2)
                slot[MYTHREAD][to] = ticket;
            else
                upc_memput(&slot[MYTHREAD][to], &ticket, sizeof ticket);
            upc_fence;
            left--;
        }
        sched_yield();
        for (int from = 0; from < THREADS; from++) {
            const int64_t ticket = mine[from];
            if (ticket == 0) continue;
            mine[from] = 0;
            if (ticket != taken[from] + 1) { wrong++; continue; }
            acknowledged[MYTHREAD][from] = taken[from] = ticket;
            left--;
        }
        upc_fence;
    }
    upc_barrier;
    for (int from = 0; from < THREADS; from++) wrong += mine[from] != 0;
    again[MYTHREAD] = wrong;
    upc_barrier;
    for (int i = 1; MYTHREAD == 0 && i < THREADS; i++) wrong += again[i];
    if (MYTHREAD == 0) printf("again %ld\n", wrong);
    return 0;
}
"""


def main():
    for name, text in (("twice.c", MEMCPY), ("tickets.upc", PROGRAM)):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    subprocess.run(
        ["cc", "-O1", "-fno-builtin", "-shared", "-fPIC", "twice.c", "-o", "twice.so"], check=True
    )
    subprocess.run([UPCC, "-O2", "tickets.upc", "-o", "tickets"], check=True)
    for shape in (
        "-n 4 --nodes 2",
        "-n 4 --nodes 2 -p 2",
        "-n 4 --nodes 2 -p 3",
        "-n 4 -p 2",
        "-n 2",
    ):
        for setting in ({}, {"POLDER_CACHE": "0"}):
            job = subprocess.run(
                [UPCRUN, *shape.split(), "./tickets"],
                capture_output=True,
                text=True,
                check=False,
                env={**os.environ, **setting, "LD_PRELOAD": os.path.abspath("twice.so")},
            )
            if job.returncode != 0 or job.stdout != "again 0\n":
                sys.exit(
                    f"{shape} {setting}: exit status {job.returncode}\n{job.stdout}{job.stderr}"
                )


main()
