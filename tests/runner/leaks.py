"""Nothing may stay behind: no process, no object in /dev/shm, no System V segment.

A process is found by a mark in its environment, so it belongs to one test for sure. A shared-memory object carries no mark: it
is a leak of the tests that ran when it was first seen, once all of them have ended and it still exists.
"""
import os
import signal
import threading
import time

MARK = "POLDER_TEST_MARK"
GRACE = 2.0
# Of other libraries, not Polder's: LLVM's OpenMP knows itself in a process by the first, Open MPI 5 leaves the second behind when a rank is killed.
# Processes that have nothing to do with a run may have them, too.
FOREIGN = ("__KMP_REGISTERED_LIB_", "sm_segment.")


def marked_processes(mark):
    needle = f"{MARK}={mark}".encode()
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/environ", "rb") as f:
                if needle not in f.read().split(b"\0"):
                    continue
            with open(f"/proc/{entry}/stat") as f:
                if f.read().rpartition(")")[2].split()[0] == "Z":
                    continue
            found.append(int(entry))
        except OSError:
            continue
    return found


def leftover_processes(mark):
    """Command lines of processes of that mark that are still there after a moment; they are killed."""
    deadline = time.monotonic() + GRACE
    left = marked_processes(mark)
    while left and time.monotonic() < deadline:
        time.sleep(0.02)
        left = marked_processes(mark)
    described = []
    for pid in left:
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as f:
                described.append(f"{pid}: " + f.read().replace(b"\0", b" ").decode(errors="replace"))
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
    return described


def shared_objects():
    """But for those of others."""
    found = set()
    try:
        found.update("/dev/shm/" + name for name in os.listdir("/dev/shm") if not name.startswith(FOREIGN))
    except OSError:
        pass
    try:
        with open("/proc/sysvipc/shm") as f:
            next(f)
            found.update("System V segment " + line.split()[1] for line in f)
    except (OSError, StopIteration):
        pass
    return found


class SharedObjectWatch:
    """Call begin and end around each test; end returns the objects that test is the last suspect of."""

    def __init__(self):
        self.lock = threading.Lock()
        self.before = shared_objects()
        self.running = set()
        self.suspects = {}

    def begin(self, test):
        with self.lock:
            self.running.add(test)

    def end(self, test):
        with self.lock:
            now = shared_objects() - self.before
            for thing in now:
                self.suspects.setdefault(thing, set(self.running))
            self.running.discard(test)
            leaked = [thing for thing, who in self.suspects.items() if thing in now and not who & self.running]
            for thing in list(self.suspects):
                if thing in leaked or thing not in now:
                    del self.suspects[thing]
            self.before.update(leaked)
            return leaked
