"""The distances that movable tasks are stolen over, on a machine that is made up, with a thread on
each of its 32 processing units: bench/extensions/uts_movable.upc. Each steal has a distance, and
the program knows how many threads are at each. Which steals happen depends on when threads run."""

# sanitize: no (seconds of work, and processes)
# cores: 2
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

DEEP = "package:2 numa:2 l3:1 core:4 pu:2"
LEVELS = ("core", "l3", "numa", "package", "node")
# Of 31 others, one is on the core, six more in the cache, eight more in the package.
OTHERS = {"core": 1 / 31, "l3": 6 / 31, "numa": 0, "package": 8 / 31, "node": 16 / 31}

upcc("-O2", f"{SOURCE}/bench/extensions/uts_movable.upc", "-lm", "-o", "uts")


def run(processes):
    """One run; True when there were steals in it."""
    result = upcrun(
        *("-n", "32", "-p", processes, "--bind", "pu", "./uts", "S"),
        env={"POLDER_TOPOLOGY": DEEP},
    )
    check("verified" in result.out, processes, result)
    told = dict(line.split() for line in result.out.splitlines() if len(line.split()) == 2)
    shares = sum(float(told[f"share_{level}"]) for level in LEVELS)
    near = float(told["near_steals"])
    check(float(told["far_steals"]) == 0, "one node", result)
    check(abs(shares - (near > 0)) < 0.01, "each steal has a distance", result)
    for level, share in OTHERS.items():
        check(abs(float(told[f"others_{level}"]) - share) < 0.001, f"others: {level}", result)
    return near > 0


for processes in ("1", "4", "32"):
    check(any(run(processes) for _ in range(20)), "nothing is stolen", processes)
print("pass")
