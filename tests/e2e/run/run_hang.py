"""A hang can be read: --timeout and SIGQUIT say for each thread where it is and what it waits for."""
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
LINES = {word: i for i, line in enumerate(TEXT.split("\n"), 1) for word in ("spins", "sleeps", "waits") if line.endswith("// " + word)}
upcc("-g", "hang.upc", "-o", "hang")


def check_report(text, context):
    threads = dict(re.findall(r"  thread (\d): (.*(?:\n    #.*)*)", text))
    check(sorted(threads) == ["0", "1", "2", "3"], f"{context}: four threads", text)
    for thread in ("0", "3"):
        check("waits in upc_barrier 3" in threads[thread] and "threads 1, 2 not there" in threads[thread], f"{context}: {thread}", text)
        check(f"hang.upc:{LINES['waits']}" in threads[thread], f"{context}: line of thread {thread}", text)
    check("runs" in threads["1"] and f"hang.upc:{LINES['spins']}" in threads["1"], f"{context}: spinning thread", text)
    check("runs" in threads["2"] and f"hang.upc:{LINES['sleeps']}" in threads["2"], f"{context}: sleeping thread", text)


write("lock.upc", r"""
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
""")
upcc("-g", "lock.upc", "-o", "lock")
for mapping in (("-n", "4"), ("-n", "4", "-p", "1"), ("-n", "4", "-p", "2")):
    result = upcrun(*mapping, "--timeout", "1", "./lock", status=124)
    check(len(re.findall(r"thread [023]: waits for the lock at 0x.*held by thread 1\n    #0 main at .*lock.upc:11", result.err)) == 3, "lock", result)
    result = upcrun(*mapping, "--timeout", "1.5", "./hang", status=124)
    check_report(result.err, f"--timeout {mapping}")
    check("--timeout" in result.err, "the reason", result)
    job = subprocess.Popen([UPCRUN, *mapping, "./hang"], stderr=subprocess.PIPE, text=True)
    for _ in range(4):
        check(job.stderr.readline() == "ready\n", "start")
    time.sleep(0.3)
    for turn in range(2):  # the job goes on
        job.send_signal(signal.SIGQUIT)
        text = ""
        while "job goes on" not in text:
            line = job.stderr.readline()
            check(line, "upcrun ended", text)
            text += line
        check_report(text, f"SIGQUIT {turn} {mapping}")
    job.send_signal(signal.SIGTERM)
    check(ended(job) == 143, "SIGTERM after the report")
print("pass")
