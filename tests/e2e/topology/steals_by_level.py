"""Where movable tasks are stolen from, on a machine that is made up, with a thread on each of its
32 processing units: bench/extensions/uts_movable.upc. Near threads are stolen from first. So the
steals inside an L3 cache are a larger share than its threads are of all. Which steals happen
depends on when threads run. So the counts of some runs are added up."""

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
RUNS = 6

upcc("-O2", f"{SOURCE}/bench/extensions/uts_movable.upc", "-lm", "-o", "uts")
steals = dict.fromkeys(LEVELS, 0)
for taken in range(RUNS):
    processes = ("1", "4", "32")[taken % 3]
    result = upcrun(
        *("-n", "32", "-p", processes, "--bind", "pu", "./uts", "S"),
        env={"POLDER_TOPOLOGY": DEEP},
    )
    check("verified" in result.out, processes, result)
    told = dict(line.split() for line in result.out.splitlines() if len(line.split()) == 2)
    shares = {level: float(told[f"share_{level}"]) for level in LEVELS}
    near = float(told["near_steals"])
    check(near > 0 and float(told["far_steals"]) == 0, "steals on one node", result)
    check(abs(sum(shares.values()) - 1) < 0.01, "each steal has a distance", result)
    for level, share in OTHERS.items():
        check(abs(float(told[f"others_{level}"]) - share) < 0.001, f"others: {level}", result)
    for level in LEVELS:
        steals[level] += near * shares[level]
    inside = (steals["core"] + steals["l3"]) / sum(steals.values())
    if taken >= 2 and inside > OTHERS["core"] + OTHERS["l3"]:
        break
check(inside > OTHERS["core"] + OTHERS["l3"], "near threads are stolen from first", str(steals))
print("pass")
