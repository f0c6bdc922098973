"""Hit rates of the address cache, by nodes and entries: the DIS stressmarks on simulated nodes, in
mode `allocated`. They are counts, so a busy machine gives the same. POLDER_STATS has a job print
what it has counted."""

import re

from .figure import Run
from .measure import exact_result
from .tools import BenchError, command_run

MODE = "POLDER_OFI_MODES=allocated"
EACH_ACCESS = "POLDER_CACHE=0"  # elements are not cached, so each access is one of the network
# The field of the first two has several extents in each thread.
STRESSMARKS = {
    "pointer": ("S", "words=8388608"),
    "update": ("S", "words=8388608"),
    "neighborhood": ("S",),
    "field": ("S",),
}
NODES = (2, 4)
ENTRIES = (1, 4, 10, 100)
COUNTED = re.compile(r"^address cache: (\d+) hits, (\d+) misses", re.M)


def names():
    """(figure, stressmark, nodes, entries) of all."""
    return [
        (f"hits.{stressmark}.nodes{nodes}.{entries}", stressmark, nodes, entries)
        for stressmark in STRESSMARKS
        for nodes in NODES
        for entries in ENTRIES
    ]


def _rate(tools, plan, stressmark, nodes, entries):
    program = tools.upc("kernels", f"dis/{stressmark}")
    run = Run(f"dis/{stressmark}", nodes, STRESSMARKS[stressmark], nodes)
    words = tools.launch(program, run, "process")
    settings = (MODE, EACH_ACCESS, f"POLDER_ADDRESSES={entries}", "POLDER_STATS=1")
    text = command_run(["env", *settings, "sh", "-c", '"$@" 2>&1', "sh", *words], plan.timeout_s)
    found = COUNTED.search(text)
    if not found:
        raise BenchError(f"{stressmark}: the job printed no counts of the address cache")
    hits, misses = map(int, found.groups())
    return 100 * hits / max(1, hits + misses)


def _result(tools, plan, figure, *run):
    return [exact_result(figure, _rate(tools, plan, *run), 100, "% of accesses", None)]


def jobs(tools, plan, only):
    """What counts the figures whose name begins with `only`: functions that give lists of
    results."""
    return [
        lambda figure=figure, run=tuple(run): _result(tools, plan, figure, *run)
        for figure, *run in names()
        if figure.startswith(only)
    ]
