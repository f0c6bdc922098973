"""A job of several nodes whose upcrun is held up longer than --lost-after. A terminal that takes no
output holds it, and, with everything else, the machine. Nobody is lost."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import pty  # noqa: E402
import re  # noqa: E402
import signal  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

NAME = f"nh{os.getpid() % 100000}"
LOST_AFTER, LINES = 3, 20000
write(
    "program.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    upc_barrier;
    if (MYTHREAD == 0) {
        for (int i = 0; i < atoi(argv[1]); i++) printf("line %d of many\n", i);
        printf("ready\n");
        fflush(stdout);
        if (argc > 2) getchar();
    }
    upc_barrier;
    if (MYTHREAD == 0) printf("pass\n");
    return 0;
}
""",
)
upcc("program.upc", "-o", NAME)
command = [UPCRUN, "--nodes", "2", "-n", "2", "--lost-after", str(LOST_AFTER), f"./{NAME}"]

# A terminal has no room for a whole piece, and writing to it blocks.
job, terminal = pty.fork()
if job == 0:
    os.execv(UPCRUN, command + [str(LINES)])
time.sleep(3 * LOST_AFTER)
seen = b""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    if not piece:
        break
    seen += piece
_, status = os.waitpid(job, 0)
lines = seen.decode(errors="replace").split("\r\n")
check(
    os.waitstatus_to_exitcode(status) == 0
    and lines == [f"line {i} of many" for i in range(LINES)] + ["ready", "pass", ""],
    "output held up",
    status,
    lines[-5:],
)

# Nobody reads. Ctrl-\ says what the job waits for once its threads have ended.
silent = start(UPCRUN, "--nodes", "2", "-n", "2", f"./{NAME}", "6000")
check(silent.stdout.readline() == "line 0 of many\n", "its first line")
until(lambda: not processes_named(NAME), "the processes end though their output waits")


def says_what_it_waits_for():
    """Asks once. A process is gone before its agent and then the controller hear of its end: until
    then the answer is where the threads are."""
    silent.send_signal(signal.SIGQUIT)
    said = ""
    while not said.endswith("polder: the job goes on; Ctrl-C ends it\n"):
        line = silent.stderr.readline()
        check(line, "what is said", said)
        said += line
    return re.fullmatch(
        r"polder: host \S+ \(node 0\) and 1 more: all threads have ended\n"
        r"polder: \d+ bytes of output have not been taken yet\n"
        r"polder: the job goes on; Ctrl-C ends it\n",
        said,
    )


until(says_what_it_waits_for, "what the job waits for is said")
out, err = finish(silent)
check(silent.returncode == 0 and out.endswith("ready\npass\n") and not err, "taken late", err)

# The launcher, its agents and then the processes stand still. All go on in the other order.
# So an agent finds nothing from upcrun.
job = subprocess.Popen(
    command + ["0", "wait"],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    stderr=subprocess.PIPE,
    text=True,
)
check(job.stdout.readline() == "ready\n", "ready")
agents = [int(pid) for pid in read(f"/proc/{job.pid}/task/{job.pid}/children").split()]
check(len(agents) == 2, "two agents", agents)
everybody = [job.pid, *agents, *processes_named(NAME)]
for pid in everybody:
    os.kill(pid, signal.SIGSTOP)
time.sleep(2 * LOST_AFTER)
for pid in reversed(everybody):
    os.kill(pid, signal.SIGCONT)
    time.sleep(0.1)
time.sleep(LOST_AFTER)
out, err = finish(job, "\n")
check(job.returncode == 0 and out == "pass\n", "everything stood still", job.returncode, out, err)
print("pass")
