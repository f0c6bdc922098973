"""Groups from the machine, on machines that are made up: who is in a group with whom is what
<polder/topology.h> says. A thread on no known object goes by the nearest larger one. Without a
topology the groups are those of the nodes."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

DEEP = "package:2 numa:2 l3:1 core:4 pu:2"

# Prints the members of each group once: "level: threads".
write(
    "groups.upc",
    r"""
#include <stdio.h>
#include <upc.h>
#include <upc_groups.h>

static void show(const char *name, upc_group_t *group)
{
    char line[200];
    int at = snprintf(line, sizeof line, "%s:", name);
    upc_group_barrier(group);
    for (int r = 0; r < upc_group_size(group); r++)
        at += snprintf(line + at, sizeof line - at, " %d", upc_group_thread(group, r));
    if (upc_group_rank(group) == 0) puts(line);
    upc_group_free(group);
}

int main(void)
{
    upc_group_t *const all = upc_group_world();
    upc_group_t *const package = upc_group_package(all);
    show("core", upc_group_core(all));
    show("l3", upc_group_l3(all));
    show("numa", upc_group_numa(package)); /* nested */
    show("package", package);
    show("node", upc_group_node(all));
    show("job", upc_group_level(all, POLDER_LEVEL_JOB));
    show("pu", upc_group_level(all, POLDER_LEVEL_PU));
    return 0;
}
"""
)
upcc("groups.upc", "-o", "groups")


def expect(topology, options, **groups):
    """The lines of each level; a list of members a group."""
    for mapping in (["-p", "1"], []):
        os.environ["POLDER_TOPOLOGY"] = topology
        result = upcrun("-n", "8", *options, *mapping, "./groups")
        del os.environ["POLDER_TOPOLOGY"]
        lines = sorted(result.out.strip().split("\n"))
        wanted = sorted(f"{name}: {one}" for name, all in groups.items() for one in all)
        check(lines == wanted, f"{topology} {options} {mapping}: wanted {wanted}", result)


ALONE = [str(t) for t in range(8)]
EIGHT = ["0 1 2 3 4 5 6 7"]
PAIRS = ["0 1", "2 3", "4 5", "6 7"]
# Threads on cores, spread over the packages' domains or packed into one.
expect(
    DEEP,
    ["--bind", "core", "--pack"],
    pu=ALONE,
    core=ALONE,
    l3=["0 1 2 3", "4 5 6 7"],
    numa=["0 1 2 3", "4 5 6 7"],
    package=EIGHT,
    node=EIGHT,
    job=EIGHT,
)
# Bound to packages: nobody knows a core or a domain, so the package counts.
halves = ["0 1 2 3", "4 5 6 7"]
expect(
    DEEP,
    ["--bind", "package", "--spread"],
    pu=halves,
    core=halves,
    l3=halves,
    numa=halves,
    package=halves,
    node=EIGHT,
    job=EIGHT,
)
# Not bound, and no machine at all.
for topology, options in ((DEEP, ["--bind", "none"]), ("nonsense", [])):
    expect(
        topology,
        options,
        pu=EIGHT,
        core=EIGHT,
        l3=EIGHT,
        numa=EIGHT,
        package=EIGHT,
        node=EIGHT,
        job=EIGHT,
    )
print("pass")
