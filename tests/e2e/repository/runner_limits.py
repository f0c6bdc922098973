"""The runner's own limits (tests/runner/limits.py). Who spins or sleeps for ever is ended, wherever
in the tree it is. Who does not get a core is not. What a test leaves behind is found, also in a
session of its own."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import signal  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402

from runner import limits, process  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

os.environ[limits.ROOT_VARIABLE] = str(
    os.getpid()
)  # a tree of its own: some of what follows is lost on purpose
limits.adopt_orphans()
SPIN, SLEEP = "while :; do :; done", "sleep 1000"
FEW = Limit(0.5, 0.5)


def outcome(script, limit=FEW):
    return process.run(["sh", "-c", script], limit)


check("processor time" in (outcome(SPIN).reached or ""), "a loop without end")
check("slept" in (outcome(SLEEP).reached or ""), "a sleep without end")
check(
    "processor time" in (outcome(f"setsid sh -c '{SPIN}' & wait").reached or ""),
    "a loop in a session of its own",
)
check(
    "processor time"
    in (outcome(f"(setsid sh -c '{SPIN}' &) ; sleep 1000", Limit(0.5, 1000)).reached or ""),
    "a loop whose parent has gone",
)
check(
    "processor time"
    in (
        outcome(
            f"sh -c 'i=0; while [ $i -lt 2000000 ]; do i=$((i+1)); done'; {SLEEP}", Limit(0.5, 1000)
        ).reached
        or ""
    ),
    "time of a process that has ended",
)
check(outcome("exit 3").status == 3, "an exit status")
process.kill_tree()

# Stopped or asleep counts, whoever keeps the observer busy; a beat that came late counts once.
meter = limits.Meter(Limit(1000, 1000), beat=0.05)
job = subprocess.Popen(["sleep", "1000"])
time.sleep(1)
meter.reached()
check(meter.asleep == 0.05, "a machine that stood still for a second", meter.asleep)
job.kill()
job.wait()

# Who wants to run but gets no core uses up nothing. Nine loops share the core of this test, and one
# of them is looked at.
cores = os.sched_getaffinity(0)
others = []
try:
    os.sched_setaffinity(0, {min(cores)})
    others = [subprocess.Popen(["nice", "-n", "0", "sh", "-c", SPIN]) for _ in range(8)]
    slow = process.run(
        ["nice", "-n", "19", "sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"],
        Limit(1000, 0.5),
    )
    check(slow.status == 0 and not slow.timed_out, "a program without a core", slow.text())
finally:
    os.sched_setaffinity(0, cores)
    for other in others:
        other.kill()
        other.wait()

# What stays behind: a run of the runner over such a test.
write("tests/run.py", read(f"{SOURCE}/tests/run.py"))
check(run("cp", "-r", f"{SOURCE}/tests/runner", "tests/runner").status == 0, "a copy of the runner")
write("tests/e2e/leaves.sh", "setsid sleep 1000 >/dev/null 2>&1 &\nexit 0\n")
write("tests/e2e/ends.sh", "setsid sleep 0.3 >/dev/null 2>&1 &\nexit 0\n")
runner = ("tests/run.py", "--build", BUILD, "--compiler", UPCC, "--launcher", UPCRUN, "--jobs", "2")
result = run(sys.executable, *runner, status=1)
check(
    "1 passed, 1 failed" in result.out
    and "left behind" in result.out
    and "sleep 1000" in result.out,
    "a process left behind",
    result,
)
check(
    not [p for p in limits.tree(limits.root()) if "sleep" in read(f"/proc/{p.pid}/cmdline")],
    "it was killed",
)

# A run that is ended ends its tests.
os.unlink("tests/e2e/leaves.sh")
OURS = f"1000.{os.getpid()}"  # no other sleep on the machine takes as long
write("tests/e2e/ends.sh", f'touch "$STARTED"\nsetsid sleep {OURS} & sleep {OURS}\n')


def ours_left():
    found = []
    for process_id in processes_named("sleep"):
        try:
            line = read(f"/proc/{process_id}/cmdline")
        except OSError:
            continue
        if OURS in line:
            found.append(line)
    return found


for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
    job = start(sys.executable, *runner, env={"STARTED": os.path.abspath(f"started{number}")})
    until(lambda: os.path.exists(f"started{number}"), "the test did not start")
    job.send_signal(number)
    finish(job)
    until(lambda: not ours_left(), f"{number}: processes left")

# A reader that has gone ends the runner, with all that it has started.
few = f"'{SOURCE}/tests/run.py' --verbose --build '{BUILD}' --filter emit/objects"
closed = f"'{sys.executable}' -u {few} | head -0"
check(not outcome(closed, Limit(60, 20)).reached, "a runner whose output nobody reads")
print("pass")
