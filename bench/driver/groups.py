"""What belongs together on a page of results.

The name of a figure is WHAT.DETAILS.MAPPING. WHAT says which section the figure is in. Figures that
differ in MAPPING only are one row. Figures that differ in a size only (copy.put.8, copy.put.64 ...)
are points of a curve. So are figures that differ in a number of threads only
(scaling.ep.threads1 ...).
"""

import re
from dataclasses import dataclass

THREADS = re.compile(r"^scaling\.(?P<stem>.+?)\.threads(?P<number>\d+)$")
SIZE = re.compile(r"^(?P<stem>.+?)\.(?P<number>\d+)(?P<unit>[KM]?)(?P<rest>\..*)?$")
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20}
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6}
REFERENCE = "/reference"

# Title, what it is about, first parts of names.
SECTIONS = (
    (
        "Shared accesses",
        "One access to another thread's data, and walks over shared arrays in cache, beside the "
        "same loop on plain memory.",
        ("read", "write", "chase", "strict", "walk", "owned"),
    ),
    ("Copies", "upc_memput and upc_memget beside memcpy of as many bytes.", ("copy",)),
    (
        "Synchronisation",
        "Barriers, locks and atomic operations, beside a round trip of one cache line and the "
        "processor's own instructions.",
        ("barrier", "lock", "atomic"),
    ),
    (
        "The engine from C",
        "Words on the node by polder.h, beside loads, stores and the processor's atomics.",
        ("engine",),
    ),
    (
        "Collective functions",
        "8 bytes and 4 KB beside the round trip of a line, 1 MB beside the copies it cannot do "
        "without; four threads on two cores in microseconds.",
        ("collective",),
    ),
    (
        "Memory and starting",
        "Allocation beside malloc; a job of four threads, start to end, beside four forks.",
        ("alloc", "start"),
    ),
    (
        "Kernels",
        "Plain UPC beside C with OpenMP on as many cores; serial: one thread beside serial C; "
        "mpi: beside MPI. Each checks its result.",
        (
            "tasks",
            "stream",
            "twisted",
            "stencil",
            "sobel",
            "spmv",
            "random_access",
            "bfs",
            "mcop",
            "bucket_sort",
            "hash_table",
            "contention",
        ),
    ),
    (
        "Data-intensive stressmarks",
        "Pointer, Update, Neighborhood and Field of the DIS suite, beside serial C.",
        ("dis",),
    ),
    (
        "Programs",
        "NAS benchmarks with their published results, tree search, bodies, molecules, tasks.",
        ("matmul", "ep", "is", "cg", "mg", "ft", "uts", "nbody", "md", "queens"),
    ),
    ("Scaling", "More threads, up to twice the cores, beside C with as many.", ("scaling",)),
    (
        "Fine-grained programs between two nodes",
        "Two network namespaces; delayed: each message takes 20 us more. optimiser: beside the "
        "same program without the "
        "optimiser's passes and the cache; aggregated: beside the form that copies by hand. "
        "Steals beside those of random stealing.",
        ("far",),
    ),
    ("Loops over all threads", "With the pass that turns them, beside without.", ("schedule",)),
    (
        "Addresses of other nodes",
        "Memory registered on demand: with the address cache beside without it, and beside "
        "memory registered at the start. Hit rates of the cache by its entries, as counts.",
        ("addresses", "allocated", "hits"),
    ),
    (
        "Ends of the network",
        "Transfers of the pthreads of a process beside those of as many processes, where each "
        "start takes 100 us of its end.",
        ("ends",),
    ),
    (
        "The global heap",
        "Blocks of another node's memory, beside a get of 8 bytes from there.",
        ("global_heap",),
    ),
    ("Checked accesses", "With -fupc-check, beside the same program without.", ("checked",)),
    ("Compiling", "upcc -O2 beside gcc -O2 on the C that upcc makes.", ("compile",)),
    (
        "Messages",
        "Active messages and their replies beside the round trip of a line; rates of several "
        "pairs.",
        ("message",),
    ),
    (
        "Links between two nodes",
        "Puts of several links at once beside those of one: UPC threads, or sub-threads of one.",
        ("links",),
    ),
    (
        "Sixteen threads on the cores there are",
        "Time of one operation beside that of two threads: nothing collapses.",
        ("crowd",),
    ),
    (
        "Beside six busy loops",
        "Barriers, locks and collective functions on a machine that others use, beside those of "
        "the C library, which sleep.",
        ("crowded",),
    ),
    (
        "Heard from another node",
        "From the call of a sender that then computes to the one who waits, beside a sender that "
        "then polls. Two nodes, four threads.",
        ("heard",),
    ),
    (
        "Between unlike nodes",
        "upc_memput of several pairs at once from and to a node of few threads and little memory, "
        "beside as many pairs on one node.",
        ("memput",),
    ),
    ("Teams", "Operations of all threads, over two nodes and of sixteen threads.", ("team",)),
    (
        "Groups of UPC threads",
        "Operations of a group beside those of a team of the engine that has the same members.",
        ("group",),
    ),
    (
        "OpenSHMEM",
        "Puts, gets and atomic operations beside the processor's own on the same memory. "
        "Barriers beside UPC's, collective routines beside the engine's. "
        "oshmem: beside Open MPI's OpenSHMEM, where it runs.",
        ("shmem",),
    ),
    (
        "Network",
        "Between two network namespaces, beside fi_pingpong of libfabric in the same two.",
        ("network",),
    ),
)


ELSEWHERE = {
    "uts.near_share": "far",
    "uts.far_steals": "far",
    "uts.levels": "far",
    "uts.machine": "far",
}  # figures of a program that belong to another section


def sections_of(results):
    """[(title, what about, results)], without empty ones; what no section names comes last, each
    first part by itself."""
    groups = {}
    for r in results:
        parts = r["name"].split(".")
        groups.setdefault(ELSEWHERE.get(".".join(parts[:2]), parts[0]), []).append(r)
    named = {part for _, _, parts in SECTIONS for part in parts}
    found = [
        (title, about, [r for part in parts for r in groups.get(part, ())])
        for title, about, parts in SECTIONS
    ]
    found += [(part, "", group) for part, group in groups.items() if part not in named]
    return [section for section in found if section[2]]


def base_of(result):
    """The name without the mapping."""
    return result["name"].removesuffix("." + result.get("mapping", ""))


def rows_of(results):
    """[(name without mapping, results)], in order."""
    rows = {}
    for r in results:
        rows.setdefault(base_of(r), []).append(r)
    return list(rows.items())


@dataclass
class Chart:
    """Lines over a logarithmic axis; `lines`: by mapping, that of its reference by mapping +
    REFERENCE: [(x, y)]."""

    title: str
    unit: str
    across: str
    lines: dict


def _size_point(name):
    """(what the curve is of, bytes), or None."""
    match = SIZE.match(name)
    return (
        (match["stem"] + (match["rest"] or ""), int(match["number"]) * UNITS[match["unit"]])
        if match
        else None
    )


def size_charts(results):
    """Times over sizes, where there are three sizes or more, in nanoseconds."""
    charts = {}
    for r in results:
        if not (point := _size_point(base_of(r))) or r["unit"] not in NANOSECONDS:
            continue
        lines, scale = charts.setdefault(point[0], {}), NANOSECONDS[r["unit"]]
        mapping = r.get("mapping", "process")
        lines.setdefault(mapping, []).append((point[1], r["value"] * scale))
        lines.setdefault(mapping + REFERENCE, []).append((point[1], r["reference"] * scale))
    return [
        Chart(title, "ns", "bytes", lines)
        for title, lines in charts.items()
        if max(map(len, lines.values())) >= 3
    ]


def thread_charts(results):
    """Speeds over numbers of threads, as multiples of the reference's on one."""
    found = {}
    for r in results:
        if match := THREADS.match(base_of(r)):
            found.setdefault(match["stem"], {})[int(match["number"])] = r
    charts = []
    for stem, by_threads in found.items():
        if 1 in by_threads and len(by_threads) >= 2:
            one, mapping = by_threads[1]["reference"], by_threads[1].get("mapping", "process")
            lines = {
                mapping: [(n, one / r["value"]) for n, r in sorted(by_threads.items())],
                mapping
                + REFERENCE: [(n, one / r["reference"]) for n, r in sorted(by_threads.items())],
            }
            charts.append(Chart(stem, "times C on one thread", "threads", lines))
    return charts
