"""A hang can be read: --timeout and SIGQUIT say for each thread where it is and what it waits
for."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import signal  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

TEXT = r"""
#include <upc.h>
#include <stdio.h>
#include <unistd.h>
volatile int go = 1;
int main(void)
{
    upc_barrier;
    upc_barrier;
    fprintf(stderr, "ready\n");
    if (MYTHREAD == 1) while (go) ;      // spins
    if (MYTHREAD == 2) pause();          // sleeps
    upc_barrier;                         // waits
    return 0;
}
"""
write("hang.upc", TEXT)
LINES = {
    word: i
    for i, line in enumerate(TEXT.split("\n"), 1)
    for word in ("spins", "sleeps", "waits")
    if line.endswith("// " + word)
}
upcc("-g", "hang.upc", "-o", "hang")


def problem_of(text):
    """What the report lacks; None: it says where all four threads are."""
    threads = dict(re.findall(r"  thread (\d): (.*(?:\n    #.*)*)", text))
    if sorted(threads) != ["0", "1", "2", "3"]:
        return "four threads"
    for thread in ("0", "3"):
        if (
            "waits in upc_barrier, barrier 3" not in threads[thread]
            or "threads 1, 2 not there" not in threads[thread]
        ):
            return f"what thread {thread} waits for"
        if f"hang.upc:{LINES['waits']}" not in threads[thread]:
            return f"line of thread {thread}"
    for thread, does in (("1", "spins"), ("2", "sleeps")):
        if "runs" not in threads[thread] or f"hang.upc:{LINES[does]}" not in threads[thread]:
            return f"thread {thread}, which {does}"
    return None


def lock_problem(result):
    waiting = (
        r"thread [023]: waits for the lock at 0x.*held by thread 1\n    #0 main at .*lock.upc:11"
    )
    return (
        None
        if len(re.findall(waiting, result.err)) == 3
        else "three threads that wait for the lock"
    )


def report_asked_for(job, seconds):
    """The report after SIGQUIT."""
    time.sleep(seconds)
    job.send_signal(signal.SIGQUIT)
    text = ""
    while "job goes on" not in text:
        line = job.stderr.readline()
        check(line, "upcrun ended", text)
        text += line
    return text


write(
    "lock.upc",
    r"""
#include <upc.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    upc_lock_t *lock = upc_all_lock_alloc();
    if (MYTHREAD == 1) upc_lock(lock);
    upc_barrier;
    if (MYTHREAD == 1) pause();
    upc_lock(lock); // waits
    return 0;
}
""",
)
upcc("-g", "lock.upc", "-o", "lock")
for mapping in (("-n", "4"), ("-n", "4", "-p", "1"), ("-n", "4", "-p", "2")):
    settled(lambda s: upcrun(*mapping, "--timeout", str(s), "./lock", status=124), lock_problem, 1)
    result = settled(
        lambda s: upcrun(*mapping, "--timeout", str(s), "./hang", status=124),
        lambda r: problem_of(r.err),
        1.5,
    )
    check("--timeout" in result.err, "the reason", result)
    job = subprocess.Popen([UPCRUN, *mapping, "./hang"], stderr=subprocess.PIPE, text=True)
    for _ in range(4):
        check(job.stderr.readline() == "ready\n", "start")
    for turn in range(2):  # the job goes on
        settled(lambda s: report_asked_for(job, s), problem_of)
    job.send_signal(signal.SIGTERM)
    check(ended(job) == 143, "SIGTERM after the report")
print("pass")
