"""The figures of bench/kernels: whole loops over shared data, against C with OpenMP on as many
cores.

`local` forms use a private pointer where the data is the thread's own, as tuned UPC programs do.
`shared` and `plain` forms are what one writes first, with shared accesses throughout. So are the
programs that print their own name. All check their results. Targets stand where one is promised;
the others inform.

`schedule.` figures compare loops over all threads with and without the pass that turns them.
They include Sobel, which the pass must leave alone. `narrow`: each node serves one request at a
time, with a tenth of a GB/s. Nodes of a cluster do so when many ask at once; nodes that share
two cores do not show it by themselves.

`.shmem` figures are of the same program in OpenSHMEM, beside UPC; `oshmem`: beside Open MPI's.
`dis.` figures are of the DIS stressmarks, against serial C: the time of one hop, pixel or word.
`addresses.` figures are of them on several nodes whose memory is registered on demand, with the
address cache and without.
`checked.` figures compare a program under -fupc-check with the same without.

`far.` figures are of two threads on two nodes (network namespaces where there can be any),
also with injected latency. `optimiser` compares a program as one writes it first with the
same without the optimiser's passes and the cache they rely on. `aggregated` compares it with
what one writes by hand for two nodes.
"""

from driver.figure import C, Figure, Mpi, Oshmem, Ratio
from driver.figure import Run, Series, Tbb, Value, checked

NARROW = "POLDER_HOOKS=delay:20us:0:20us:10us"  # a node serves one at a time, 100 MB/s
AS_OPENMP, AS_STREAM, AS_SERIAL = Ratio(1 / 0.95), Ratio(1 / 0.97), Ratio(1 / 0.97)


def program(name, unit, scale, target=None):
    """A program that prints its own name as the figure, like its reference of the same name."""
    return Series(name, (name,), (Figure(name, name, name, target, unit, scale),))


def serial(name, printed, unit, scale):
    """On one thread, against C without OpenMP; `printed`: by the UPC program, for each form."""
    figures = tuple(
        Figure(f"{name}.serial" + ("" if p == name else f".{p}"), p, name, AS_SERIAL, unit, scale)
        for p in printed
    )
    return Series(Run(name, 1), C(name), figures, mappings=("process",))


def against_mpi(name, printed, unit, scale):
    return Series(
        Run(name),
        Mpi(name),
        (Figure(f"{name}.mpi", printed, name, None, unit, scale),),
        mappings=("process",),
    )


def between_nodes(name, printed, arguments, aggregated, unit, scale):
    """arguments: of the fine-grained program; `printed` by it. aggregated: (what is printed, its
    arguments)."""
    for latency, settings in (("", ()), (".delayed", ("POLDER_HOOKS=delay:20us",))):
        settings = ("BENCH_QUICK=1", *settings)
        fine = Run(name, 2, arguments, 2, settings, apart=True)
        plain = Run(
            name, 2, arguments, 2, (*settings, "POLDER_CACHE=0"), ("-fno-upc-passes",), apart=True
        )
        by_hand = Run(name, 2, aggregated[1], 2, settings, apart=True)
        yield Series(
            fine,
            plain,
            (Figure(f"far.{name}{latency}.optimiser", printed, printed, Ratio(0.2), unit, scale),),
            mappings=("process",),
        )
        yield Series(
            fine,
            by_hand,
            (
                Figure(
                    f"far.{name}{latency}.aggregated",
                    printed,
                    aggregated[0],
                    Ratio(1.5),
                    unit,
                    scale,
                ),
            ),
            mappings=("process",),
        )


def turned(name, printed, figure, threads, arguments, nodes, settings, target=None):
    """With the pass that turns loops over threads, against the same without it."""
    sides = [
        Run(name, threads, arguments, nodes, settings, options)
        for options in ((), ("-fno-upc-rotate",))
    ]
    return Series(
        *sides,
        (Figure(f"schedule.{figure}", printed, printed, target, "us", 1e-3),),
        mappings=("process",),
    )


STRESSMARKS = ("pointer", "update", "neighborhood", "field")


def stressmarks():
    """The DIS stressmarks; Update is the work of one thread."""
    for name in STRESSMARKS:
        figure = Figure(f"dis.{name}", name, name, None)
        yield Series(Run(f"dis/{name}"), C(f"dis/{name}"), (figure,))


# What the paper gained by its cache of addresses, as ratios of times.
PAPER = {"pointer": 0.7, "update": 0.89, "neighborhood": 0.9, "field": 0.65}
ON_DEMAND = ("BENCH_QUICK=1", "POLDER_OFI_MODES=allocated", "POLDER_CACHE=0")


def addresses(name, nodes, figure, target, arguments=("S",), settings=(), on=100, long=False):
    """A stressmark with the address cache, beside the same without it."""
    sides = [
        Run(
            f"dis/{name}",
            nodes,
            arguments,
            nodes,
            (*ON_DEMAND, *settings, f"POLDER_ADDRESSES={entries}"),
        )
        for entries in (on, 0)
    ]
    figures = (Figure(f"addresses.{figure}", name, name, Ratio(target)),)
    return Series(*sides, figures, mappings=("process",), long=long)


def stressmarks_far():
    """Each access is one of the network: elements are not cached. `misses`: a cache of one address,
    of a field with many extents. How many of its accesses miss is in the table of hit rates.
    `one_sided`: reads take no processor of the target, which computes."""
    for name, target in PAPER.items():
        for nodes in (2, 4):
            yield addresses(name, nodes, f"{name}.nodes{nodes}", target, long=nodes > 2)
        delayed = ("POLDER_HOOKS=delay:20us",)
        yield addresses(name, 2, f"{name}.delayed", target, settings=delayed, long=True)
    for name in ("pointer", "update"):  # the target computes, and its progress thread answers
        yield addresses(name, 2, f"{name}.busy", PAPER[name], ("S", "busy=1"))
        one_sided = ("POLDER_PROVIDER=shm",)
        yield addresses(
            name, 2, f"{name}.one_sided", PAPER[name], ("S", "busy=1"), settings=one_sided
        )
    yield addresses("pointer", 2, "misses", 1.02, ("S", "words=8388608"), on=1)


SHMEM = (  # name, unit, its nanoseconds; in UPC: arguments, what is printed
    ("random_access", "ns", 1, (("directory",), "random_access")),
    ("bucket_sort", "ns", 1, ((), "bucket_sort")),
    ("stencil", "us", 1e-3, (("local",), "local")),
    ("is", "ms", 1e-6, None),  # beside UPC in apps/figures.py
    ("bfs", "ns", 1, None),
)


def shmem():
    """OpenSHMEM beside UPC, and beside another library."""
    for name, unit, scale, upc in SHMEM:
        ours, process = Run(f"{name}_shmem"), ("process",)
        if upc:
            arguments, printed = upc
            yield Series(
                ours,
                Run(name, 2, arguments),
                (Figure(f"{name}.shmem", name, printed, None, unit, scale),),
                mappings=process,
            )
        yield Series(
            ours,
            Oshmem(name),
            (Figure(f"{name}.shmem.oshmem", name, name, Ratio(1), unit, scale),),
            mappings=process,
        )
    atomic = Run("random_access_shmem", 2, ("atomic",))
    name = "random_access"
    yield Series(
        atomic,
        Oshmem(name, 2, ("atomic",)),
        (Figure(f"{name}.shmem.atomic.oshmem", name, name, Ratio(1)),),
        mappings=("process",),
    )


def tasks():
    """Two workers of one thread, against two threads of OpenMP and of oneTBB."""
    run = Run("tasks", 1, settings=("POLDER_WORKERS=2", "POLDER_BIND=none"), cores=2)
    spawn = Figure("tasks.spawn_join", "spawn_join", "call", Value(60))
    openmp, tbb = C("tasks/trees", 2), Tbb("tasks/trees")
    for name, raw, first in (("openmp", openmp, (spawn,)), ("tbb", tbb, ())):
        trees = (
            Figure(f"tasks.{tree}.{name}", tree, tree, Ratio(1.1), "ms", 1e-6)
            for tree in ("fib", "queens")
        )
        yield Series(run, raw, (*first, *trees), mappings=("process",))


def stream_shapes():
    """UPC threads times OpenMP workers, eight in all, beside eight UPC threads."""
    def shape(threads, words):
        workers = (
            f"OMP_NUM_THREADS={8 // threads}",
            "OMP_WAIT_POLICY=passive",  # OpenMP counts the workers of its own process only
            "OMP_PROC_BIND=false",
            "POLDER_BIND=none",
        )
        return Run("stream_shapes", threads, words, 1, workers, ("-fopenmp",), cores=2)

    for words in ((), ("twisted",)):
        for threads in (1, 2, 4):
            name = ".".join(("stream.shapes", f"{threads}x{8 // threads}", *words))
            yield Series(
                shape(threads, words),
                shape(8, words),
                (Figure(name, "triad", "triad", None, "us", 1e-3),),
                mappings=("process",),
            )


SERIES = (
    *tasks(),
    *stream_shapes(),
    Series(
        "stream",
        ("stream",),
        (
            Figure("stream.local", "local", "stream", AS_STREAM, "us", 1e-3),
            Figure("stream.shared", "shared", "stream", AS_STREAM, "us", 1e-3),
            Figure("stream.cyclic", "cyclic", "stream", AS_STREAM, "us", 1e-3),
        ),
    ),
    Series(
        "twisted",
        ("twisted",),
        (
            Figure("twisted.plain", "plain", "twisted", AS_STREAM, "us", 1e-3),
            Figure("twisted.cast", "cast", "twisted", AS_STREAM, "us", 1e-3),
            Figure("twisted.relocalised", "relocalised", "twisted", None, "us", 1e-3),
        ),
    ),
    Series(
        "stencil",
        ("stencil",),
        (
            Figure("stencil.local", "local", "stencil", AS_OPENMP, "us", 1e-3),
            Figure("stencil.shared", "shared", "stencil", AS_OPENMP, "us", 1e-3),
        ),
    ),
    serial("stencil", ("local", "shared"), "us", 1e-3),
    against_mpi("stencil", "shared", "us", 1e-3),
    program("sobel", "us", 1e-3, AS_OPENMP),
    serial("sobel", ("sobel",), "us", 1e-3),
    against_mpi("sobel", "sobel", "us", 1e-3),
    program("spmv", "ns", 1, AS_OPENMP),
    serial("spmv", ("spmv",), "ns", 1),
    program("random_access", "ns", 1, AS_OPENMP),
    Series(
        Run("random_access", 2, ("directory",)),
        ("random_access",),
        (Figure("random_access.directory", "random_access", "random_access", None, "ns", 1),),
    ),
    program("mcop", "us", 1e-3),
    program("bucket_sort", "ns", 1),
    program("hash_table", "ns", 1),
    program("contention", "ns", 1),
    *stressmarks(),
    *stressmarks_far(),
    checked("stream", ("local", "shared", "cyclic"), "us", 1e-3),
    checked("stencil", ("local", "shared"), "us", 1e-3),
    checked("sobel", ("sobel",), "us", 1e-3),
    checked("spmv", ("spmv",), "ns", 1),
    checked("random_access", ("random_access",), "ns", 1),
    checked("mcop", ("mcop",), "us", 1e-3),
    checked("hash_table", ("hash_table",), "ns", 1),
    turned("all_to_all", "all_to_all", "one_node", 2, ("W",), 1, ()),
    turned(
        "all_to_all",
        "all_to_all",
        "delayed",
        4,
        ("W",),
        4,
        ("BENCH_QUICK=1", "POLDER_HOOKS=delay:20us"),
    ),
    turned(
        "all_to_all",
        "all_to_all",
        "delayed.both",
        4,
        ("W", "both"),
        4,
        ("BENCH_QUICK=1", "POLDER_HOOKS=delay:20us"),
    ),
    turned(
        "all_to_all", "all_to_all", "narrow", 4, ("W",), 4, ("BENCH_QUICK=1", NARROW), Ratio(0.9)
    ),
    turned(
        "all_to_all",
        "all_to_all",
        "narrow.both",
        4,
        ("W", "both"),
        4,
        ("BENCH_QUICK=1", NARROW),
        Ratio(0.9),
    ),
    turned(
        "all_to_all",
        "all_to_all",
        "narrow.eight",
        8,
        ("W",),
        8,
        ("BENCH_QUICK=1", NARROW),
        Ratio(0.9),
    ),
    turned("sobel", "sobel", "sobel", 2, (), 1, (), Ratio(1.05)),
    *between_nodes("sobel", "sobel", ("S",), ("sobel", ("S", "aggregated")), "us", 1e-3),
    *between_nodes(
        "stencil", "shared", ("W", "shared"), ("aggregated", ("W", "aggregated")), "us", 1e-3
    ),
    *between_nodes("spmv", "spmv", ("W",), ("spmv", ("W", "aggregated")), "ns", 1),
    *shmem(),
)
