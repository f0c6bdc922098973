"""Nothing may stay behind: no process, no object in /dev/shm, no System V segment.

A process is found below the worker that ran the test: whoever loses its parent there becomes the
worker's child (limits.py). A shared-memory object has no owner. It is a leak of the tests that ran
when it was first seen, if it still exists once all of them have ended."""

import os

from . import limits, process, whereabouts

# To end by itself behind its test. One that waits for a core is not judged before it gets one.
GRACE = limits.Limit(processor=5, asleep=2)
# Of other libraries, not Polder's. LLVM's OpenMP knows itself in a process by the first. Open MPI 5
# leaves the second behind when a rank is killed. Processes that have nothing to do with a run may
# have them, too.
FOREIGN = ("__KMP_REGISTERED_LIB_", "sm_segment.")


def processes_here():
    limits.reap_orphans()
    return [p.pid for p in limits.tree(os.getpid()) if p.state != "Z"]


def leftover_processes():
    """Command lines of the processes below this one that do not end by themselves; they are
    killed."""
    limits.until(lambda: not processes_here(), limits.Meter(GRACE, beat=0.1))
    left = [whereabouts.command_of(pid) for pid in processes_here()]
    process.kill_tree()
    return left


def shared_objects():
    """But for those of others."""
    found = set()
    try:
        found.update(
            "/dev/shm/" + name for name in os.listdir("/dev/shm") if not name.startswith(FOREIGN)
        )
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
    """Call begin and end around each test; end returns the objects that test is the last suspect
    of."""

    def __init__(self):
        self.before = shared_objects()
        self.running = set()
        self.suspects = {}

    def begin(self, test):
        self.running.add(test)

    def end(self, test):
        now = shared_objects() - self.before
        for thing in now:
            self.suspects.setdefault(thing, set(self.running))
        self.running.discard(test)
        leaked = [
            thing for thing, who in self.suspects.items() if thing in now and not who & self.running
        ]
        for thing in list(self.suspects):
            if thing in leaked or thing not in now:
                del self.suspects[thing]
        self.before.update(leaked)
        return leaked
