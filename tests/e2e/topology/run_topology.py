"""Where threads run and how far apart they are, on machines that are made up.

`upcrun --show` on hwloc's synthetic machines, and what programs ask of <polder/topology.h> on
threads, processes, a mix of both, and two nodes. All threads get the same answers. A machine that
cannot be read, or that is nonsense, fails no job."""

# cores: 2
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

DEEP = "package:2 numa:2 l3:1 core:4 pu:2"

write(
    "ask.upc",
    r"""
#include <polder/topology.h>
#include <stdio.h>
#include <string.h>
#include <upc.h>
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("thread %d: line %d: %s\n", MYTHREAD, __LINE__, #condition); \
            upc_global_exit(9); \
        } \
    } while (0)

shared [] char *shared first; /* what thread 0 was told */

/* The nearest level of which both are known to be on the same object of one node. */
static polder_level expected(int a, int b)
{
    if (a == b) return POLDER_LEVEL_PU;
    const int node = polder_locality(a, POLDER_LEVEL_NODE);
    if (node != polder_locality(b, POLDER_LEVEL_NODE)) return POLDER_LEVEL_JOB;
    for (polder_level level = POLDER_LEVEL_PU; level < POLDER_LEVEL_NODE; level++) {
        const int object = polder_locality(a, level);
        if (object == POLDER_NOT_KNOWN) continue;
        CHECK(object < polder_locality_count(node, level));
        if (object == polder_locality(b, level)) return level;
    }
    return POLDER_LEVEL_NODE;
}

int main(void)
{
    enum { BYTES = 4096 };
    char told[BYTES] = "";
    char *at = told, *const end = told + BYTES;
    for (int a = 0; a < THREADS; a++) {
        for (int b = 0; b < THREADS; b++) {
            const polder_level distance = polder_distance(a, b);
            CHECK(distance == expected(a, b) && distance == polder_distance(b, a));
            at += snprintf(at, end - at, "%d", (int)distance);
        }
        for (int level = POLDER_LEVEL_PACKAGE; level >= 0; level--)
            at += snprintf(at, end - at, " %d", polder_locality(a, level));
        at += snprintf(at, end - at, "\n");
    }
    const int nodes = polder_locality_count(0, POLDER_LEVEL_NODE);
    for (int node = 0; node < nodes; node++)
        for (int level = POLDER_LEVEL_PACKAGE; level >= 0; level--)
            at += snprintf(at, end - at, level ? "%d " : "%d\n",
                           polder_locality_count(node, level));
    CHECK(polder_locality(MYTHREAD, POLDER_LEVEL_JOB) == 0);
    CHECK(polder_locality_count(0, POLDER_LEVEL_JOB) == 1);
    CHECK(!strcmp(polder_level_name(polder_distance(MYTHREAD, MYTHREAD)), "processing unit"));
    if (MYTHREAD == 0) {
        first = (shared [] char *)upc_alloc(BYTES);
        upc_memput(first, told, BYTES);
    }
    upc_barrier;
    char theirs[BYTES];
    upc_memget(theirs, first, BYTES);
    CHECK(!memcmp(theirs, told, BYTES));
    if (MYTHREAD == 0) fputs(told, stdout);
    return 0;
}
""",
)
upcc("ask.upc", "-o", "ask")


def on(machine, *words):
    env = {"POLDER_TOPOLOGY": machine}
    return run(UPCRUN, *words, env=env)


def shown(machine, *words):
    """What --show says of the machine and of each thread, without processes."""
    lines = on(machine, *words, "--show").out.splitlines()
    threads = [line.split("processors ")[1] for line in lines if line.startswith("thread ")]
    return [line for line in lines if line.startswith("machine: ")] + threads


def expect_shown(machine, words, *wanted):
    found = shown(machine, *words)
    check(found == list(wanted), f"{machine}: {words}", *found)


def expect_told(machine, words, *wanted):
    """Rows of distances and places, then counts."""
    found = on(machine, *words, "./ask").out.splitlines()
    check(found == list(wanted), f"{machine}: {words}", *found)


MACHINE = "machine: 2 packages, 4 NUMA domains, 4 L3 caches, 16 cores, 32 processing units"
FIRST = "package 0, NUMA domain 0, L3 cache 0"
expect_shown(
    DEEP,
    ("-n", "4"),
    MACHINE,
    f"0-7, {FIRST}",
    "8-15, package 0, NUMA domain 1, L3 cache 1",
    "16-23, package 1, NUMA domain 2, L3 cache 2",
    "24-31, package 1, NUMA domain 3, L3 cache 3",
)
expect_shown(
    DEEP, ("-n", "2", "--bind", "package"), MACHINE, "0-15, package 0", "16-31, package 1"
)
expect_shown(
    DEEP,
    ("-n", "2", "--bind", "core", "--spread"),
    MACHINE,
    f"0-1, {FIRST}, core 0",
    "16-17, package 1, NUMA domain 2, L3 cache 2, core 8",
)
expect_shown(
    DEEP,
    ("-n", "2", "--bind=core", "--pack"),
    MACHINE,
    f"0-1, {FIRST}, core 0",
    f"2-3, {FIRST}, core 1",
)
expect_shown(
    DEEP,
    ("-n", "2", "--bind-to", "hwthread", "--pack"),
    MACHINE,
    f"0, {FIRST}, core 0, processing unit 0",
    f"1, {FIRST}, core 0, processing unit 1",
)
expect_shown(DEEP, ("-n", "2", "--bind", "none"), MACHINE, "any", "any")
expect_shown(DEEP, ("-n", "33", "--bind", "core"), MACHINE, *["any"] * 33)
numa = [f"{8 * d}-{8 * d + 7}, package {d // 2}, NUMA domain {d}, L3 cache {d}" for d in range(4)]
for bind in ("numa", "l3"):
    expect_shown(DEEP, ("-n", "40", "--bind", bind), MACHINE, *[numa[t // 10] for t in range(40)])
expect_shown(
    "core:1 pu:1",
    ("-n", "2",),
    "machine: 0 packages, 1 NUMA domain, 0 L3 caches, 1 core, 1 processing unit",
    *["any, NUMA domain 0, core 0, processing unit 0"] * 2,
)
expect_shown(
    "package:1 core:2 pu:1",
    ("-n", "2", "--bind", "l3"),
    "machine: 1 package, 1 NUMA domain, 0 L3 caches, 2 cores, 2 processing units",
    *["any, package 0, NUMA domain 0"] * 2,
)

# Threads 0 and 1 have a core, 2 and 3 the next, where four threads are packed on units.
PACKED = ("--bind", "pu", "--pack")
COUNTS = "2 4 4 16 32"
for processes in ("1", "2", "4"):
    expect_told(
        DEEP,
        ("-n", "4", "-p", processes, *PACKED),
        "0122 0 0 0 0 0",
        "1022 0 0 0 0 1",
        "2201 0 0 0 1 2",
        "2210 0 0 0 1 3",
        COUNTS,
    )
    expect_told(
        DEEP,
        ("-n", "4", "-p", processes),
        "0455 0 0 0 -1 -1",
        "4055 0 1 1 -1 -1",
        "5504 1 2 2 -1 -1",
        "5540 1 3 3 -1 -1",
        COUNTS,
    )
expect_told(
    DEEP,
    ("-n", "3", "--nodes", "2", *PACKED),
    "016 0 0 0 0 0",
    "106 0 0 0 0 1",
    "660 0 0 0 0 0",
    COUNTS,
    COUNTS,
)
for machine in (DEEP, "pu:3", ""):
    for threads in ("1", "2", "3", "4", "7"):
        for words in (("-p", "1"), (), ("--bind", "core"), ("--nodes", "2")):
            if threads != "1" or "--nodes" not in words:
                told = on(machine, "-n", threads, *words, "./ask").out
                case = f"{threads} threads on '{machine}' with {words}"
                check(len(told.splitlines()) > int(threads), case, told)

# Machines that are not there: a warning, and nothing known.
for nonsense in ("package", "pu:0", "x:2 y:3", "/nonexistent/"):
    said = on(nonsense, "-n", "2", "./ask")
    check(said.out == "05 -1 -1 -1 -1 -1\n50 -1 -1 -1 -1 -1\n-1 -1 -1 -1 -1\n", nonsense, said.out)
    check("there is no machine" in said.err and said.err.count("\n") == 1, nonsense, said.err)


# hwloc's own variables: a machine, and two that are not there.
told = run(UPCRUN, "-n", "2", "./ask", env={"HWLOC_SYNTHETIC": "package:2 core:2 pu:1"}).out
check(told == "03 0 0 -1 -1 -1\n30 1 0 -1 -1 -1\n2 1 0 4 4\n", "HWLOC_SYNTHETIC", told)
for variable in ("HWLOC_SYNTHETIC", "HWLOC_XMLFILE"):
    told = run(UPCRUN, "-n", "2", "./ask", env={variable: "/nonsense"}).out
    check(len(told.splitlines()) == 3, variable, told)

HEADER = "#include <polder/topology.h>"
for call in (
    "polder_distance(0, 2)",
    "polder_distance(-1, 0)",
    "polder_locality(5, POLDER_LEVEL_PU)",
    "polder_locality(0, (polder_level)7)",
    "polder_locality_count(1, POLDER_LEVEL_PU)",
):
    write("wrong.upc", f"{HEADER}\nint main(void) {{ return {call}; }}\n")
    upcc("wrong.upc", "-o", "wrong")
    said = run(UPCRUN, "-n", "2", "./wrong", status=1).err
    check(call.split("(")[0] + ":" in said, call, said)
print("pass")
