"""Misuse gives an error that says what to do, not a hang: programs that are none, wrong numbers,
impossible sizes."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

EMPTY = "#include <upc.h>\nint main(void) { upc_barrier; return 0; }\n"


def refused(status, text, *words, env=None):
    result = upcrun(*words, status=status, env=env)
    check(
        text in result.err and result.err.startswith("polder: "),
        f"expected a message with '{text}'",
        result,
    )
    check(result.err.count("polder: error") == 1, "one message", result)


write("empty.upc", EMPTY)
upcc("empty.upc", "-o", "empty")
refused(127, "not found", "-n", "2", "./missing")
refused(127, "not found", "-n", "2", "no-such-program-anywhere")
refused(126, "not an executable", "-n", "2", "empty.upc")
write("script", "#!/nonexistent/interpreter\n")
os.chmod("script", 0o755)
refused(126, "cannot run './script'", "-n", "2", "./script")
refused(1, "never joined", "-n", "2", "true")
refused(7, "exit code 7", "-n", "3", "sh", "-c", "exit 7")
refused(2, "-n needs a number", "-n", "0", "./empty")
refused(2, "-n needs a number", "-n", "four", "./empty")
refused(2, "-n needs a number", "-n", "4294967297", "./empty")
# more than kernel or memory can hold
refused(
    1,
    (
        "of this machine allows"
        if int(read("/proc/sys/kernel/pid_max")) <= 5000000
        else "need at least"
    ),
    "-n",
    "5000000",
    "./empty",
)
refused(2, "3 processes for 2 threads", "-n", "2", "-p", "3", "./empty")
refused(2, "--bind is share, package, numa, l3, core, pu or none", "--bind", "socket", "./empty")
refused(2, "needs a size", "--shared-heap", "lots", "./empty")
refused(2, "number of seconds", "--timeout", "soon", "./empty")
refused(2, "--kill-after needs a number of seconds", "--kill-after", "-1", "./empty")
refused(2, "unknown option '--thread'", "--thread", "2", "./empty")
refused(2, "no program given", "-n", "2")
refused(2, "needs a value", "-n")
refused(1, "segment", "-n", "2", "--segment", "tape", "./empty")

# few descriptors: it works, or what is missing is said
for limit in range(4, 10):
    result = run("sh", "-c", f"ulimit -n {limit}; exec {UPCRUN} -n 4 ./empty", status=None)
    said = "Too many open files" in result.err or "(ulimit -n)" in result.err
    check(
        result.status == 0 if limit > 7 else result.status == 0 or result.status == 1 and said,
        f"{limit} descriptors",
        result,
    )

# one process of several is not the program
write("mixed", "#!/bin/sh\ncase $POLDER_CONTROL in *:0) exec ./empty;; esac\nexit 3\n")
os.chmod("mixed", 0o755)
refused(3, "never joined", "-n", "3", "./mixed")

# compiled for a fixed number of threads
upcc("-fupc-threads=3", "empty.upc", "-o", "three")
upcrun("-n", "3", "./three")
upcrun("-n", "3", "-p", "1", "./three")
upcrun("./three")
upcrun("-p", "1", "./three")
run("./three")
for processes in ("1", "2"):
    refused(1, "compiled for 3 threads", "-n", "2", "-p", processes, "./three")
write("other.upc", "#include <upc.h>\nint other(void) { return MYTHREAD; }\n")
upcc("-fupc-threads=3", "-c", "empty.upc", "-o", "empty3.o")
upcc("-fupc-threads=4", "-c", "other.upc", "-o", "other4.o")
upcc("-c", "other.upc", "-o", "other.o")
for second, text in (("other4.o", "other.upc for 4"), ("other.o", "any number")):
    result = upcc("empty3.o", second, "-o", "disagree", status=None)
    if result.status == 0:  # the linker cannot see it; the start does
        refused(1, text, "-n", "3", "./disagree")
        alone = run("./disagree", status=1)
        check(
            text in alone.err and "empty.upc" in alone.err and "other.upc" in alone.err,
            "alone",
            alone,
        )

# a malformed variable is named, and the default holds
result = upcrun("-n", "2", "./empty", env={"POLDER_STACK": "big"})
check("POLDER_STACK=big" in result.err, "malformed variable", result)
result = upcrun("--env", env={"POLDER_TIMEOUT": "5"})
check("POLDER_TIMEOUT" in result.out and "environment" in result.out, "--env", result)
result = upcrun("--show", "-n", "7", "-p", "2")
check("thread 3: process 0" in result.out and "thread 4: process 1" in result.out, "--show", result)
print("pass")
