"""Limits that other people's load does not decide: the processor time of a test's own processes,
and the time they all sleep.

A wall clock measures the machine, not the test. A test beside eight busy loops takes ten times as
long, and nothing is wrong. So a limit here has two parts, and a test has to keep within both:

  processor   seconds of processor time of all its processes together. A test that spins for ever
              meets this limit.
  asleep      seconds in which none of its threads could have run: each of them waited for something
              other than a core or a disk. A test that waits for ever meets this limit.

A test that neither uses a core nor sleeps waits for a core: the machine owes it time, and no limit
comes nearer.

Whose processes. The tree is that of the process `POLDER_TEST_ROOT`, which takes over every orphan
below it (PR_SET_CHILD_SUBREAPER). So sessions, process groups, daemons and namespaces do not lead
out of the tree. A worker of the runner is the root of its test; a script started by hand is its own
root.

What is counted. A process that was waited for adds its time to its parent's (cutime, cstime), so
nothing is lost when it ends. It leaves /proc at that very moment, so nothing counts twice.

How time is counted. `Meter.reached` looks at the tree once a beat. A beat counts as its nominal
length however long it took. A machine that stood still for two minutes, or did not run the
observer, costs a test one beat."""

import ctypes
import os
import select
import time

ROOT_VARIABLE = "POLDER_TEST_ROOT"
PR_SET_CHILD_SUBREAPER = 36
PR_SET_PDEATHSIG = 1
TICKS = os.sysconf("SC_CLK_TCK")
WANTS_TO_RUN = "RD"  # states of a thread that has a core, waits for one, or waits for a disk
LONGEST_BEAT = 1.0


def process_control(option, value):
    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def adopt_orphans():
    """From now on this process is the parent of whoever loses its own below it."""
    process_control(PR_SET_CHILD_SUBREAPER, 1)


def root():
    """The process whose tree is the test. A script that nobody runs as a test is its own."""
    given = os.environ.get(ROOT_VARIABLE)
    if given is None:
        adopt_orphans()
        given = os.environ[ROOT_VARIABLE] = str(os.getpid())
    return int(given)


class Process:
    """What /proc/PID/stat says: parent, state of the first thread, ticks of processor time with and
    of ended children."""

    def __init__(self, pid):
        with open(f"/proc/{pid}/stat", "rb") as f:
            fields = f.read().rpartition(b")")[2].split()
        self.pid, self.state, self.parent = pid, fields[0].decode(), int(fields[1])
        self.own, self.ended = int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])


def state_of_thread(path):
    try:
        with open(path, "rb") as f:
            return f.read().rpartition(b")")[2].split()[0].decode()
    except (OSError, IndexError):
        return "X"


def wants_to_run(process):
    if process.state in WANTS_TO_RUN:
        return True
    try:
        threads = os.listdir(f"/proc/{process.pid}/task")
    except OSError:
        return False
    return len(threads) > 1 and any(
        state_of_thread(f"/proc/{process.pid}/task/{t}/stat") in WANTS_TO_RUN for t in threads
    )


def tree(top):
    """The processes below `top`, without it; zombies are among them until somebody has waited for
    them."""
    found, children = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                process = Process(int(entry))
            except (OSError, IndexError):
                continue
            found[process.pid] = process
            children.setdefault(process.parent, []).append(process)
    below, open_ones = [], [top]
    while open_ones:
        more = children.get(open_ones.pop(), [])
        below += more
        open_ones += [p.pid for p in more]
    return below


def processor_seconds(top, below=None):
    """Of everything below `top` since `top` began, without top's own."""
    below = tree(top) if below is None else below
    return (Process(top).ended + sum(p.own + p.ended for p in below)) / TICKS


class Limit:
    def __init__(self, processor, asleep):
        self.processor, self.asleep = processor, asleep

    def times(self, factor):
        return Limit(self.processor * factor, self.asleep * factor)


class Meter:
    """Begins now; `reached` says from time to time whether a limit was met, in words, else None."""

    def __init__(self, limit, top=None, beat=LONGEST_BEAT):
        self.limit, self.top, self.beat = limit, top or root(), beat
        self.asleep, self.begin, self.last = 0.0, processor_seconds(self.top), time.monotonic()

    def processor(self):
        return processor_seconds(self.top) - self.begin

    def reached(self):
        now = time.monotonic()
        if now - self.last < self.beat:
            return None
        self.last = now
        below = tree(self.top)
        # The observer is awake by nature.
        if not any(wants_to_run(p) for p in below if p.pid != os.getpid()):
            self.asleep += self.beat
        used = processor_seconds(self.top, below) - self.begin
        if used > self.limit.processor:
            return f"used {used:.0f} s of processor time (limit {self.limit.processor:.0f})"
        if self.asleep > self.limit.asleep:
            return (
                f"slept for {self.asleep:.0f} s: all of its threads waited (limit"
                f" {self.limit.asleep:.0f})"
            )
        return None


def ends(process, meter):
    """Waits for a child, a Popen, to end. None if it did, else which limit it met. Its output must
    not go to a pipe of ours."""
    try:
        watched = os.pidfd_open(process.pid)
    except ProcessLookupError:
        process.wait()
        return None
    try:
        poll = select.poll()
        poll.register(watched, select.POLLIN)
        while not poll.poll(meter.beat * 1000):
            reason = meter.reached()
            if reason:
                return reason
    finally:
        os.close(watched)
    process.wait()
    return None


def until(condition, meter, pause=0.02):
    """Waits for a condition. None if it came true, else which limit was met before."""
    while not condition():
        reason = meter.reached()
        if reason:
            return None if condition() else reason
        time.sleep(pause)
    return None


def reap_orphans():
    """Waits for the children that came to this process as orphans and have ended; those of
    `subprocess` must have been waited for."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass
