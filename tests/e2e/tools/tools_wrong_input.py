"""What tools print has arrived, or their exit status is not 0: a full disk is an error. Closed
standard streams are none. Options without a value refuse one; names of operations are checked."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

POLDER = os.path.join(BUILD, "bin", "polder")
write("hello.upc", HELLO)
upcc("hello.upc", "-o", "hello")

PRINTING = (
    (UPCRUN, "--help"),
    (UPCRUN, "--version"),
    (UPCRUN, "--env"),
    (UPCRUN, "--show", "-n", "2"),
    (UPCRUN, "--show", "-n", "2", "--nodes", "2"),
    (OSHRUN, "--help"),
    (UPCC, "--help"),
    (UPCC, "--version"),
    (UPCC, "--link-flags"),
    (UPCC, "--trans", "hello.upc"),
    (POLDER, "--help"),
    (POLDER, "--version"),
    (POLDER, "info"),
    (POLDER, "info", "broadcast", "8"),
)


def with_streams(redirections, *words):
    """A command whose standard streams are redirected as the shell writes it."""
    return run("sh", "-c", f'"$@" {redirections}', "sh", *words, status=None)


for command in PRINTING:
    result = with_streams(">/dev/full", *command)
    check(result.status == 1, f"{command} on a full disk", result)
    check("standard output: " in result.err, "it says so", result)
    result = with_streams("<&- >&- 2>&-", *command)
    check(result.status == 0, f"{command} without streams", result)

for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
    result = with_streams(closed, UPCC, "hello.upc", "-o", "closed")
    check(result.status == 0 and os.path.exists("closed"), f"upcc {closed}", result)
    os.unlink("closed")
    for nodes in ((), ("--nodes", "2")):
        result = with_streams(closed, UPCRUN, "-n", "2", *nodes, "./hello")
        check(result.status == 0, f"upcrun {nodes} {closed}", result)
        check(">" in closed or "sum 3" in result.out, f"output with {closed}", result)

WRONG = (
    ((UPCRUN, "--show=3", "./hello"), 2, "--show takes no value, and has '3'"),
    ((UPCRUN, "--env=1"), 2, "--env takes no value"),
    ((UPCRUN, "--label=yes", "./hello"), 2, "--label takes no value"),
    ((POLDER, "tune", "--only", "barrier,reduse", "-n", "2"), 2, "no operation 'reduse'"),
    ((POLDER, "tune", "--x"), 2, "--x needs a value"),
    ((POLDER, "tune", "-n"), 2, "-n needs a value"),
    ((POLDER, "tune", "-env", "A"), 2, "-env needs two values"),
    ((UPCRUN, "-x", "-n", "2", "./hello"), 2, "-x needs NAME or NAME=value, not '-n'"),
    ((UPCRUN, "-n", "--", "./hello"), 2, "-n needs a value"),
    ((UPCC, "--cc=/bin/true", "hello.upc"), 1, "without an error, and there is no 'a.out'"),
    ((UPCC, "--cc=/bin/true", "-c", "hello.upc", "-o", "h.o"), 1, "there is no 'h.o'"),
    ((UPCC, "-T", "-3", "hello.upc"), 1, "invalid number of threads '-3'"),
    ((UPCC, "-T", "four", "hello.upc"), 1, "-T 4 is a number of threads"),
)
for command, status, words in WRONG:
    result = run(*command, status=status, env={"XDG_CONFIG_HOME": os.getcwd()})
    check(words in result.err, "message", result)
check_files(absent=("polder",))
print("pass")
