"""Programs started through wrappers (time, a shell, a debugger), with closed descriptors, from a
terminal, and within jobs."""

# sanitize: not thread (it does not see what orders threads of several processes)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import pty  # noqa: E402
import time  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write("hello.upc", HELLO)
upcc("hello.upc", "-o", "hello")
SUM = "sum 6 of 3 threads\n"

check(upcrun("-n", "3", "sh", "-c", "./hello; true").out == SUM, "a shell around the program")
check(upcrun("-n", "3", "-p", "2", "env", "X=1", "./hello").out == SUM, "env around the program")
upcrun("-n", "3", "sh", "-c", "./hello; exit 3", status=3)

# a job inside a job: settings of the outer one do not reach it
write("inner.sh", f"#!/bin/sh\nunset POLDER_CONTROL\nexec '{UPCRUN}' -n 3 ./hello\n")
os.chmod("inner.sh", 0o755)
result = upcrun("-n", "1", "-p", "1", "--label", "sh", "-c", "./inner.sh; ./hello")
check(SUM in result.out and "[0] sum 1 of 1 threads" in result.out, "a job inside a job", result)

for closed in ("<&-", ">&-", "<&- >&- 2>&-"):
    for command in (f"'{UPCRUN}' -n 3 ./hello {closed}", f"./hello {closed}"):
        result = run("sh", "-c", command)
        check(
            result.err == "" and (result.out.startswith("sum") or ">&-" in closed),
            f"closed descriptors: {command}",
            result,
        )

# on a terminal: line by line, answers to prompts, Ctrl-\\ asks, Ctrl-C ends
write(
    "talk.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    char line[80];
    if (MYTHREAD == 0) {
        printf("name? ");
        if (fgets(line, sizeof line, stdin)) printf("hello %s", line);
    }
    upc_barrier;
    pause();
    return 0;
}
""",
)
upcc("-g", "talk.upc", "-o", "talk")
for processes in ("1", "3"):
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(UPCRUN, [UPCRUN, "-n", "3", "-p", processes, "./talk"])
    seen = ""

    def wait_for(text):
        global seen
        while text not in seen:
            piece = heard(terminal).decode(errors="replace")
            check(piece, f"the terminal closed before '{text}': {seen!r}")
            seen += piece

    wait_for("name? ")
    os.write(terminal, b"Ada\n")
    wait_for("hello Ada")

    def where_threads_are(seconds):
        global seen
        time.sleep(seconds)
        seen = ""
        os.write(terminal, b"\x1c")
        wait_for("the job goes on")
        return seen

    # the C library may be one without symbols: the line of the program is what must be named
    settled(
        where_threads_are,
        lambda text: (
            None
            if "thread 2: runs" in text and text.count("talk.upc:13") == 3
            else "where the threads are"
        ),
    )
    os.write(terminal, b"\x03")
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    check(status == 130, f"Ctrl-C: status {status}: {seen}")
    check("polder: error" not in seen, "Ctrl-C is no error", seen)
    os.close(terminal)
print("pass")
