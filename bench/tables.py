#!/usr/bin/env python3
"""The tables of docs/performance.md and docs/unseen.md, so that nobody copies numbers.

They are made of the JSON of `./dev bench`.

    bench/tables.py RESULTS.json [LONG.json ...] [--write docs/performance.md [--partial]]

Prints the tables. With --write it puts each into the page, between its lines `<!-- table NAME -->`
and `<!-- end -->`. A table of which no figure was measured stays as it is. With --partial so do
rows, columns and cells of which none was measured. The paragraph about the machine is then added
to those of earlier runs, and the missed targets are counted anew. Where two files have a figure,
the later file counts. Says on stderr which figures with a target no table has, and exits with 1 if
there are any.
"""

import argparse
import re
import sys
from pathlib import Path
from statistics import median
from textwrap import wrap

sys.path.insert(0, str(Path(__file__).resolve().parent))
from driver.groups import base_of, sections_of  # noqa: E402
from driver.page import earlier_load  # noqa: E402
from driver.partial import MACHINE, table_merge  # noqa: E402
from driver.report import busy_text, distance_text, number_text  # noqa: E402
from driver.unseen import table_rows  # noqa: E402

COLUMNS = 100  # of the page's sentences
MAPPINGS = (
    ("thread", "threads of one process"),
    ("process", "one process a thread"),
    ("mix", "two processes"),
)


def ratio_cell(r):
    """The ratio and its spread; bold where it misses, and a question mark where the limit is
    closer than the rounds can tell."""
    if r is None or r["ratio"] is None:
        return ""
    text = f"{r['ratio']:.2f}" if 0.1 <= r["ratio"] < 100 else number_text(r["ratio"])
    text = f"**{text}**" if r["holds"] is False else text
    text += "" if r.get("certain") in (True, None) else " ?"
    return text + (
        ""
        if r["spread"] is None
        else f" ± {100 * r['spread']:.0f} %" if r["spread"] >= 0.005 else ""
    )


def full_cell(r):
    """Ratio, and what was divided; where a value is what counts, that first."""
    if r is None:
        return ""
    value, reference, unit = (
        number_text(r["value"]),
        number_text(r["reference"]),
        r["unit"].replace("us", "µs"),
    )
    if r["target"] and not r["target"].startswith("ratio"):
        value = f"**{value}**" if r["holds"] is False else value
        return f"{value}{'' if r.get('certain') in (True, None) else ' ?'} / {reference} {unit}"
    return f"{ratio_cell(r)} ({value} / {reference} {unit})"


def target_cell(results):
    texts = {r["target"] for r in results if r and r["target"]}
    text = (
        ", ".join(sorted(texts))
        .replace("ratio ", "")
        .replace("<=", "≤")
        .replace(">=", "≥")
        .replace("us", "µs")
    )
    return re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.3g}", text)


class Results:
    """Of all files, by name; keeps account of which were asked for."""

    def __init__(self, paths):
        self.by_name, self.heads, self.used = {}, [], set()
        for path in paths:
            results, head = earlier_load(path)
            self.by_name.update(results)
            self.heads.append(head)

    def get(self, stem, mapping=None):
        name = f"{stem}.{mapping}" if mapping else stem
        self.used.add(name)
        return self.by_name.get(name)

    def everywhere(self, stem):
        """By mapping, what there is of it."""
        found = {m: self.get(stem, m) for m, _ in MAPPINGS}
        found["alone"] = self.get(stem)
        return {m: r for m, r in found.items() if r}

    def bases(self, prefix):
        """Names without mappings that begin so, in the order of the run."""
        return list(
            dict.fromkeys(base_of(r) for name, r in self.by_name.items() if name.startswith(prefix))
        )


def markdown(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + [
        "| " + " | ".join(row) + " |" for row in rows
    ]


def mapped(results, rows, cell, second="against"):
    """rows: (figure, words, words of the second column). A column for each mapping that has a
    figure. Figures without a mapping stand in the first."""
    found = [(words, more, results.everywhere(stem)) for stem, words, more in rows]
    found = [row for row in found if row[2]]
    columns = [(m, title) for m, title in MAPPINGS if any(m in row[2] for row in found)]
    columns = columns or [("alone", "ratio")]
    lines = []
    for words, more, by_mapping in found:
        cells = [cell(by_mapping.get(m)) for m, _ in columns]
        if "alone" in by_mapping:
            cells[0] = cell(by_mapping["alone"])
        lines.append([words, more, *cells, target_cell(by_mapping.values())])
    head = ["figure", second, *(title for _, title in columns), "target"]
    keep = [i for i, title in enumerate(head) if title]  # a column without a title has no words
    return (
        markdown([head[i] for i in keep], [[line[i] for i in keep] for line in lines])
        if lines
        else []
    )


ACCESS = (
    ("read", "8-byte read of another thread's data", "plain load"),
    ("write", "8-byte write", "plain store"),
    ("chase", "following pointers-to-shared", "following pointers"),
    ("walk.cyclic.step", "walking a cyclic array by `p++`, an element", "plain load"),
    ("walk.cyclic.end", "the same, ended by `p < end`", "plain load"),
    ("walk.cyclic.index", "indexing a cyclic array, `a[i]`", "plain load"),
    ("walk.blocked.step", "walking a blocked array, `p++`", "plain load"),
    ("walk.blocked.index", "indexing a blocked array", "plain load"),
    ("owned.cyclic", "`upc_forall` over own elements of a cyclic array", "the loop in C"),
    ("owned.blocked", "of one with a block a thread", "the loop in C"),
    ("owned.spans", "of one in blocks of 256 elements", "one loop in C"),
    ("strict.read", "strict read", "fence and load"),
    ("strict.write", "strict write", "sequentially consistent store"),
    ("atomic.add", "`upc_atomic` fetch-add", "the processor's"),
    ("atomic.cswap", "compare and swap", "the processor's"),
    ("barrier.2", "barrier of 2", "round trip of a line"),
    ("barrier.4", "barrier of 4 on 2 cores", "counter and sched_yield in C"),
    ("barrier.16", "barrier of 16 on 2 cores", "the same"),
    ("lock.pair", "lock and unlock, nobody else", "two atomic exchanges"),
    ("lock.handover", "hand-over of a wanted lock", "one line transfer"),
    ("alloc.64", "`upc_alloc` and `upc_free` of 64 bytes", "malloc, free of glibc"),
    ("alloc.4096", "of 4096 bytes", "malloc, free"),
    ("start.hello.4", "start and end of hello on 4 threads", "fork of 4 processes"),
    ("compile.hello", "compiling and linking hello", "gcc"),
)
KERNELS = (
    ("stream.shared", "STREAM triad, blocks, 96 MB", "every element"),
    ("stream.local", "through private pointers", "every element"),
    ("stream.cyclic", "on cyclic arrays", "every element"),
    ("twisted.plain", "twisted triad: each thread on its neighbour's data", "every element"),
    ("twisted.cast", "through `upc_cast`", "every element"),
    ("twisted.relocalised", "copied to private memory and back", "every element"),
    ("stencil.shared", "5-point stencil", "a bump in the middle, exactly"),
    ("stencil.local", "through private pointers", ""),
    ("spmv", "sparse matrix times vector", "every element"),
    ("sobel", "Sobel, rows dealt out in turn", "every pixel"),
    ("matmul.shared", "matrix product", "C v = A (B v), exactly"),
    ("matmul.local", "through private pointers", ""),
    ("ep", "NAS EP, class W", "published sums of the deviates"),
    ("is", "NAS IS, A", "published ranks, order at the end"),
    ("cg", "NAS CG, A", "published zeta to 10⁻¹⁰"),
    ("mg", "NAS MG, W", "published norm to 10⁻⁸"),
    ("ft", "NAS FT, W", "published sums to 10⁻¹²"),
    ("ft.split", "FT, rows sent split-phase", ""),
    ("ft.overlapped", "FT, overlapped", ""),
    ("ft.openmp", "FT, one UPC thread of two OpenMP sub-threads", ""),
    ("uts", "UTS, tree T1, random stealing under locks", "published nodes and leaves"),
    ("uts.movable", "UTS, tree T1, on movable tasks", "the same"),
    ("random_access", "RandomAccess, cyclic array, 128 MB", "HPCC's: 99 % of the words"),
    ("random_access.directory", "blocks through a table", ""),
    ("nbody", "n-body, all pairs", "positions, against one thread"),
    ("md", "molecular dynamics, a lock a cell", "forces, against all pairs"),
    ("md.molecule", "a lock a molecule", ""),
    ("mcop", "matrix-chain order", "the cost, computed another way"),
    ("bucket_sort", "bucket sort", "order; number and sums of the keys"),
    ("hash_table", "distributed hash table", "every count"),
    ("contention", "one lock that all want, against a mutex", "what it protects"),
    ("queens", "12 queens, tasks from a counter under a lock", "their number"),
)
STRESSMARKS = (
    ("dis.pointer", "Pointer: a hop, windows of 9 words", "hops and ends of all walks"),
    ("dis.update", "Update: a hop that writes, of thread 0 alone", "the same, and every word"),
    ("dis.neighborhood", "Neighborhood: a pixel, 8 pairs each", "every histogram"),
    ("dis.field", "Field: a word of one token's search", "every set, and every word"),
)
ADDRESSES = (
    *(
        (f"addresses.{stem}.{how}", f"{words}, {more}", "the same without the cache")
        for stem, words in (
            ("pointer", "Pointer: a hop"),
            ("update", "Update: a hop"),
            ("neighborhood", "Neighborhood: a pixel"),
            ("field", "Field: a word"),
        )
        for how, more in (
            ("nodes2", "2 nodes"),
            ("nodes4", "4 nodes"),
            ("delayed", "2 nodes, 20 µs more each"),
        )
    ),
    *(
        (f"addresses.{stem}.{how}", f"{words}, {more}", "the same without the cache")
        for how, more in (
            ("busy", "the target computes"),
            ("one_sided", "the target computes, over shared memory"),
        )
        for stem, words in (("pointer", "Pointer: a hop"), ("update", "Update: a hop"))
    ),
    ("addresses.misses", "Pointer, with a cache of one address", "the same without the cache"),
)
ENDS = tuple(
    (f"ends.{what}.{word}", f"{what} of 8 bytes, {words}", "as many processes")
    for what in ("put", "get")
    for word, words in (
        ("process", "one end for the process"),
        ("thread", "one for each thread"),
        ("auto", "`POLDER_ENDPOINTS=auto`"),
    )
)
GLOBAL_HEAP = tuple(
    (f"global_heap.{what}", words, "a get of 8 bytes")
    for what, words in (
        ("allocate", "`polder_alloc_on` of 64 bytes"),
        ("free", "`polder_free` of it"),
        ("room", "how much there is"),
    )
)
MESSAGES = (
    ("engine.get.8", "`polder_get` of 8 bytes on the node", "plain load"),
    ("engine.put.8", "`polder_put` of 8 bytes", "plain store"),
    ("engine.fetch_add", "`polder_fetch_add`", "the processor's"),
    ("engine.compare_swap", "`polder_fetch` and `polder_compare_swap`", "the processor's"),
    ("message.round_trip", "active message and reply between processes", "round trip of a line"),
    ("message.inside", "inside a process", "the same"),
    (
        "message.in_barrier.round_trip",
        "while its target waits in a barrier",
        "round trip of a line",
    ),
    ("message.rare.round_trip", "one each 10 µs", "the same"),
    ("message.safe.round_trip", "with thread safety", "without"),
    ("message.beside_network.round_trip", "in a job of two nodes", "the same threads on one"),
    ("team.made.barrier", "barrier of a team the program made", "of all threads"),
    ("team.made.allreduce.8", "allreduce of 8 bytes of such a team", "of all threads"),
    ("group.barrier", "barrier of a group of UPC threads", "of the engine's team of them"),
    ("group.broadcast.8", "broadcast of 8 bytes and a barrier", "the same"),
    ("group.broadcast.64K", "broadcast of 64 KB and a barrier", "the same"),
    ("group.reduce_all.8", "sum of 8 bytes on all", "the same"),
    ("group.reduce_all.64K", "sum of 64 KB on all", "the same"),
    ("group.gather_all.8", "8 bytes of each to all", "the same"),
    ("group.gather_all.64K", "64 KB of each to all", "the same"),
    ("group.exchange.8", "8 bytes of each for each", "the same"),
    ("group.exchange.64K", "64 KB of each for each", "the same"),
    ("group.array_broadcast.8", "broadcast of 8 bytes of a shared array, synchronised", "the same"),
    ("group.array_broadcast.64K", "broadcast of 64 KB of a shared array, synchronised", "the same"),
    ("group.array_gather_all.8", "8 bytes of each part to all", "the same"),
    ("group.array_gather_all.64K", "64 KB of each part to all", "the same"),
    ("team.barrier.nodes2.threads2", "barrier, 2 nodes of 1 thread", "a message and its reply"),
    ("team.allreduce.8.nodes2.threads2", "allreduce of 8 bytes", "the same"),
    ("team.barrier.nodes2.threads4", "barrier, 2 nodes of 2 threads", "the same"),
    ("team.allreduce.8.nodes2.threads4", "allreduce of 8 bytes", "the same"),
    (
        "team.broadcast.1M.nodes2.threads2",
        "broadcast of 1 MB of shared memory, 2 nodes",
        "the link",
    ),
    ("team.broadcast.1M.private.nodes2.threads2", "of private memory", "the link"),
)
CROWD = (
    ("crowd.one", "message and reply, each with its partner", ""),
    ("crowd.many", "each with all in turn", ""),
    ("crowd.one.by_hand", "the first beside sixteen processes in C that give their cores away", ""),
    ("crowd.many.by_hand", "the second beside those", ""),
    ("message.crowd.flying", "1,024 messages under way each", ""),
    ("crowd.put", "put", ""),
    ("crowd.get", "get", ""),
    ("crowd.fetch_add", "fetch-add", ""),
    ("crowd.counter", "one counter", ""),
    ("crowd.lock", "locks of their own", ""),
    ("crowd.contended", "one lock that all want", ""),
    ("crowd.barrier", "barrier, for each thread that comes", ""),
    ("team.barrier.threads16", "barrier", ""),
    ("team.allreduce.8.threads16", "allreduce of 8 bytes", ""),
    *(
        (f"team.{what}.threads16", words, "")
        for what, words in (
            ("broadcast.1M", "broadcast of 1 MB"),
            ("allreduce.1M", "allreduce of 1 MB"),
            ("gather.64K", "gather of 64 KB"),
            ("allgather.64K", "allgather of 64 KB"),
            ("alltoall.64K", "alltoall of 64 KB"),
        )
    ),
)
CROWDED = tuple(
    (f"crowded.{name}.threads{threads}", f"{words}, {threads} threads", against)
    for name, words, against in (
        ("barrier", "`upc_barrier`", "`pthread_barrier`"),
        ("lock", "a lock that all want", "mutex"),
        ("reduce", "`upc_all_reduceL`", "mutex and condition"),
        ("broadcast", "`upc_all_broadcast` of 8 bytes", "the same"),
        ("gather_all", "`upc_all_gather_all` of 8 bytes", "the same"),
    )
    for threads in (2, 3, 4, 8)
)
HEARD = tuple(
    (f"heard.{what}", words, "the sender polls")
    for what, words in (
        ("notify", "`upc_notify`"),
        ("unlock", "`upc_unlock`"),
        ("signal", "`bupc_memput_signal_async` of 4,000 bytes"),
    )
)
CONGESTION = (
    ("flying", "pairs, 1,024 under way"),
    ("flying.pairs4", "four pairs"),
    ("many.flying", "each to all"),
    ("blocking", "pairs, one under way"),
)
SHMEM_OPERATIONS = (
    ("p", "`shmem_long_p`", "store"),
    ("g", "`shmem_long_g`", "load"),
    ("put.1", "`shmem_long_put` of one element", "store"),
    ("get.1", "`shmem_long_get` of one element", "load"),
    ("fetch_add", "atomic fetch-add", "the processor's"),
    ("swap", "atomic swap", "the processor's"),
    ("put_quiet", "`_p` and `shmem_quiet`", "store and fence"),
)
SHMEM = (
    *((f"shmem.{name}", words, raw) for name, words, raw in SHMEM_OPERATIONS),
    *(
        (f"shmem.static.{name}", words + ", a static variable", raw)
        for name, words, raw in SHMEM_OPERATIONS
    ),
    ("shmem.barrier.2", "`shmem_barrier_all` of 2", "`upc_barrier`"),
    ("shmem.barrier.4.cores2", "of 4 on 2 cores", "`upc_barrier`"),
    ("shmem.collect.8.4.cores2", "fcollect of 8 bytes, 4 on 2 cores", "`upc_all_gather_all`"),
    ("shmem.alltoall.8.4.cores2", "alltoall of 8 bytes, 4 on 2 cores", "`upc_all_exchange`"),
    ("shmem.team_sync", "`shmem_team_sync` of 2", "`polder_team_barrier`"),
    *(
        (f"shmem.{name}.{size}", f"{name}, {words}", "`polder_team_*`")
        for name in ("broadcast", "fcollect", "collect", "alltoall", "reduce", "inscan")
        for size, words in (("8", "8 bytes"), ("4096", "4 KB"), ("1M", "1 MB"))
    ),
)
OSHMEM = (
    *(
        (f"shmem.oshmem.{name}", words, "")
        for name, words in (
            ("p", "`shmem_long_p`"),
            ("g", "`shmem_long_g`"),
            ("put_8", "put of one element"),
            ("get_8", "get of one element"),
            ("fetch_add", "fetch-add"),
            ("swap", "swap"),
            ("put_quiet", "`_p` and quiet"),
            ("barrier", "`shmem_barrier_all` of 2"),
            ("sync", "`shmem_sync_all`"),
            ("ring", "a value that goes round"),
            ("lock", "a lock that both want"),
            ("broadcast_8", "broadcast of 8 bytes and sync"),
            ("reduce_8", "sum of 8 bytes"),
            ("collect_8", "fcollect of 8 bytes"),
            ("alltoall_8", "alltoall of 8 bytes"),
        )
    ),
    ("random_access.shmem.oshmem", "RandomAccess", ""),
    ("random_access.shmem.atomic.oshmem", "RandomAccess with atomic updates", ""),
    ("bucket_sort.shmem.oshmem", "bucket sort", ""),
    ("stencil.shmem.oshmem", "heat in two dimensions", ""),
    ("is.shmem.oshmem", "NAS IS", ""),
    ("bfs.shmem.oshmem", "breadth-first search", ""),
)
LINKED = (
    ("latency.8", "put of 8 bytes and fence, µs"),
    ("latency.1024", "of 1 KB"),
    ("flood.8", "8 bytes in a flood of puts, all links, µs"),
    ("flood.1024", "1 KB"),
    ("flood.65536", "64 KB"),
)
# Pairs of threads that put at once, and what the paper on UPC for MIC has for as many.
MEMPUT = (
    (
        "within",
        "on one node",
        {
            1: "256 B and 1 MB: 0.01 and 60 on the host, 0.2 and 440 on MIC",
            8: "0.01 and 100; 0.2 and 480",
            30: "MIC: 0.2 and 850",
        },
    ),
    ("to_small", "to the small node", {1: "1.5; 16 pairs: 6.6"}),
    ("from_small", "from the small node", {1: "3.8; 16 pairs: 21; 60 pairs: 51"}),
)
# Nodes, threads on each; what Table 3.2 of the published work has for as many threads a node, on 16
# nodes: near steals in percent without and with diffusion, InfiniBand and Ethernet.
PUBLISHED_STEALS = {
    2: "36.2 → 59.0, 18.2 → 57.8",
    4: "58.1 → 82.9, 40.5 → 81.1",
    8: "72.2 → 90.9, 58.1 → 89.7",
}
LEVELS = ((2, 2), (4, 2), (8, 2), (2, 4), (4, 4), (2, 8))
# UPC threads times OpenMP workers: GB/s on two quad-core processors, where 8 UPC threads had 24.5.
PUBLISHED_SHAPES = {"1x8": "13.9 (not bound)", "2x4": "24.7", "4x2": "24.7"}
TASKS = (
    ("tasks.steal", "a steal on the node, of an empty task", "one line passed on"),
    ("tasks.steal_join", "the join of a stolen task", "the same"),
    ("tasks.spawn_join", "spawn and join of an empty task", "a call"),
    ("tasks.fib.openmp", "fib(32), each call a task", "tasks of gcc's OpenMP"),
    ("tasks.fib.tbb", "the same", "oneTBB"),
    ("tasks.queens.openmp", "12 queens, tasks in five rows", "tasks of gcc's OpenMP"),
    ("tasks.queens.tbb", "the same", "oneTBB"),
)
ACTIVE_SETS = tuple(
    (f"shmem.active_set.{name}.{size}.{form}", f"{name}, {words}", how)
    for name in ("broadcast", "collect", "reduce")
    for size, words in (("8", "8 bytes"), ("4096", "4 KB"), ("64K", "64 KB"))
    for form, how in (("linear", "linear, by puts"), ("tree", "a binomial tree, by puts"))
)
HALO = (
    *(
        (f"md_halo.exchange.{size}", f"an exchange of {words}", "MPI_Sendrecv")
        for size, words in (
            (8, "8 bytes"),
            (64, "64 bytes"),
            (512, "512 bytes"),
            (2048, "2 KB"),
            (4096, "4 KB"),
            (16384, "16 KB"),
            (65536, "64 KB"),
        )
    ),
    ("md_halo", "a step, put with signal", "the same with MPI"),
    ("md_halo.counter", "a step, flag and counter", "the same with MPI"),
    ("md_halo.mesh", "a step with a rank for the mesh", "the same with MPI"),
)
CHECKED = tuple(
    (f"checked.{name}", f"`{name}`", "unchecked")
    for name in (
        "access.read",
        "access.write",
        "access.chase",
        "access.strict_read",
        "access.strict_write",
        "walk.cyclic_step",
        "walk.blocked_step",
        "walk.list",
        "walk.list_shuffled",
        "walk.list_global",
        "stream.local",
        "stream.shared",
        "stream.cyclic",
        "stencil.local",
        "stencil.shared",
        "sobel",
        "spmv",
        "random_access",
        "mcop",
        "hash_table",
        "is",
        "cg",
        "mg",
        "nbody",
        "matmul.local",
        "matmul.shared",
    )
)
COLLECTIVES = (
    "broadcast",
    "scatter",
    "gather",
    "gather_all",
    "exchange",
    "permute",
    "reduce",
    "prefix_reduce",
)
SERIAL = (
    "stencil.serial.shared",
    "stencil.serial.local",
    "sobel.serial",
    "spmv.serial",
    "matmul.serial.shared",
    "matmul.serial.local",
    "ep.serial",
    "is.serial",
    "cg.serial",
    "mg.serial",
    "ft.serial",
)
NAS = ("ep", "is", "cg", "mg", "ft")


def machine_table(results):
    head = results.heads[0]
    found = list(results.by_name.values())
    return wrap(
        f"{head['machine']}; {head['compiler']}; commit {head['commit']}, {head['date'][:10]}; "
        f"{head.get('seconds', 0) / 60:.0f} minutes. "
        f"Round trip of a line: {distance_text(found)}."
        + (f" In doubt: {busy_text(found)}." if busy_text(found) else ""),
        COLUMNS,
    )


def missed_table(results):
    judged = [r for r in results.by_name.values() if r["holds"] is not None]
    rows = [
        [f"`{r['name']}`", full_cell(r), target_cell([r]), f"{r['rounds']}"]
        for r in judged
        if r["holds"] is False
    ]
    return [
        f"{len(judged) - len(rows)} of {len(judged)} targets hold. Missed:",
        "",
        *markdown(["figure", "measured", "target", "rounds"], rows),
    ]


def each_mapping(results, rows, figures, cell):
    """Lines of a table: rows (words, what the figures depend on), each for threads and for
    processes, where anything was measured."""
    lines = []
    for words, what in rows:
        for mapping, title in MAPPINGS[:2]:
            found = [results.get(figure, mapping) for figure in figures(what)]
            if any(found):
                lines.append([*words, title, *map(cell, found)])
    return lines


def times_of_both(r):
    return f"{number_text(r['value'])} / {number_text(r['reference'])}" if r else ""


def copy_table(results):
    sizes = sorted({int(base.split(".")[2]) for base in results.bases("copy.put.")})
    lines = each_mapping(
        results,
        [([f"`upc_mem{kind}`"], kind) for kind in ("put", "get")],
        lambda kind: [f"copy.{kind}.{size}" for size in sizes],
        times_of_both,
    )
    lines = [[f"{function}, {title}", *cells] for function, title, *cells in lines]
    return (
        markdown(
            [
                "bytes",
                *(
                    f"{s}" if s < 1 << 10 else f"{s >> 10} K" if s < 1 << 20 else f"{s >> 20} M"
                    for s in sizes
                ),
            ],
            lines,
        )
        if lines
        else []
    )


def collective_table(results):
    columns = [
        ("8 B", "8", "thread"),
        ("8 B", "8", "process"),
        ("4 KB", "4096", "thread"),
        ("1 MB", "1M", "thread"),
        ("1 MB", "1M", "process"),
    ]
    lines = []
    for function in COLLECTIVES:
        found = [
            results.get(f"collective.{function}.{size}", mapping) for _, size, mapping in columns
        ]
        results.get(f"collective.{function}.4096", "process")
        crowd = [
            results.get(f"collective.{function}.8.threads4", mapping)
            for mapping in ("thread", "process")
        ]
        if any(found):
            lines.append(
                [
                    f"`{function}`",
                    *map(ratio_cell, found),
                    " / ".join(number_text(r["value"]) if r else "" for r in crowd),
                ]
            )
    head = [
        "",
        *(f"{size}, {'threads' if m == 'thread' else 'processes'}" for size, _, m in columns),
        "8 B, 4 threads / processes on 2 cores, µs",
    ]
    return markdown(head, lines) if lines else []


def network_table(results):
    lines = []
    for stem, words in (
        ("network.put.8", "put of 8 bytes, complete"),
        ("network.get.8", "get"),
        ("network.fetch_add.8", "fetch-add"),
        ("network.message", "active message and reply"),
    ):
        if r := results.get(stem):
            lines.append([words, "round trip of fi_pingpong", full_cell(r), target_cell([r])])
    for base in results.bases("network.bandwidth."):
        r = results.get(base)
        size = int(base.split(".")[2])
        lines.append(
            [
                (
                    f"{size >> 10} KB in a stream of puts"
                    if size >= 1 << 10
                    else f"{size} bytes in a stream of puts"
                ),
                "fi_pingpong of that size",
                full_cell(r),
                target_cell([r]),
            ]
        )
    for stem, words, against in (
        ("network.handle.1M", "1 MB put with a handle, waited for at once", "POLDER_PROGRESS=poll"),
        ("network.exposed.1M", "part of a transfer of 1 MB that computation does not hide", ""),
    ):
        if r := results.get(stem):
            lines.append(
                [
                    words,
                    against,
                    full_cell(r) if against else number_text(r["value"]),
                    target_cell([r]).replace(" of the transfer", ""),
                ]
            )
    return markdown(["figure", "against", "ratio", "target"], lines) if lines else []


def bytes_text(size):
    return f"{size >> 10} KB" if size >= 1 << 10 else f"{size} bytes"


def sizes_table(results, prefix, columns):
    """A row for each size, a column for each kind of transfer."""
    sizes = sorted({int(base.split(".")[2]) for base in results.bases(f"{prefix}.{columns[0]}.")})
    lines = []
    for size in sizes:
        row = [results.get(f"{prefix}.{what}.{size}") for what in columns]
        lines.append([bytes_text(size), *map(full_cell, row), target_cell(row)])
    return markdown(["size", *columns, "target"], lines) if lines else []


def hits_table(results):
    """Hit rates in percent: a row for each stressmark, a column for each number of entries."""
    rows, entries = {}, set()
    for base in results.bases("hits."):
        _, stressmark, nodes, count = base.split(".")
        rows.setdefault((stressmark, nodes), {})[int(count)] = results.get(base)
        entries.add(int(count))
    lines = [
        [stressmark, nodes[len("nodes") :], *(number_text(row[e]["value"]) for e in sorted(row))]
        for (stressmark, nodes), row in rows.items()
    ]
    head = ["stressmark", "nodes", *(f"{e} entries" for e in sorted(entries))]
    return markdown(head, lines) if lines else []


def congestion_table(results):
    rows = [(f"message.congestion.{stem}.rate", words, "") for stem, words in CONGESTION]
    return mapped(results, rows, ratio_cell, "")


def ratios_in_a_row(results, figures, part):
    """Each figure's ratio under its name without `part`."""
    found = [(stem.replace(part, ""), results.get(stem, "process")) for stem in figures]
    found = [(stem, r) for stem, r in found if r]
    return (
        markdown([stem for stem, _ in found], [[ratio_cell(r) for _, r in found]]) if found else []
    )


def serial_table(results):
    return ratios_in_a_row(results, SERIAL, ".serial")


def mpi_table(results):
    return ratios_in_a_row(
        results, ("ep.mpi", "is.mpi", "cg.mpi", "stencil.mpi", "sobel.mpi"), ".mpi"
    )


def classes_table(results):
    lines = each_mapping(
        results,
        [([name.upper()], name) for name in NAS],
        lambda name: [f"{name}.class_{size}" for size in "SWAB"],
        ratio_cell,
    )
    return markdown(["", "", "S", "W", "A", "B"], lines) if lines else []


def times_cell(r):
    """How many times faster: the inverse of the ratio."""
    return (
        ""
        if not r
        else ("**{}**" if r["holds"] is False else "{}").format(
            f"{1 / r['ratio']:,.{0 if r['ratio'] < 0.1 else 1}f}"
        )
    )


def far_table(results):
    lines = []
    for name, words in (
        ("sobel", "Sobel"),
        ("stencil", "stencil"),
        ("md", "molecular dynamics"),
        ("spmv", "sparse matrix times vector"),
    ):
        found = [
            results.get(f"far.{name}{latency}.{against}", "process")
            for latency in ("", ".delayed")
            for against in ("optimiser", "aggregated")
        ]
        if any(found):
            lines.append(
                [
                    words,
                    times_cell(found[0]),
                    ratio_cell(found[1]),
                    times_cell(found[2]),
                    ratio_cell(found[3]),
                ]
            )
    return (
        markdown(
            [
                "program",
                "times faster than without",
                "time over the form by hand",
                "delayed by 20 µs: times faster",
                "delayed: over the form by hand",
            ],
            lines,
        )
        if lines
        else []
    )


def scaling_table(results):
    lines, counts = [], sorted(
        {int(base.rsplit("threads", 1)[1]) for base in results.bases("scaling.")}
    )
    for name in dict.fromkeys(base.split(".")[1] for base in results.bases("scaling.")):
        found = [results.get(f"scaling.{name}.threads{n}", "process") for n in counts]
        one = found[0]["reference"] if found[0] else None
        if one:
            lines.append(
                [
                    name.upper(),
                    *(
                        f"{one / r['value']:.2f} (C {one / r['reference']:.2f})" if r else ""
                        for r in found
                    ),
                ]
            )
    return (
        markdown(["", *(f"{n} thread{'s' if n > 1 else ''}" for n in counts)], lines)
        if lines
        else []
    )


def compile_table(results):
    found = sorted(
        (
            (results.get(base)["ratio"], base.removeprefix("compile."))
            for base in results.bases("compile.")
            if base != "compile.hello"
        )
    )
    if not found:
        return []
    return [
        f"`upcc -O2` takes {found[0][0]:.2f} ({found[0][1]}) to {found[-1][0]:.2f} "
        f"({found[-1][1]}) times as long as gcc -O2 on the C it makes of these {len(found)} "
        f"programs, "
        f"median {median(r for r, _ in found):.2f} (target 1.3)."
    ]


SCHEDULE = {
    "one_node": "64 KB from each thread, 2 threads on one node",
    "delayed": "4 nodes, each message delayed by 20 µs",
    "delayed.both": "the same, a fetch and a send",
    "narrow": "4 nodes that serve one at a time, 100 MB/s",
    "narrow.both": "the same, a fetch and a send",
    "narrow.eight": "8 such nodes",
    "sobel": "Sobel, left as it is",
}


def schedule_table(results):
    stems = [base.removeprefix("schedule.") for base in results.bases("schedule.")]
    return mapped(
        results,
        [(f"schedule.{stem}", SCHEDULE.get(stem, stem), "") for stem in stems],
        ratio_cell,
        "",
    )


def percent(value):
    return f"{100 * value:.0f}"


def levels_table(results):
    lines = []
    for nodes, each in LEVELS:
        where = f"nodes{nodes}.each{each}"
        stems = [f"uts.levels.{form}.{where}" for form in ("diffusion", "movable")]
        found = [results.get(stem, "process") for stem in stems]
        if any(found):
            known = next(r for r in found if r)
            cells = [percent(r["value"]) if r else "" for r in found]
            lines.append(
                [f"{nodes} × {each}", percent(known["reference"]), *cells, PUBLISHED_STEALS[each]]
            )
    published = "published, random → diffusion"
    head = ["nodes × threads", "random", "diffusion", "movable tasks", published]
    return markdown(head, lines) if lines else []


MACHINES = ("uts.machine", "uts.machine.diffusion")
MACHINE_LEVELS = {
    "core": "the core",
    "l3": "the L3 cache and NUMA domain",
    "package": "the package",
    "node": "the node alone",
}


def distances_table(results):
    lines = []
    for level, words in MACHINE_LEVELS.items():
        found = [results.get(f"{stem}.{level}", "process") for stem in MACHINES]
        if any(found):
            known = next(r for r in found if r)
            cells = [percent(r["value"]) if r else "" for r in found]
            lines.append([words, percent(known["reference"]), *cells])
    head = ["in common", "of the threads", "of the steals, movable tasks", "rapid diffusion"]
    return markdown(head, lines) if lines else []


def shapes_table(results):
    lines = []
    for shape, published in PUBLISHED_SHAPES.items():
        found = [
            results.get(f"stream.shapes.{shape}{form}", "process") for form in ("", ".twisted")
        ]
        if any(found):
            lines.append([shape.replace("x", " × "), *map(ratio_cell, found), published])
    head = ["UPC threads × workers", "triad", "twisted", "published, GB/s"]
    return markdown(head, lines) if lines else []


def hybrids_table(results):
    lines = []
    for form, words in (("", "fetched"), (".split", "split-phase")):
        for nodes in (1, 2):
            for division in ("openmp", "pool", "pthreads"):
                stem = f"ft.hybrid.{division}{form}.nodes{nodes}"
                whole = results.get(stem, "process")
                exchange = results.get(f"{stem}.exchange", "process")
                if whole:
                    ratios = ratio_cell(whole), ratio_cell(exchange)
                    name = f"UPC × {division}, {words}"
                    lines.append([name, str(nodes), *ratios, target_cell([whole])])
    for nodes in (1, 2):
        for form, words in (("cast", "private pointers"), ("split", "split-phase")):
            for mapping, title in MAPPINGS[:2]:
                if r := results.get(f"ft.exchange.{form}.nodes{nodes}", mapping):
                    lines.append([f"{words}, {title}", str(nodes), "", ratio_cell(r), ""])
    return markdown(["FT", "nodes", "whole", "exchange alone", "target"], lines) if lines else []


def links_table(results):
    lines = []
    for what, words in LINKED:
        for kind, mapping, title in (
            ("pairs", "process", "processes"),
            ("pairs", "thread", "pthreads"),
            ("sub", "process", "sub-threads"),
        ):
            found = [results.get(f"links.{what}.{kind}{n}", mapping) for n in (2, 4, 8)]
            if any(found):
                one = next(r for r in found if r)
                cells = [number_text(r["value"]) if r else "" for r in found]
                lines.append([f"{words}, {title}", number_text(one["reference"]), *cells])
    head = ["", "1 link", "2", "4", "8"]
    return markdown(head, lines) if lines else []


def memput_cell(result, within, pairs, size):
    """Time of a put in microseconds; of large ones also what all pairs move in a second."""
    if not result:
        return ""
    time_us = result["reference" if within else "value"]
    text = number_text(time_us)
    rate = pairs * size / time_us / 1e3
    return f"{text} ({number_text(rate)} GB/s)" if size >= 65536 else text


def memput_table(results):
    """A row for each place and number of pairs, a column for each size."""
    names = [base.split(".") for base in results.bases("memput.to_small.pairs")]
    sizes = sorted({int(name[3]) for name in names})
    lines = []
    for where, words, paper in MEMPUT:
        measured = "to_small" if where == "within" else where
        for pairs in sorted({int(name[2].removeprefix("pairs")) for name in names}):
            row = [
                results.get(f"memput.{measured}.pairs{pairs}.{size}", "thread") for size in sizes
            ]
            cells = [
                memput_cell(r, where == "within", pairs, size) for r, size in zip(row, sizes)
            ]
            lines.append([f"{words}, {pairs}", *cells, paper.get(pairs, "")])
    head = ["pairs", *map(bytes_text, sizes), "the paper, µs"]
    return markdown(head, lines) if lines else []


def steals_table(results):
    rows = [
        (f"uts.{what}.{form}", f"{words}, {how}", "")
        for form, how in (("local", "near threads first"), ("diffusion", "rapid diffusion"))
        for what, words in (("near_share", "share of near steals"), ("far_steals", "far steals"))
    ]
    return mapped(
        results,
        rows + [(f"far.uts.{form}", f"time, {form}", "") for form in ("local", "diffusion")],
        full_cell,
        "",
    )


TABLES = {
    "machine": machine_table,
    "missed": missed_table,
    "access": lambda results: mapped(results, ACCESS, full_cell),
    "copies": copy_table,
    "collectives": collective_table,
    "messages": lambda results: mapped(results, MESSAGES, full_cell),
    "crowd": lambda results: mapped(results, CROWD, ratio_cell, ""),
    "crowded": lambda results: mapped(results, CROWDED, full_cell),
    "checked": lambda results: mapped(results, CHECKED, full_cell),
    "shmem": lambda results: mapped(results, SHMEM, full_cell),
    "oshmem": lambda results: mapped(results, OSHMEM, full_cell, ""),
    "active_sets": lambda results: mapped(results, ACTIVE_SETS, full_cell),
    "tasks": lambda results: mapped(results, TASKS, full_cell),
    "halo": lambda results: mapped(results, HALO, full_cell),
    "heard": lambda results: mapped(results, HEARD, full_cell),
    "congestion": congestion_table,
    "network": network_table,
    "programs": lambda results: mapped(results, KERNELS, ratio_cell, "what is checked"),
    "stressmarks": lambda results: mapped(results, STRESSMARKS, full_cell, "what is checked"),
    "addresses": lambda results: mapped(results, ADDRESSES, full_cell),
    "address_sizes": lambda results: sizes_table(results, "addresses", ("put", "get")),
    "allocated": lambda results: sizes_table(results, "allocated", ("put", "get", "stream")),
    "hits": hits_table,
    "ends": lambda results: mapped(results, ENDS, full_cell),
    "global_heap": lambda results: mapped(results, GLOBAL_HEAP, full_cell),
    "serial": serial_table,
    "mpi": mpi_table,
    "classes": classes_table,
    "far": far_table,
    "steals": steals_table,
    "levels": levels_table,
    "distances": distances_table,
    "shapes": shapes_table,
    "hybrids": hybrids_table,
    "links": links_table,
    "memput": memput_table,
    "scaling": scaling_table,
    "compile": compile_table,
    "schedule": schedule_table,
}


def unseen_tables(results):
    """Of a run of bench/unseen, for docs/unseen.md; none of other runs."""
    found = [name for name in results.by_name if name.startswith("unseen.")]
    results.used.update(found)
    return {"unseen": markdown(*table_rows(results.by_name))} if found else {}


def tables_make(results, partial=False):
    """The lines of each table, and the figures with a target that no table has. A partial run says
    what it measured."""
    made = {name: table(results) for name, table in TABLES.items()}
    if partial:
        titles = ", ".join(title for title, *_ in sections_of(results.by_name.values()))
        made[MACHINE] = wrap(f"{titles}: {' '.join(made[MACHINE])}", COLUMNS)
    made.update(unseen_tables(results))
    return made, [
        name for name, r in results.by_name.items() if r["target"] and name not in results.used
    ]


def page_write(path, made, measured=None):
    """Puts the tables into the page. With `measured`, the names of the figures of a partial run,
    what the run did not measure stays."""
    text = Path(path).read_text(encoding="utf-8")
    for name, lines in made.items():
        mark = re.compile(rf"(<!-- table {name} -->\n)(.*?)(<!-- end -->)", re.S)
        found = mark.search(text)
        if lines and not found:
            print(f"tables: {path} has no place for {name}", file=sys.stderr)
        elif lines:
            if measured is not None:
                lines = table_merge(name, found[2].strip("\n").split("\n"), lines, measured)
            body = "\n".join(lines)
            text = f"{text[:found.start()]}{found[1]}\n{body}\n\n{text[found.start(3):]}"
    Path(path).write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", nargs="+", help="JSON of bench/run.py")
    parser.add_argument("--write", metavar="PAGE", help="put the tables into this page")
    parser.add_argument(
        "--partial", action="store_true", help="keep what these results do not have"
    )
    options = parser.parse_args()
    results = Results(options.results)
    made, missing = tables_make(results, options.partial)
    if options.write:
        page_write(options.write, made, set(results.by_name) if options.partial else None)
    else:
        print(
            "\n".join(
                f"<!-- table {name} -->\n" + "\n".join(lines) + "\n<!-- end -->\n"
                for name, lines in made.items()
                if lines
            )
        )
    for name in missing:
        print(f"tables: no table has {name}", file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
