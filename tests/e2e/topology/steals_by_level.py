"""The distances of steals on a machine that is made up, with a thread on each of its 32 processing
units. They are of movable tasks, bench/extensions/uts_movable.upc, and of bench/apps/uts.upc. Each
steal has a distance, and the programs know how many threads are at each. Which steals happen
depends on when threads run. So those of some runs are added up, and more are taken while they do
not suffice. Rapid diffusion keeps more of them in the L3 cache than random stealing does."""

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

upcc("-O2", f"{SOURCE}/bench/extensions/uts_movable.upc", "-lm", "-o", "uts_movable")
upcc("-O2", f"{SOURCE}/bench/apps/uts.upc", "-lm", "-o", "uts")


def run(processes, *program):
    """Steals in the L3 cache and all of one run."""
    result = upcrun(
        *("-n", "32", "-p", processes, "--bind", "pu", *program),
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
    return near * (float(told["share_core"]) + float(told["share_l3"])), near


def share_in_cache(steals):
    return sum(inside for inside, _ in steals) / max(1, sum(all_of_run for _, all_of_run in steals))


for processes in ("1", "4", "32"):
    check(
        any(run(processes, "./uts_movable", "S")[1] for _ in range(20)), "nothing stolen", processes
    )

random, diffusion = [], []
for _ in range(RUNS):
    random.append(run("4", "./uts", "W", "random"))
    diffusion.append(run("4", "./uts", "W", "diffusion"))
    if share_in_cache(diffusion) > 1.5 * share_in_cache(random) > 0:
        break
shares = (share_in_cache(random), share_in_cache(diffusion))
check(shares[1] > 1.5 * shares[0] > 0, "diffusion does not stay in the cache", shares)
print("pass")
