"""Nothing may stay behind: no process, no object in /dev/shm, no System V segment.

A process is found below the worker that ran the test: whoever loses its parent there becomes the
worker's child (limits.py). A shared-memory object has no owner. It is a leak of the tests that ran
when it was first seen, if it still exists once all of them have ended.

Other programs share the machine. So only what Polder can have made counts. That is a name that
begins as all of its names do, or a System V segment with Polder's key and mode. Its creator has
ended, and nobody has attached it."""

import os

from . import limits, process, whereabouts

# To end by itself behind its test. One that waits for a core is not judged before it gets one.
GRACE = limits.Limit(processor=5, asleep=2)
NAMED = "/dev/shm"
OURS = "polder-"  # runtime/segment/memory.cc, conduits/hook/link.cc
SYSTEM_V = "/proc/sysvipc/shm"
OUR_KEY, OUR_MODE = 0, 0o600  # runtime/segment/system_v.cc


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


def is_our_segment(row):
    """row: of the kernel's table of System V segments, by its heads."""
    return (
        row["key"] == OUR_KEY
        and int(str(row["perms"]), 8) & 0o777 == OUR_MODE
        and row["cuid"] == os.getuid()
        and row["nattch"] == 0
        and not os.path.exists(f"/proc/{row['cpid']}")
    )


def system_v_segments():
    try:
        with open(SYSTEM_V) as f:
            heads = next(f).split()
            return [dict(zip(heads, map(int, line.split()))) for line in f]
    except (OSError, StopIteration):
        return []


def shared_objects():
    """Those that Polder can have made."""
    try:
        names = os.listdir(NAMED)
    except OSError:
        names = []
    found = {f"{NAMED}/{name}" for name in names if name.startswith(OURS)}
    found.update(
        f"System V segment {row['shmid']}" for row in system_v_segments() if is_our_segment(row)
    )
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
