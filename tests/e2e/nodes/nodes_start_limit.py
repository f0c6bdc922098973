"""POLDER_START_LIMIT counts while upcrun looks, so its own stop makes no host late."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import signal  # noqa: E402
import time  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write("hello.upc", HELLO)
upcc("hello.upc", "-o", "hello")
os.mkfifo("come")
write("waits", '#!/bin/sh\nshift\n: >asked\n: <come\nexec "$@"\n')
os.chmod("waits", 0o755)
job = start(
    UPCRUN,
    "-N",
    "a,b",
    "--rsh",
    os.path.abspath("waits") + " {host}",
    "-n",
    "2",
    "./hello",
    env={"POLDER_START_LIMIT": "3"},
)
until(lambda: os.path.exists("asked"), "no host was asked to start")
job.send_signal(signal.SIGSTOP)
time.sleep(4)
gate = os.open("come", os.O_RDWR)  # opens it for both hosts, whenever they come to it
job.send_signal(signal.SIGCONT)
out, err = finish(job)
check(out == "sum 3 of 2 threads\n", "a stop was taken for hosts that do not come", out, err)
print("pass")
