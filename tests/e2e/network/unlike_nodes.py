"""Two unlike nodes: one of few threads and little memory, and a large one. UPC programs are right
on each alone and across both. What the large one has does not depend on the small one. Memory that
all threads have together is bounded by the small one, with an error and no crash.

The small one is bounded by its line of the hosts file and, where this machine allows it, by a
control group."""

# sanitize: not thread address (the processes of a node share memory)
# cores: 2
import atexit
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from faults.job import GROUPS, control_groups_possible  # noqa: E402
from runner import directives  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

LONG = os.environ.get("POLDER_TEST_LONG") == "1"
SOURCE = os.environ["POLDER_SOURCE"]
OVER_NODES = {"TEST_NODES": "2"}  # programs do less where each access is one of the network
GROUP_BYTES = 192 << 20
group = None


def group_remove():
    until(lambda: not read(f"{group}/cgroup.procs"), "an empty control group")
    os.rmdir(group)


if control_groups_possible():
    group = f"{GROUPS}/polder_unlike_{os.getpid()}"
    os.mkdir(group)
    atexit.register(group_remove)
    with open(f"{group}/memory.limit_in_bytes", "w", encoding="utf-8") as file:
        file.write(str(GROUP_BYTES))

# Runs a command "there". What runs on the small node is in the group.
enter = f'[ "$host" = small ] && echo $$ > {group}/cgroup.procs\n' if group else ""
write("there", f'#!/bin/sh\nhost=$1\nshift\n{enter}exec "$@"\n')
os.chmod("there", 0o755)
RSH = ("--rsh", os.path.abspath("there") + " {host}")

# Hosts: threads on the small node and on the large one, which comes first, limit of the small one.
SHAPES = ((1, 3, True, "64m"), (2, 6, False, None))


def hosts_of(small, large, small_first, heap):
    lines = [f"small slots={small}" + (f" heap={heap}" if heap else ""), f"large slots={large}"]
    write("hosts", "".join(f"{line}\n" for line in (lines if small_first else lines[::-1])))
    return "-N", "hosts", *RSH


def on_all(program, expected):
    """Across both nodes, and on each alone; as processes, and as pthreads of one a node."""
    for shape in SHAPES:
        across = hosts_of(*shape)
        for words in ((), ("--per-node", "1")):
            result = upcrun(*across, *words, program, env=OVER_NODES)
            check(expected(result.out), f"{program} on {shape} with {words}", result)
    for host in ("small slots=3 heap=64m\n", "large slots=4\n"):
        write("hosts", host)
        result = upcrun("-N", "hosts", *RSH, program, env=OVER_NODES)
        check(expected(result.out), f"{program} on {host}", result)


def is_plain(path):
    """Whether a program runs as it is, with any number of threads, and prints pass."""
    found = directives.read(path)
    names = ("flags", "ldflags", "files", "cfiles", "ccfiles", "args", "env", "expect")
    singles = ("static", "nodes", "exit", "stdin", "launch", "threads", "mappings", "alone", "long")
    return not any(found[name] for name in (*names, *singles))


def programs(folder, some):
    """All programs of a folder with --long."""
    names = sorted(os.listdir(os.path.join(SOURCE, folder))) if LONG else some
    paths = [os.path.join(SOURCE, folder, name) for name in names if name.endswith(".upc")]
    return [path for path in paths if is_plain(path)]


TESTS = programs(
    "tests/upc",
    (
        "6.6.2_forall.upc",
        "7.2.2_allocation.upc",
        "7.2.5_memory_copies.upc",
        "7.4.1_copies.upc",
    ),
)
check(len(TESTS) >= 4, "programs that run as they are", TESTS)
for path in TESTS:
    upcc(path, "-o", "program")
    on_all("./program", lambda out: out.split("\n").count("pass") == 1)
for path in programs("examples", ("samplesort.upc",)):
    upcc(path, "-o", "program")
    on_all("./program", lambda out: "PASS" in out and "FAIL" not in out)

# ---- memory: what each has, and all have together. ----

# A thread of the large node has twice as much as the group of the small one allows. All threads of
# both use it. Of an object over all threads the small node's part counts.
write(
    "memory.upc",
    """#include <stdio.h>
#include <upc.h>
enum { LARGE = 384 << 20, STEP = 1 << 20 };
shared [] char *shared area[THREADS];
shared int got[THREADS];
int main(void) {
    shared [] char *mine = upc_alloc(LARGE);
    long wrong = 0;
    area[MYTHREAD] = mine;
    got[MYTHREAD] = mine != NULL;
    for (long i = 0; mine && i < LARGE; i += 4096) mine[i] = 1;
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        for (long i = MYTHREAD + 1; got[t] && i < LARGE; i += STEP) area[t][i] = 7;
    upc_barrier;
    for (int t = 0; t < THREADS; t++)
        for (long i = 1; got[t] && i < LARGE; i += STEP) wrong += area[t][i] != 7;
    const int all = upc_all_alloc(THREADS, LARGE) != NULL;
    const int few = upc_all_alloc(THREADS, 1 << 20) != NULL;
    if (MYTHREAD == 0) {
        for (int t = 0; t < THREADS; t++) printf("%d", got[t]);
        printf(", all %d %d, wrong %ld\\n", all, few, wrong);
    }
    return 0;
}
""",
)
upcc("memory.upc", "-o", "memory")
for small, large, first, heap in ((1, 2, True, "64m"), *(((1, 2, False, None),) if group else ())):
    wanted = "0" * small + "1" * large if first else "1" * large + "0" * small
    result = upcrun(*hosts_of(small, large, first, heap), "./memory")
    check(result.out == f"{wanted}, all 0 1, wrong 0\n", f"memory, small node {heap}", result)
print("pass")
