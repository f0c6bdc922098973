"""A thread with a core of its own answers messages at the speed of polling, by counts.

Loops of polder_progress look many times for each yield. Whoever else uses the machine may keep a
thread from its core, but a yield still comes after many polls that found nothing. Where threads
share cores a thread yields after a few.
"""

# sanitize: no, other compilers do not link a sanitizer
# cores: 2
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

if len(os.sched_getaffinity(0)) < 2:
    print("one core: no thread has one of its own")
    sys.exit(77)

write(
    "polling.c",
    r"""
#define _GNU_SOURCE
#include <polder/polder.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PING = POLDER_FIRST_HANDLER, PONG, STOP, TRIPS = 20000 };
static volatile unsigned long yields, empty, answered, stopped;

int sched_yield(void)
{
    yields++;
    return (int)syscall(SYS_sched_yield);
}
static void on_ping(polder_message *m) { polder_reply(m, PONG, 0, 0, 0, 0); }
static void on_pong(polder_message *m) { (void)m, answered++; }
static void on_stop(polder_message *m) { (void)m, stopped = 1; }
static void poll(void)
{
    if (!polder_progress()) empty++;
}

int main(int argc, char **argv)
{
    polder_init(&argc, &argv);
    polder_handler_set(PING, on_ping);
    polder_handler_set(PONG, on_pong);
    polder_handler_set(STOP, on_stop);
    polder_barrier_all();
    yields = 0;
    if (polder_mythread() == 0) {
        for (unsigned long i = 0; i < TRIPS; i++) {
            while (polder_request(1, PING, 0, 0, 0, 0, 0) == POLDER_AGAIN) poll();
            while (answered == i) poll();
        }
        while (polder_request(1, STOP, 0, 0, 0, 0, 0) == POLDER_AGAIN) poll();
    } else if (polder_mythread() == 1) {
        while (!stopped) poll();
    }
    if (polder_mythread() < 2) printf("%lu %lu %lu\n", empty, yields, answered + stopped);
    polder_finalize();
    return 0;
}
""",
)
FLAGS = upcc("--compile-flags").out.split()
LIBRARIES = upcc("--link-flags").out.split()
run(CC, "-std=gnu11", "-O2", "-Wall", "-Werror", *FLAGS, "polling.c", *LIBRARIES, "-o", "polling")

LOOKS = 50  # for a yield, at least
result = upcrun("-n", "2", "./polling")
lines = result.out.splitlines()
check(len(lines) == 2, "a line a thread", result)
for line in lines:
    empty, yields, ended = map(int, line.split())
    print(f"own cores: {empty} polls without a message, {yields} yields")
    check(ended in (1, 20000) and yields * LOOKS <= empty + LOOKS, line, result)
print("pass")
