"""Programs of tests/upc, chosen for breadth, over nodes whose memory is registered on demand, as
providers of clusters do (verbs, efa, cxi). They are right with an end for each process and for
each thread, and with a cache of one address. Most of their transfers hit the cache of addresses,
and without one none does."""

# sanitize: not thread address (the processes of a node share memory)
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

SOURCES = os.path.join(SOURCE, "tests", "upc")
PROGRAMS = (
    "6.4_pointers_in_memory",
    "6.5.1_layouts",
    "6.6.2_forall",
    "7.2.2_allocation",
    "7.6_atomics_pointers",
    "7.9_nonblocking",
)
SETTINGS = {
    "POLDER_OFI_MODES": "allocated,hardware",
    "TEST_NODES": "2",
}
COUNTS = re.compile(r"^address cache: (\d+) hits, (\d+) misses", re.M)


def launch(program, *words, **more):
    settings = {**os.environ, **SETTINGS, **more}
    done = upcrun("--nodes", "2", "--stats", *words, "./" + program, env=settings)
    what = f"{program} {' '.join(words)} {more}"
    check(done.out == "pass\n", what, done)
    check("mode of the network: allocated (" in done.err, what, done)
    return tuple(map(int, COUNTS.search(done.err).groups()))


for program in PROGRAMS:
    upcc("-O2", "-I", SOURCES, os.path.join(SOURCES, program + ".upc"), "-o", program)
hits = misses = 0
for program in PROGRAMS:
    found = launch(program, "-n", "2")
    hits, misses = hits + found[0], misses + found[1]
check(hits > 3 * misses > 0, f"{hits} hits, {misses} misses")
launch("7.2.2_allocation", "-n", "4", "-p", "2", POLDER_ENDPOINTS="thread")
launch("6.5.1_layouts", "-n", "3", POLDER_ADDRESSES="1")
none = launch("6.5.1_layouts", "-n", "2", POLDER_ADDRESSES="0")
check(none == (0, 0), f"without a cache: {none}")
print("pass")
