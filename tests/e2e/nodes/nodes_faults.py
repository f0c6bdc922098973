"""Whoever dies, is stopped or can no longer be reached, the job ends on all nodes, within a bounded
time. One message names host and node, and nothing is left. Tried are the program's processes,
upcruns and their guardians on the hosts, the first upcrun, a link, packets. Hosts are network
namespaces."""

# sanitize: not thread address (they answer the signals of a crash themselves)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import shutil  # noqa: E402

import signal  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402

from runner import namespaces  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

if namespaces.possible():
    skip(namespaces.possible())

LOST_AFTER = 2
NAME = f"nf{os.getpid() % 100000}"
write(
    "program.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
shared int here[THREADS];
int main(int argc, char **argv)
{
    here[(MYTHREAD + 1) % THREADS] = 1;
    upc_barrier;
    fprintf(stderr, "ready\n");
    upc_barrier;
    if (!strcmp(argv[1], "compute")) for (;;) ;
    if (!strcmp(argv[1], "talk")) for (int i = 0;; i++) here[i % THREADS] = i;
    if (!strcmp(argv[1], "crash") && MYTHREAD == 2) *(volatile int *)8 = 0;
    if (!strcmp(argv[1], "exit") && MYTHREAD == 2) upc_global_exit(9);
    if (!strcmp(argv[1], "leave") && MYTHREAD == 2) _exit(5);
    if (!strcmp(argv[1], "sleep") || MYTHREAD == 0) sleep(600);
    upc_barrier;
    return 0;
}
""",
)
upcc("-g", "program.upc", "-o", NAME)


def parent(pid):
    return int(read(f"/proc/{pid}/stat").rsplit(")", 1)[1].split()[1])


class Job:
    def __init__(self, machines, mode, *words, lasts=True):
        self.machines = machines
        self.process = subprocess.Popen(
            [
                UPCRUN,
                "-N",
                machines.hosts,
                "--rsh",
                machines.rsh,
                "--lost-after",
                str(LOST_AFTER),
                "-n",
                "4",
                "--per-node",
                "2",
                *words,
                f"./{NAME}",
                mode,
            ],
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(
            4 if lasts else 0
        ):  # what ends the job by itself may overtake what another node still has to send
            line = self.process.stderr.readline()
            check(
                line == "ready\n",
                f"did not start: {line}{'' if line else self.process.stderr.read()}",
            )
        if not lasts:
            return
        ours = set(processes_named(NAME))
        self.programs = [[pid for pid in machines.processes(i) if pid in ours] for i in range(2)]
        if [len(p) for p in self.programs] != [2, 2]:
            time.sleep(1)
            fail(
                f"{mode}: two processes on each host: {self.programs}, {self.process.poll()} "
                f"{self.process.stderr.read() if self.process.poll() is not None else ''}"
            )
        self.agent = parent(self.programs[1][0])
        self.guardian = parent(self.agent)

    def ends(self, what, status, texts, messages=1):
        """With this status, a message with each of the texts, in time, and nothing left."""
        _, err = finish(self.process, limit=Limit(240, LOST_AFTER + 18))
        check(
            self.process.returncode == status,
            f"{what}: exit status {self.process.returncode}, not {status}",
            err,
        )
        check(err.count("polder: error") == messages, f"{what}: {messages} message(s)", err)
        for text in texts:
            check(text in err, f"{what}: expected '{text}'", err)
        self.check_nothing_left(what)

    def check_nothing_left(self, what):
        # an agent that cannot be reached ends itself
        until(
            lambda: not any(self.machines.processes(i) for i in range(2))
            and not processes_named(NAME),
            f"{what}: processes left",
            lambda: [self.machines.processes(i) for i in range(2)],
            limit=Limit(240, 3 * LOST_AFTER + 5),
        )


with namespaces.Namespaces(2) as machines:
    NODE = f"host {machines.names[1]} (node 1)"
    for mode in ("sleep", "barrier", "compute", "talk") if LONG else ("barrier", "compute"):
        job = Job(machines, mode)
        os.kill(job.programs[1][0], signal.SIGKILL)
        job.ends(f"{mode}: a process killed", 137, ["thread 2 on " + NODE, "ended by SIGKILL"])
        job = Job(machines, mode)
        os.kill(job.agent, signal.SIGKILL)
        job.ends(
            f"{mode}: upcrun on a host killed", 1, [NODE + ": upcrun there has gone", "threads 2-3"]
        )
        job = Job(machines, mode)
        os.kill(job.process.pid, signal.SIGTERM)
        job.ends(f"{mode}: upcrun asked to end", 143, [], messages=0)
        job = Job(machines, mode)
        os.kill(job.process.pid, signal.SIGKILL)
        job.ends(f"{mode}: upcrun killed", -9, [], messages=0)
    for mode in ("barrier", "talk"):
        job = Job(machines, mode)
        os.kill(job.programs[1][1], signal.SIGSTOP)
        job.ends(f"{mode}: a process stopped", 1, ["thread 3 on " + NODE, "SIGSTOP"])
        job = Job(machines, mode)
        os.kill(job.agent, signal.SIGSTOP)
        job.ends(
            f"{mode}: upcrun on a host stopped", 1, [NODE + " has given no sign of life for 2 s"]
        )
        job = Job(machines, mode)
        machines.link(1, False)
        job.ends(f"{mode}: link down", 1, [NODE])
        machines.link(1, True)

    job = Job(machines, "sleep")
    os.kill(job.programs[1][0], signal.SIGSTOP)  # the leader of its node, which others listen to
    job.ends("a leader stopped", 1, ["thread 2 on " + NODE, "SIGSTOP"])
    job = Job(machines, "sleep")
    os.kill(job.guardian, signal.SIGKILL)
    job.ends("a guardian killed", 1, [NODE])
    job = Job(machines, "sleep")
    os.kill(job.process.pid, signal.SIGSTOP)
    until(
        lambda: not processes_named(NAME),
        "the hosts wait for a stopped upcrun",
        limit=Limit(240, 3 * LOST_AFTER + 5),
    )
    os.kill(job.process.pid, signal.SIGCONT)
    job.ends("upcrun stopped", 1, ["upcrun was stopped for longer than 2 s"])
    if shutil.which("nft"):
        job = Job(machines, "talk")
        machines.drop_packets(1)
        job.ends("packets dropped", 1, [NODE])
        machines.run(1, "nft", "flush", "ruleset")

    job = Job(machines, "crash", lasts=False)
    job.ends("a crash", 139, ["thread 2 on " + NODE + ": SIGSEGV", "program.upc:"])
    job = Job(machines, "exit", lasts=False)
    job.ends("upc_global_exit", 9, [], messages=0)
    job = Job(machines, "leave", lasts=False)
    job.ends("a process that leaves", 5, ["thread 2 on " + NODE + " left with exit code 5"])

    # a short stop, and one for a debugger's sake, are no loss
    job = Job(machines, "sleep")
    os.kill(job.programs[1][1], signal.SIGSTOP)
    time.sleep(LOST_AFTER / 2)
    os.kill(job.programs[1][1], signal.SIGCONT)
    time.sleep(LOST_AFTER)
    check(job.process.poll() is None, "a short stop ended the job")
    if shutil.which("gdb"):
        gdb = subprocess.Popen(
            ["gdb", "-q", "-nx", "-p", str(job.programs[1][1])],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        time.sleep(2.5 * LOST_AFTER)
        check(
            job.process.poll() is None,
            "a process in a debugger ended the job",
            job.process.stderr.read() if job.process.poll() is not None else "",
        )
        finish(gdb, "detach\nquit\n")

    # where the threads are
    os.kill(job.process.pid, signal.SIGQUIT)
    lines = []
    while not lines or "the job goes on" not in lines[-1]:
        lines.append(job.process.stderr.readline())
    text = "".join(lines)
    for i, name in enumerate(machines.names):
        check(f"where the threads are (host {name} (node {i}))" in text, "SIGQUIT", text)
    for thread in range(4):
        check(text.count(f"  thread {thread}: ") == 1, "SIGQUIT", text)
    counts = re.findall(r"messages with other nodes: (\d+) sent, (\d+) taken", text)
    check(len(counts) == 2 and all(int(n) > 0 for each in counts for n in each), "SIGQUIT", text)
    os.kill(job.process.pid, signal.SIGTERM)
    job.ends("SIGQUIT and SIGTERM", 143, [], messages=0)

    job = Job(machines, "sleep", "--timeout", "3")
    job.ends(
        "--timeout", 124, ["(node 0)", "(node 1)", "thread 3: ", "did not end in the time given"]
    )
print("pass")
