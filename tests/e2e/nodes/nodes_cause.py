"""Other nodes see the connections of a process close, and give up, before upcrun on its host tells
how it ended. That end is told all the same, and only that."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "program.upc",
    r"""
#define _DEFAULT_SOURCE
#include <signal.h>
#include <unistd.h>
#include <upc.h>
static void leave_unseen_for_a_while(void)
{
    pid_t agent = getppid();
    kill(agent, SIGSTOP);
    if (fork() == 0) { /* longer than the others take to notice */
        closefrom(3);
        sleep(12);
        kill(agent, SIGCONT);
        _exit(0);
    }
    _exit(5);
}
int main(void)
{
    upc_barrier;
    if (MYTHREAD == 2) leave_unseen_for_a_while();
    upc_barrier;
    return 0;
}
""",
)
upcc("program.upc", "-o", "program")
result = run(
    UPCRUN,
    "-n",
    "4",
    "--nodes",
    "2",
    "--per-node",
    "2",
    "--lost-after",
    "60",
    "./program",
    status=5,
)
check(
    "thread 2 on host" in result.err and "left with exit code 5" in result.err,
    "the cause of the end",
    result,
)
check(result.err.count("polder: error") == 1, "one message", result)
print("pass")
