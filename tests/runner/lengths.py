"""How long tests are: what orders them, the longest first, and what the time left is told from.

A length is processor time and time asleep, which do not depend on what else the machine does. They
are noted in the build directory after every run. For the first run of a build they stand in
durations.txt beside this file (`tests/run.py --record` writes it). How long each run of all tests
took stands in the build directory, in test-runs.txt."""

import os
import time

NAME = "durations.txt"
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME)
RUNS = "test-runs.txt"
LEAST_BUSY = 0.1  # of a core: it wakes now and then
LEAST = 0.5  # shorter tests are not written to durations.txt


class Lengths:
    def __init__(self, build, long):
        self.long = long  # its lengths are others: they are told, not noted
        self.path = os.path.join(build, "test-" + NAME)
        self.known = {}  # name -> (processor, asleep)
        for path in (HERE, self.path):
            self.known.update(read(path))

    def of(self, test):
        return self.known.get(test.name, (test.usual_seconds, 0.0))

    def wall(self, test):
        """Seconds on a machine with nothing else to do."""
        processor, asleep = self.of(test)
        return processor / test.cores() + asleep

    def busy(self, test, cores):
        """Cores it keeps busy on average: the more it sleeps, the fewer."""
        processor, _ = self.of(test)
        most = min(test.cores(), cores)
        return min(most, max(LEAST_BUSY, processor / max(self.wall(test), LEAST_BUSY)))

    def occupied(self, test, cores, seconds=float("inf")):
        """Seconds times cores, of the whole test or of so many seconds of it."""
        return min(self.wall(test), seconds) * self.busy(test, cores)

    def note(self, results):
        if self.long:
            return
        for r in results:
            if r.status == "passed":
                self.known[r.name] = (r.processor, r.asleep)
        try:
            write(self.path, self.known, 0)
        except OSError:
            pass  # a build somebody else owns


def read(path):
    try:
        with open(path, encoding="utf-8") as f:
            rows = [line.split(maxsplit=2) for line in f if not line.startswith("#")]
        return {name.strip(): (float(processor), float(asleep)) for processor, asleep, name in rows}
    except (OSError, ValueError):
        return {}


def write(path, known, least):
    with open(path, "w", encoding="utf-8") as f:
        processor = sum(p for p, _ in known.values())
        f.write(
            "# seconds of processor time, seconds asleep, test; "
            f"{processor:.0f} s of processor time in all\n"
        )
        for name, (processor, asleep) in sorted(known.items()):
            if processor + asleep >= least:
                f.write(f"{processor:.1f} {asleep:.1f} {name}\n")


def record(results):
    """Writes durations.txt anew but for the tests that did not run or pass."""
    known = read(HERE)
    known.update({r.name: (r.processor, r.asleep) for r in results if r.status == "passed"})
    write(HERE, known, LEAST)


def note_run(build, results, seconds, jobs):
    """A line about a run as a whole: when, wall-clock seconds on how many cores, processor time,
    tests, failures."""
    failed = sum(r.status == "failed" for r in results)
    processor = sum(r.processor for r in results)
    now = time.strftime("%Y-%m-%d %H:%M", time.gmtime())
    try:
        with open(os.path.join(build, RUNS), "a", encoding="utf-8") as f:
            f.write(
                f"{now} UTC: {seconds:.0f} s on {jobs} cores, {processor:.0f} s of processor time, "
                f"{len(results)} tests, {failed} failed\n"
            )
    except OSError:
        pass  # a build somebody else owns
