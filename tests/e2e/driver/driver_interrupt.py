"""Ctrl-C, TERM and HUP while the back end works: upcc ends by that signal, leaving no process and
no file. Nor does it leave any when it is killed."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import signal  # noqa: E402
import subprocess  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

# A compiler that translates well but takes its time to make the object.
write(
    "slow-cc",
    '#!/bin/sh\ncase " $* " in *\' -E \'*) exec cc "$@";; esac\ntouch started\nexec sleep 60\n',
)
os.chmod("slow-cc", 0o755)
write("a.c", "int main(void) { return 0; }\n")
write("tmp/keep", "")
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    if os.path.exists("started"):
        os.remove("started")
    child = subprocess.Popen(
        [UPCC, "--cc=./slow-cc", "a.c", "-o", "p"],
        env=dict(os.environ, TMPDIR="tmp"),
        start_new_session=True,
    )
    until(lambda: os.path.exists("started"), "the back-end C compiler was not started")
    child.send_signal(number)
    status = ended(child)
    check(status == -number, f"ended with {status} after signal {number}")
    check(os.listdir("tmp") == ["keep"], f"left in TMPDIR: {os.listdir('tmp')}")
    check_files([], ["p"])

# killed while the back-end C compiler makes the object, which comes only then: nothing is left once
# that compiler has ended
write(
    "late-cc",
    '#!/bin/sh\ncase " $* " in *\' -E \'*) exec cc "$@";; esac\ntouch started\n'
    'while [ ! -e go ]; do sleep 0.02; done\n'
    'for name in "$@"; do case $name in */upcc*.o) echo again >$name; touch made;; esac; done\n',
)
os.chmod("late-cc", 0o755)
os.remove("started")
child = subprocess.Popen(
    [UPCC, "--cc=./late-cc", "a.c", "-o", "p"],
    env=dict(os.environ, TMPDIR="tmp"),
    start_new_session=True,
)
until(lambda: os.path.exists("started"), "the back-end C compiler was not started")
check(len(os.listdir("tmp")) == 2, "a temporary file", os.listdir("tmp"))
os.killpg(child.pid, signal.SIGKILL)
child.wait()
write("go", "")
until(lambda: os.path.exists("made"), "the back-end C compiler does not end")
until(lambda: os.listdir("tmp") == ["keep"], "left in TMPDIR", lambda: os.listdir("tmp"))

# killed while the compilers underneath wait for their text (one finds the warnings, one makes the
# object): no object. They go on, and hold upcc's output, so finish waits for them.
write(
    "waiting-cc",
    '#!/bin/sh\ncase " $* " in *\' -E \'*) cc "$@"; exec sleep 60;; esac\n'
    'touch waits$$\ncc "$@"; echo ended $?\n',
)
os.chmod("waiting-cc", 0o755)
child = start(UPCC, "--cc=./waiting-cc", "-Wall", "-c", "a.c", start_new_session=True)
until(
    lambda: sum(name.startswith("waits") for name in os.listdir(".")) == 2,
    "the compilers underneath were not started",
)
os.killpg(child.pid, signal.SIGKILL)
said, _ = finish(child)
check(
    said.count("ended") == 2 and "ended 0" not in said,
    "a back-end C compiler made an object of nothing",
    said,
)
check_files([], ["a.o"])

# a mistake ends it quietly
write("bad.upc", "int main(void) { return undeclared; }\n")
result = upcc("-c", "bad.upc", status=None)
check(
    result.status == 1 and result.err.count("error") == 1 and "comment" not in result.err,
    "more is said than the mistake",
    result,
)
check_files([], ["bad.o"])

# a stage that dies of a signal is reported
write("dying-cc", '#!/bin/sh\ncase " $* " in *\' -E \'*) exec cc "$@";; esac\nkill -SEGV $$\n')
os.chmod("dying-cc", 0o755)
result = upcc("--cc=./dying-cc", "-c", "a.c", status=None)
check(
    result.status == 1 and "signal 11" in result.err, "a crash of the back-end C compiler", result
)
print("pass")
