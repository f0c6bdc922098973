"""A job of several nodes at a terminal. Ctrl-Z stops it on all nodes for any time and nobody takes
anybody for lost. Ctrl-\\ says where the threads are, Ctrl-C ends it."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import pty  # noqa: E402
import signal  # noqa: E402
import time  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

NAME = f"nt{os.getpid() % 100000}"
LOST_AFTER = 3
write(
    "program.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <unistd.h>
shared int here[THREADS];
int main(void)
{
    char line[100];
    upc_barrier;
    if (MYTHREAD == 0) printf("ready\n");
    if (MYTHREAD == 0) while (fgets(line, sizeof line, stdin)) {
        int sum = 0;
        for (int i = 0; i < THREADS; i++) sum += here[i] + 1; // the other node must answer
        printf("got %d %s", sum, line);
    }
    upc_barrier;
    return 0;
}
""",
)
upcc("program.upc", "-o", NAME)
job, terminal = pty.fork()
if job == 0:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.execv(
        UPCRUN, [UPCRUN, "--nodes", "2", "-n", "2", "--lost-after", str(LOST_AFTER), f"./{NAME}"]
    )
seen = ""


def expect(text):
    global seen
    while text not in seen:
        piece = heard(terminal).decode(errors="replace")
        check(piece, f"expected {text!r}", seen)
        seen += piece
    seen = seen.partition(text)[2]


def state(pid):
    return read(f"/proc/{pid}/stat").rsplit(")", 1)[1].split()[0]


expect("ready")
os.write(terminal, b"one\n")
expect("got 2 one")
programs = processes_named(NAME)
check(len(programs) == 2, "two processes", programs)
# Linux shares the cores out by sessions (autogroup): a job is one. The terminal signals a group.
for pid in programs:
    check(os.getsid(pid) == os.getsid(job) and os.getpgid(pid) != os.getpgid(job), "groups", pid)
os.write(terminal, b"\x1a")
until(lambda: state(job) == "T" and all(state(pid) == "T" for pid in programs), "not all stopped")
time.sleep(2 * LOST_AFTER)
check(processes_named(NAME) == programs, "a stopped job was taken for lost")
os.kill(job, signal.SIGCONT)
until(lambda: state(job) != "T" and all(state(pid) != "T" for pid in programs), "not all go on")
os.write(terminal, b"two\n")
expect("got 2 two")
time.sleep(2 * LOST_AFTER)
os.write(terminal, b"three\n")
expect("got 2 three")
os.write(terminal, b"\x1c")
expect("thread 0: waits for input")
expect("the job goes on")
os.write(terminal, b"\x03")
_, status = os.waitpid(job, 0)
check(os.waitstatus_to_exitcode(status) == 130, "Ctrl-C", status)
until(lambda: not processes_named(NAME), "processes left")
print("pass")
