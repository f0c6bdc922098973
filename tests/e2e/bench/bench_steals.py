#!/usr/bin/env python3
# Work stealing of bench/apps/uts.upc: the published numbers of nodes and leaves of trees T1, T3, T4
# and T5. Over two nodes of two threads, stealing from near threads first keeps at least twice as
# many steals on the node as random stealing. Which steals happen depends on when threads run. So
# the counts of some runs are added up, and more are taken while they do not suffice.
#
# sanitize: no (minutes of work)
import os
import subprocess
import sys

SOURCE = os.path.join(os.environ["POLDER_SOURCE"], "bench", "apps", "uts.upc")
UPCC, UPCRUN = os.environ["UPCC"], os.environ["UPCRUN"]
# long: (half a minute of one core for one property of one benchmark)
RUNS = 6


def fail(text):
    print("not true:", text)
    sys.exit(1)


def steals(*arguments):
    """(near, far) of a run, which must count the tree right."""
    done = subprocess.run([UPCRUN, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0 or "verified" not in done.stdout:
        fail(f"{arguments}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    figures = dict(line.split() for line in done.stdout.splitlines() if len(line.split()) == 2)
    return float(figures["near_steals"]), float(figures["far_steals"])


def share(near_far):
    return near_far[0] / max(1, sum(near_far))


def main():
    subprocess.run([UPCC, "-O2", SOURCE, "-o", "uts", "-lm"], check=True)
    for tree, form in (("A", "random"), ("B", "diffusion"), ("C", "local")):  # T1, T4, T5
        steals("-n", "4", "./uts", tree, form)
    counts = {"random": [0, 0], "local": [0, 0], "diffusion": [0, 0]}
    for taken in range(RUNS):
        for form, count in counts.items():
            near, far = steals("-n", "4", "--nodes", "2", "./uts", "W", form)
            count[0] += near
            count[1] += far
        if taken > 0 and share(counts["local"]) >= 2 * share(counts["random"]):
            break
    print(
        {
            form: f"{share(count):.2f} of {int(sum(count))} steals near"
            for form, count in counts.items()
        }
    )
    if share(counts["local"]) < 2 * share(counts["random"]):
        fail("stealing from near threads first does not double the share of near steals")
    if sum(counts["diffusion"]) >= sum(counts["random"]):
        fail("stealing half takes no fewer steals than stealing chunks")
    print("pass")


main()
