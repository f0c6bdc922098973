"""POLDER_PROGRESS=poll: a node that computes is not taken for dead, and those who wait for it are
told once why they wait."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "program.upc",
    r"""
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
shared int word[THREADS];
int main(void)
{
    word[(MYTHREAD + 1) % THREADS] = 1;
    upc_barrier;
    if (MYTHREAD == 1) while (access("go", F_OK) != 0) usleep(1000);
    upc_barrier;
    if (MYTHREAD == 0) printf("pass\n");
    return 0;
}
""",
)
upcc("program.upc", "-o", "program")
with open("said", "w") as said:
    job = start(
        UPCRUN,
        "-n",
        "2",
        "--nodes",
        "2",
        "--lost-after",
        "2",
        "./program",
        stderr=said,
        env={"POLDER_PROGRESS": "poll", "POLDER_CONDUIT": "ofi"},
    )
until(
    lambda: "has not polled" in read("said") or job.poll() is not None,
    "nobody says that node 1 is silent",
    lambda: read("said"),
)
write("go", "")
out, _ = finish(job)
check(job.returncode == 0 and out == "pass\n", f"status {job.returncode}: {out}", read("said"))
check(
    read("said").count("node 1 (") == 1 and "POLDER_PROGRESS=poll" in read("said"),
    "not one message",
    read("said"),
)
print("pass")
