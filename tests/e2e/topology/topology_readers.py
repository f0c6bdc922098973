"""upcrun, which asks hwloc, and a program without upcrun, which reads /sys itself, see the same.

Folders stand for the machines: one with cores of unlike kinds, one whose packages take turns in the
numbers of processors, one without caches. A program that mpirun starts reads as one that runs
alone."""

# cores: 2
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "where.upc",
    r"""
#include <polder/topology.h>
#include <stdio.h>
#include <upc.h>
int main(void)
{
    char line[200], *at = line;
    for (polder_level level = POLDER_LEVEL_PU; level < POLDER_LEVEL_NODE; level++) {
        const int object = polder_locality(MYTHREAD, level);
        const char *name = polder_level_name(level);
        if (object != POLDER_NOT_KNOWN) at += sprintf(at, ", %s %d", name, object);
        at += sprintf(at, " of %d", polder_locality_count(0, level));
    }
    printf("%d%s, %d\n", MYTHREAD, line, (int)polder_distance(0, THREADS - 1));
    return 0;
}
""",
)
upcc("where.upc", "-o", "where")


def make(root, cores):
    """A machine of cores: package, domain, cache (None: there is none), units."""
    base = f"{root}/sys/devices/system"

    def put(path, text):
        write(f"{base}/{path}", f"{text}\n")

    def put_set(stem, numbers, mask="", numbers_list="_list"):
        put(stem + mask, f"{sum(1 << n for n in numbers):08x}")
        put(stem + numbers_list, ",".join(map(str, sorted(numbers))))

    def units_with(part, value):
        return [unit for core in cores for unit in core[3] if core[part] == value]

    every = ",".join(str(unit) for unit in sorted(sum((core[3] for core in cores), [])))
    for name in ("online", "possible", "present"):
        put(f"cpu/{name}", every)
    put("node/online", ",".join(map(str, sorted({core[1] for core in cores}))))
    for number, (package, domain, cache, units) in enumerate(cores):
        put_set(f"node/node{domain}/cpu", units_with(1, domain), "map", "list")
        put(f"node/node{domain}/meminfo", f"Node {domain} MemTotal: 1000000 kB")
        for unit in units:
            topology = f"cpu/cpu{unit}/topology"
            put(f"{topology}/core_id", number)
            put(f"{topology}/physical_package_id", package)
            for name in ("core_cpus", "thread_siblings"):
                put_set(f"{topology}/{name}", units)
            for name in ("package_cpus", "core_siblings"):
                put_set(f"{topology}/{name}", units_with(0, package))
            if cache is None:
                continue
            index = f"cpu/cpu{unit}/cache/index0"
            for name, text in (("level", 3), ("type", "Unified"), ("size", "1024K")):
                put(f"{index}/{name}", text)
            put_set(f"{index}/shared_cpu", units_with(2, cache), "_map")
    return {"POLDER_TOPOLOGY": os.path.abspath(root)}


def alone(machine, unit, *words):
    """What a program tells that may run on that processor alone."""
    job = start(*words, env=machine, preexec_fn=lambda: os.sched_setaffinity(0, {unit}))
    out, err = finish(job)
    check(job.returncode == 0 and err == "", f"{words} on {unit}", out, err)
    return out.splitlines()


MACHINES = {
    "unlike": [(0, 0, 0, [0, 1]), (0, 0, 0, [2, 3]), (1, 1, 1, [4]), (1, 1, 1, [5])],
    "turns": [(0, 0, 0, [0, 8]), (1, 1, 1, [1, 9]), (0, 2, 2, [2, 10]), (1, 3, 3, [3, 11])],
    "cacheless": [(0, 0, None, [0]), (0, 0, None, [2]), (1, 0, None, [1]), (1, 0, None, [3])],
    "wide": [(0, n // 2, 0, [n]) for n in range(16)],
}
mine = sorted(os.sched_getaffinity(0))
compared = 0
for name, cores in MACHINES.items():
    machine = make(name, cores)
    units = [unit for core in cores for unit in core[3]]
    words = ("-n", str(len(units)), "-p", "1", "--bind", "pu")
    shown = run(UPCRUN, *words, "--show", env=machine).out
    thread_on = {int(u): int(t) for t, u in re.findall(r"thread (\d+):.*?processors (\d+),", shown)}
    check(sorted(thread_on) == sorted(units), f"{name}: a unit a thread", shown)
    told = run(UPCRUN, *words, "./where", env=machine).out.splitlines()
    of_thread = {int(line.split(",")[0]): line.split(",")[1:-1] for line in told}
    for unit in sorted(set(mine) & set(units)):
        found = alone(machine, unit, "./where")[0].split(",")[1:-1]
        check(found == of_thread[thread_on[unit]], f"{name}: processor {unit}", *told, found)
        compared += 1
if not compared:
    skip(f"none of the processors {mine} is one of the machines'")


def places(name, *words):
    shown = run(UPCRUN, *words, "--show", env={"POLDER_TOPOLOGY": os.path.abspath(name)}).out
    return re.findall(r"processors ([\d,-]*\d)", shown)


check(places("unlike", "-n", "4", "--bind", "core") == ["0-1", "2-3", "4", "5"], "unlike cores")
check(places("unlike", "-n", "3") == ["0-1", "2-3", "4-5"], "shares of unlike cores")
check(places("turns", "-n", "2") == ["0,2,8,10", "1,3,9,11"], "packages that take turns")
check(places("cacheless", "-n", "2", "--bind", "l3") == ["0,2", "1,3"], "no caches: packages")

unit = next(u for u in mine if u < 6)
unlike = {"POLDER_TOPOLOGY": os.path.abspath("unlike"), "POLDER_THREADS": "2"}
two = alone(unlike, unit, "./where")
check(len(two) == 2 and all(line.endswith(", 0") for line in two), "two threads on one unit", *two)
if shutil.which("mpirun"):
    words = ("--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-np", "2", "./where")
    check(sorted(alone(unlike, unit, "mpirun", *words)) == sorted(two), "by mpirun")
print("pass")
