"""Whatever is killed, the job ends within a second, says once what happened, and leaves no process,
shared memory or file behind."""

# sanitize: not thread address (they answer the signals of a crash themselves)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import random  # noqa: E402
import signal  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

AT_ONCE = Limit(20, 1)  # a second in which nothing of the job could run is too much
NAME = f"killed{os.getpid() % 100000}"  # comm of the program: ours alone on this machine

write(
    "sleeper.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    upc_barrier;
    fprintf(stderr, "ready\n");
    sleep(60);
    return 0;
}
""",
)
upcc("sleeper.upc", "-o", NAME)
os.mkdir("segments")


def abandoned_system_memory():
    """The System V segments that nobody has attached, by id: those of jobs that run at the moment
    have users."""
    rows = [line.split() for line in read("/proc/sysvipc/shm").split("\n")[1:] if line]
    return {row[1] for row in rows if row[6] == "0"}


def check_nothing_left(before, what):
    until(lambda: not processes_named(NAME), f"{what}: processes left", limit=AT_ONCE)
    until(
        lambda: not abandoned_system_memory() - before[1],
        f"{what}: System V memory left",
        limit=AT_ONCE,
    )
    check(not os.listdir("segments"), f"{what}: files left")
    new = {name for name in set(os.listdir("/dev/shm")) - before[0] if "polder" in name}
    check(not new, f"{what}: left in /dev/shm: {new}")


def memory_now():
    return set(os.listdir("/dev/shm")), abandoned_system_memory()


MESSAGES = {
    signal.SIGKILL: "ended by SIGKILL",
    signal.SIGTERM: "ended by SIGTERM",
    signal.SIGSEGV: "SIGSEGV",
    signal.SIGUSR1: "ended by SIGUSR1",
}
for segment in ("memfd", "posix", "sysv", "file:segments"):
    for mapping in (("-n", "3"), ("-n", "3", "-p", "1"), ("-n", "3", "-p", "2")):
        victims = [
            ("launcher", s) for s in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        ]
        victims += [("first", s) for s in MESSAGES] + [("last", signal.SIGKILL)]
        for victim, number in victims:
            what = f"{segment} {mapping} {victim} {number.name}"
            before = memory_now()
            job = subprocess.Popen(
                [UPCRUN, *mapping, "--segment", segment, f"./{NAME}"],
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(3):
                check(job.stderr.readline() == "ready\n", f"{what}: did not start")
            processes = processes_named(NAME)
            check(len(processes) == int(mapping[-1]), f"{what}: {len(processes)} processes")
            os.kill(
                {"launcher": job.pid, "first": processes[0], "last": processes[-1]}[victim], number
            )
            status = ended(job, limit=AT_ONCE)
            check_nothing_left(before, what)
            message = job.stderr.read()
            if victim == "launcher":
                check(
                    status == (-9 if number == signal.SIGKILL else 128 + number) and message == "",
                    f"{what}: {status} {message}",
                )
            else:
                check(status == 128 + number, f"{what}: {status}")
                check(
                    MESSAGES[number] in message
                    and message.count("polder: error") == 1
                    and "host" in message,
                    f"{what}: {message}",
                )

# at any moment of the start
random.seed(int(os.environ.get("POLDER_TEST_SEED", "1")))
for turn in range(60):
    before = memory_now()
    segment = random.choice(["memfd", "posix", "file:segments"])
    job = subprocess.Popen(
        [UPCRUN, "-n", "4", "-p", random.choice("124"), "--segment", segment, f"./{NAME}"],
        stderr=subprocess.DEVNULL,
    )
    time.sleep(random.random() * 0.01)
    processes = processes_named(NAME) if turn % 2 else []
    try:
        os.kill(random.choice(processes) if processes else job.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    ended(job, limit=AT_ONCE)
    check_nothing_left(before, f"start, turn {turn}")
print("pass")
