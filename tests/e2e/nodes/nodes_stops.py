"""No part of a job of several nodes that is stopped (SIGSTOP) for less than --lost-after is lost.
Stopped are upcrun, agents or processes, again and again and several at once."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import atexit  # noqa: E402
import random  # noqa: E402
import signal  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

NAME = f"ns{os.getpid() % 100000}"
LOST_AFTER, STOPS, JOBS = 4, 12, 4
write(
    "program.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <unistd.h>
shared int here[THREADS];
shared int over;
int main(void)
{
    upc_barrier;
    if (MYTHREAD == 0) { printf("ready\n"); fflush(stdout); }
    while (!over) {
        for (int i = 0; i < THREADS; i++) here[i] = here[(i + 1) % THREADS];
        upc_barrier;
        usleep(5000);
        if (MYTHREAD == 0 && access("over", F_OK) == 0) over = 1;
        upc_barrier;
    }
    if (MYTHREAD == 0) printf("pass\n");
    return 0;
}
""",
)
upcc("program.upc", "-o", NAME)


def children(pid):
    return [int(word) for word in read(f"/proc/{pid}/task/{pid}/children").split()]


def signal_to(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass  # the job has ended; it says why


jobs = []


@atexit.register
def end_all():
    """Of a test that fails: agents and processes are killed with their parents, also while they are
    stopped."""
    for job in jobs:
        if job.process.poll() is None:
            job.process.kill()
            job.process.wait()


class Job:
    def __init__(self, number):
        self.random = random.Random(number)
        self.process = subprocess.Popen(
            [
                UPCRUN,
                "--nodes",
                "2",
                "-n",
                "4",
                "--per-node",
                "2",
                "--lost-after",
                str(LOST_AFTER),
                f"./{NAME}",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        jobs.append(self)
        check(self.process.stdout.readline() == "ready\n", "ready", self.process)
        agents = children(self.process.pid)
        self.everybody = [
            self.process.pid,
            *agents,
            *(pid for agent in agents for pid in children(agent)),
        ]
        check(len(self.everybody) == 7, "upcrun, two agents, four processes", self.everybody)
        self.stopped = {}  # pid: until when
        self.stops = 0
        self.since = {}  # pid: when it last went on

    def turn(self, now):
        for pid, until in list(self.stopped.items()):
            if now >= until:
                signal_to(pid, signal.SIGCONT)
                del self.stopped[pid]
                self.since[pid] = now
        running = [
            pid
            for pid in self.everybody
            if pid not in self.stopped and now - self.since.get(pid, 0) > 0.5
        ]  # a stop, not two in one
        if self.process.poll() is None and self.stops < STOPS and len(self.stopped) < 2:
            pid = self.random.choice(running)
            signal_to(pid, signal.SIGSTOP)
            self.stopped[pid] = now + self.random.uniform(0.5, 0.95) * LOST_AFTER
            self.stops += 1
        return (self.process.poll() is None and self.stops < STOPS) or self.stopped


for number in range(JOBS):
    Job(number)
while [job for job in jobs if job.turn(time.monotonic())]:
    time.sleep(0.02)
write("over", "")
for job in jobs:
    out, err = finish(job.process)
    check(
        job.process.returncode == 0 and out == "pass\n" and job.stops == STOPS,
        "stopped for less than the limit",
        job.process.returncode,
        out,
        err,
    )
print("pass")
