"""The figures of bench/micro and what each must reach: the one list from which the driver
builds, runs, prints and judges."""

from dataclasses import replace

from driver.figure import Excess, Figure, Oshmem, Ratio, Run, Series, Value, checked

COPY_SIZES = (8, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304)


def copy_figures():
    for kind in ("put", "get"):
        for size in COPY_SIZES:
            target = Excess(3) if size < 4096 else Ratio(1 / 0.95)
            yield Figure(f"copy.{kind}.{size}", f"{kind}_{size}", f"{kind}_{size}", target)


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


def collective_rounds():
    """8 bytes and 4 KB, against the round trip of a cache line."""
    for function in COLLECTIVES:
        yield Figure(f"collective.{function}.8", f"{function}_8", "round_trip", Ratio(2))
        yield Figure(f"collective.{function}.4096", f"{function}_4096", "round_trip", None)


def collective_traffic():
    """1 MB, against the copies it cannot do without: reductions only read. Prefix reductions
    read part of it twice."""
    for function in COLLECTIVES:
        raw = "half" if function == "reduce" else "copy"
        yield Figure(
            f"collective.{function}.1M", f"{function}_1048576", f"{raw}_1048576", Ratio(1.5)
        )


def collective_shared_cores():
    """More threads than cores: against the simplest barrier that does not collapse there."""
    for function in COLLECTIVES:
        yield Figure(
            f"collective.{function}.8.threads4", f"{function}_8", "barrier", Value(15), "us", 1e-3
        )


# Messages: the table of round trips of "Hybrid PGAS Runtime Support for Multicore Nodes". Its rows
# are two threads of a process, and two processes. The same again with thread safety on, and with
# the network open as well. The last row goes over the network.
def message_round_trips():
    yield Series(
        "message",
        ("pingpong",),
        (Figure("message.inside", "round_trip", "round_trip", Value(30)),),
        2,
        ("thread",),
    )
    yield Series(
        "message",
        ("pingpong",),
        (
            Figure("message.round_trip", "round_trip", "round_trip", Ratio(1.3)),
            Figure("message.stream", "stream", "round_trip", None),
        ),
        2,
        ("process",),
    )
    yield Series(
        Run("message", 2, ("barrier",)),
        ("pingpong",),
        (Figure("message.in_barrier.round_trip", "round_trip", "round_trip", Ratio(1.3)),),
        mappings=("process",),
    )
    yield Series(
        Run("message", 2, ("compute",)),
        ("pingpong",),
        (Figure("message.rare.round_trip", "round_trip", "round_trip", None),),
        mappings=("process",),
    )
    yield Series(
        Run("message", 2, ("safe",)),
        Run("message"),
        (
            Figure("message.safe.round_trip", "round_trip", "round_trip", Ratio(1.2)),
            Figure("message.safe.stream", "stream", "stream", None),
        ),
        mappings=("process",),
    )
    # Three threads on two nodes: the first two, which talk, are on one. The same three on one node
    # share cores as these do.
    yield Series(
        Run("message", 3, nodes=2),
        Run("message", 3),
        (
            Figure("message.beside_network.round_trip", "round_trip", "round_trip", Ratio(1.1)),
            Figure("message.beside_network.stream", "stream", "stream", None),
        ),
        mappings=("process",),
    )
    yield Series(
        Run("message", 2, nodes=2),
        ("pingpong",),
        (
            Figure("message.network.round_trip", "round_trip", "round_trip", None),
            Figure("message.network.stream", "stream", "round_trip", None),
        ),
        mappings=("process",),
    )


def message_rates():
    """Pairs, waiting for each answer or with 1,024 under way; what a message takes of the job's
    time, and of its sender's."""

    def figures(name):
        return (
            Figure(f"{name}.rate", "message", "round_trip", None),
            Figure(f"{name}.inject", "inject", "round_trip", None),
        )

    for pairs in (1, 2, 4):
        mappings = ("thread", "process") if pairs == 1 else ("thread", "process", "mix")
        for name, in_flight in (("blocking", "1"), ("flying", "1024")):
            yield Series(
                Run("traffic", 2 * pairs, ("one", in_flight)),
                ("pingpong",),
                figures(f"message.one.{name}.pairs{pairs}"),
                mappings=mappings,
            )
    for pairs in (2, 4):
        for name, in_flight in (("blocking", "1"), ("flying", "1024")):
            yield Series(
                Run("traffic", 2 * pairs, ("many", in_flight)),
                ("pingpong",),
                figures(f"message.many.{name}.pairs{pairs}"),
                mappings=("thread", "process", "mix"),
            )


CROWD = ("one", "many", "put", "get", "fetch_add", "counter", "lock", "contended")


def crowd():
    """16 threads on the cores there are, against 2 (of a mix: 2 processes): nothing collapses.
    What a barrier costs a thread is a change of threads at least."""
    mappings = ("thread", "process", "mix")
    yield Series(
        Run("crowd", 16),
        Run("crowd"),
        (
            *(Figure(f"crowd.{name}", name, name, Ratio(2)) for name in CROWD),
            Figure("crowd.barrier", "barrier", "barrier", None),
        ),
        mappings=("thread", "mix"),
    )
    # Where each is a process the kernel changes processes for each message: beside C that does
    # no more than that. Two processes on near cores need none of it.
    yield Series(
        Run("crowd", 16),
        Run("crowd"),
        (
            *(
                Figure(
                    f"crowd.{name}", name, name, Ratio(2) if name not in ("one", "many") else None
                )
                for name in CROWD
            ),
            Figure("crowd.barrier", "barrier", "barrier", None),
        ),
        mappings=("process",),
    )
    yield Series(
        Run("crowd", 16, ("messages",)),
        ("questions",),
        (*(Figure(f"crowd.{name}.by_hand", name, name, Ratio(1.5)) for name in ("one", "many")),),
        mappings=("process",),
    )
    yield Series(
        Run("traffic", 16, ("one", "1024")),
        Run("traffic", 2, ("one", "1024")),
        (Figure("message.crowd.flying", "message", "message", Ratio(2)),),
        mappings=mappings,
    )


def crowded():
    """Beside six busy loops, against waits of the C library, which sleep: a barrier, a mutex, a
    mutex and a condition variable."""
    for threads in (2, 3, 4, 8):
        yield Series(
            "crowded",
            ("sleepers", str(threads)),
            (
                *(
                    Figure(f"crowded.{name}.threads{threads}", name, name, Ratio(1.5), "us", 1e-3)
                    for name in ("barrier", "reduce", "broadcast", "gather_all")
                ),
                Figure(f"crowded.lock.threads{threads}", "lock", "lock", Ratio(1.5)),
            ),
            threads,
            busy=6,
        )


def heard():
    """What a thread sends to another node and then computes, against the same and then polling;
    neither leads its node."""
    run = Run("heard", 4, nodes=2)
    yield Series(
        run,
        run,
        tuple(
            Figure(f"heard.{what}", f"{what}_computing", f"{what}_polling", Ratio(3))
            for what in ("notify", "unlock", "signal")
        ),
        mappings=("process", "thread"),
    )


def message_congestion():
    """Between two nodes, with the adaptive congestion window and without."""
    for pattern, name, in_flight, threads, mappings in (
        ("one", "flying", "1024", 4, ("thread", "process")),
        ("one", "flying.pairs4", "1024", 8, ("mix",)),
        ("many", "many.flying", "1024", 4, ("thread", "process")),
        ("one", "blocking", "1", 4, ("thread", "process")),
    ):
        run = Run("traffic", threads, (pattern, in_flight), 2)
        yield Series(
            run,
            replace(run, settings=("POLDER_CONGESTION=off",)),
            (
                Figure(f"message.congestion.{name}.rate", "message", "message", Ratio(1.1)),
                Figure(f"message.congestion.{name}.inject", "inject", "inject", None),
            ),
            mappings=mappings,
        )


LINKED = ("latency_8", "latency_1024", "flood_8", "flood_1024", "flood_65536")


def links():
    """Links between two nodes, beside one: UPC threads as processes or pthreads; sub-threads."""

    def figures(name):
        return tuple(
            Figure(f"links.{what.replace('_', '.')}.{name}", what, what, None, "us", 1e-3)
            for what in LINKED
        )

    one = Run("links", 2, (), 2)
    for pairs in (2, 4, 8):
        yield Series(Run("links", 2 * pairs, (), 2), one, figures(f"pairs{pairs}"))
        yield Series(
            Run("links", 2, (str(pairs),), 2), one, figures(f"sub{pairs}"), mappings=("process",)
        )


MEMPUT_SIZES = (8, 256, 4096, 65536, 1 << 20)
MEMPUT_PAIRS = (1, 8, 30)
UNLIKE = "large slots={} heap=256m", "small slots={} heap=16m"


def memput():
    """Pairs of threads between two unlike nodes, a process each, beside as many pairs on one. The
    large node has an eighth more threads, and sixteen times the memory."""
    for pairs in MEMPUT_PAIRS:
        within = Run("memput", 2 * pairs, (str(pairs), "0", str(pairs)))
        large = pairs + pairs // 8
        hosts = UNLIKE[0].format(large), UNLIKE[1].format(pairs)
        for where, first, second in (("to_small", 0, large), ("from_small", large, 0)):
            yield Series(
                Run(
                    "memput",
                    large + pairs,
                    (str(pairs), str(first), str(second)),
                    settings=("POLDER_ENDPOINTS=auto",),
                    hosts=hosts,
                ),
                within,
                tuple(
                    Figure(
                        f"memput.{where}.pairs{pairs}.{size}",
                        f"put_{size}",
                        f"put_{size}",
                        None,
                        "us",
                        1e-3,
                    )
                    for size in MEMPUT_SIZES
                ),
                mappings=("thread",),
            )


def team_figures():
    """Operations of all threads: over two nodes beside a message's round trip and the link, and
    of 16 threads on the cores there are."""
    for threads in (2, 4):
        job = Run("team", threads, nodes=2)
        yield Series(
            job,
            job,
            (
                Figure(
                    f"team.barrier.nodes2.threads{threads}", "barrier", "round_trip", Ratio(1.5)
                ),
                Figure(
                    f"team.allreduce.8.nodes2.threads{threads}",
                    "allreduce_8",
                    "round_trip",
                    Ratio(1.5),
                ),
                Figure(
                    f"team.broadcast.1M.nodes2.threads{threads}",
                    "broadcast_1048576",
                    "link_1048576",
                    Ratio(1 / 0.85) if threads == 2 else None,
                ),
                Figure(
                    f"team.broadcast.1M.private.nodes2.threads{threads}",
                    "broadcast_private_1048576",
                    "link_1048576",
                    Ratio(1 / 0.85) if threads == 2 else None,
                ),
            ),
            mappings=("process",),
        )
    crowd = Run("team", 16)
    yield Series(
        crowd,
        Run("team", 2),
        (
            Figure("team.barrier.threads16", "barrier", "barrier", Value(40), "us", 1e-3),
            Figure(
                "team.allreduce.8.threads16", "allreduce_8", "allreduce_8", Value(40), "us", 1e-3
            ),
            # Half the throughput of 2 threads, in bytes that arrive (of a sum: that are summed):
            # there are 15, 8 or 120 times as many.
            Figure(
                "team.broadcast.1M.threads16",
                "broadcast_1048576",
                "broadcast_1048576",
                Ratio(30),
                "us",
                1e-3,
            ),
            Figure(
                "team.allreduce.1M.threads16",
                "allreduce_1048576",
                "allreduce_1048576",
                Ratio(16),
                "us",
                1e-3,
            ),
            Figure(
                "team.gather.64K.threads16", "gather_65536", "gather_65536", Ratio(30), "us", 1e-3
            ),
            Figure(
                "team.allgather.64K.threads16",
                "allgather_65536",
                "allgather_65536",
                Ratio(240),
                "us",
                1e-3,
            ),
            Figure(
                "team.alltoall.64K.threads16",
                "alltoall_65536",
                "alltoall_65536",
                Ratio(240),
                "us",
                1e-3,
            ),
        ),
        mappings=("thread", "process", "mix"),
    )
    pair = Run("team", 2)
    yield Series(
        pair,
        pair,
        (
            Figure("team.made.barrier", "team_barrier", "barrier", Ratio(1.1)),
            Figure("team.made.allreduce.8", "team_allreduce_8", "allreduce_8", Ratio(1.1)),
        ),
        mappings=("thread", "process"),
    )


SHMEM_COLLECTIVES = ("broadcast", "fcollect", "collect", "alltoall", "reduce", "inscan")


def shmem_accesses():
    """Each beside what the processor does for it; of the heap, and of a static variable."""
    for kind, prefix in (("", ""), (".static", "static_")):
        for name, printed, raw, target in (
            ("p", "p", "store", Ratio(1.1)),
            ("g", "g", "load", Ratio(1.1)),
            ("put.1", "put_8", "store", None),
            ("get.1", "get_8", "load", None),
            ("fetch_add", "fetch_add", "raw_fetch_add", Ratio(1.5)),
            ("swap", "swap", "raw_swap", Ratio(1.5)),
            ("put_quiet", "put_quiet", "store_fence", Ratio(1.2)),
        ):
            yield Figure(f"shmem{kind}.{name}", prefix + printed, prefix + raw, target)


GROUP_ARRAYS = ("array_broadcast", "array_gather_all")


def group_figures():
    """Operations of a group (<upc_groups.h>), beside those of the engine's team of its members."""
    pair = Run("groups", 2)
    figures = [Figure("group.barrier", "barrier_0", "team_barrier_0", Ratio(1.1))]
    for name in ("broadcast", "reduce_all", "gather_all", "exchange", *GROUP_ARRAYS):
        for size, text in ((8, "8"), (65536, "64K")):
            printed = f"{name}_{size}"
            figures.append(Figure(f"group.{name}.{text}", printed, f"team_{printed}", Ratio(1.1)))
    yield Series(pair, pair, tuple(figures), mappings=("thread", "process"))


def shmem_collectives():
    for name in SHMEM_COLLECTIVES:
        for size, text in ((8, "8"), (4096, "4096"), (1 << 20, "1M")):
            engine = f"team_{name}_{size}"
            yield Figure(f"shmem.{name}.{text}", f"{name}_{size}", engine, Ratio(1.1))
    yield Figure("shmem.team_sync", "team_sync_8", "team_barrier_8", Ratio(1.1))


def active_sets():
    """Routines of active sets beside the same by puts and flags, linear and along a tree."""
    for name in ("broadcast", "collect", "reduce"):
        for size, text in ((8, "8"), (4096, "4096"), (65536, "64K")):
            for form in ("linear", "tree"):
                raw = f"{name}_{form}_{size}"
                figure = f"shmem.active_set.{name}.{text}.{form}"
                yield Figure(figure, f"{name}_{size}", raw, None, "us", 1e-3)


def shmem_beside(figures, ours, other):
    return Series(ours, other, tuple(figures), mappings=("process",))


def shmem():
    """OpenSHMEM: the ratios that it promises, and the same programs by another library."""
    accesses, collectives = Run("access_shmem"), Run("collective_shmem")
    yield shmem_beside(shmem_accesses(), accesses, accesses)
    yield shmem_beside(shmem_collectives(), collectives, collectives)
    barriers, crowd = Run("barrier_shmem"), Run("barrier_shmem", 4, cores=2)
    barrier = Figure("shmem.barrier.2", "barrier", "barrier", Ratio(1.1))
    yield shmem_beside((barrier,), barriers, Run("barrier"))
    # More PEs than cores, beside UPC in the same case.
    figures = [
        Figure(f"shmem.{name}.4.cores2", printed, raw, Ratio(1.2), "us", 1e-3)
        for name, printed, raw in (
            ("barrier", "barrier", "barrier"),
            ("collect.8", "collect_8", "gather_all_8"),
            ("alltoall.8", "alltoall_8", "exchange_8"),
        )
    ]
    yield shmem_beside(figures[:1], crowd, Run("barrier", 4, cores=2))
    yield shmem_beside(figures[1:], crowd, Run("collective", 4, cores=2))
    sets = Run("active_set_shmem", 4, cores=2)
    yield shmem_beside(active_sets(), sets, sets)
    # Of Open MPI 2 PEs only: 4 on 2 cores take it minutes.
    for ours, names, unit, scale in (
        ("access", ("p", "g", "put_8", "get_8", "fetch_add", "swap", "put_quiet"), "ns", 1),
        (
            "barrier",
            (
                "barrier",
                "sync",
                "ring",
                "lock",
                "broadcast_8",
                "reduce_8",
                "collect_8",
                "alltoall_8",
            ),
            "us",
            1e-3,
        ),
    ):
        figures = (Figure(f"shmem.oshmem.{n}", n, n, Ratio(1), unit, scale) for n in names)
        yield shmem_beside(figures, Run(f"{ours}_shmem"), Oshmem(ours))


SERIES = (
    Series(
        "access",
        ("access",),
        (
            Figure("read", "read", "read", Ratio(1.1)),
            Figure("write", "write", "write", Ratio(1.1)),
            Figure("chase", "chase", "chase", Ratio(1.1)),
            Figure("strict.read", "strict_read", "strict_read", Ratio(1.3)),
            Figure("strict.write", "strict_write", "strict_write", Ratio(1.3)),
        ),
    ),
    # The same words, and the processor's atomics, by <polder/polder.h>.
    Series(
        "words",
        ("access",),
        (
            Figure("engine.get.8", "read", "read", Ratio(1.1)),
            Figure("engine.put.8", "write", "write", Ratio(1.1)),
        ),
    ),
    Series(
        "words",
        ("atomic",),
        (
            Figure("engine.fetch_add", "fetch_add", "fetch_add", Ratio(1.1)),
            Figure("engine.compare_swap", "get_cswap", "get_cswap", Ratio(1.1)),
        ),
    ),
    Series(
        "walk",
        ("access",),
        (
            Figure("walk.cyclic.step", "cyclic_step", "read", Value(1)),
            Figure("walk.cyclic.end", "cyclic_end", "read", Value(1)),
            Figure("walk.cyclic.index", "cyclic_index", "read", Value(1)),
            Figure("walk.blocked.step", "blocked_step", "read", Value(1)),
            Figure("walk.blocked.index", "blocked_index", "read", Value(1.5)),
        ),
    ),
    Series(
        "owned",
        ("owned",),
        (
            Figure("owned.cyclic", "cyclic", "owned", Ratio(1.1)),
            Figure("owned.blocked", "blocked", "owned", Ratio(1.1)),
            Figure("owned.spans", "spans", "owned", None),
        ),
    ),
    Series("copy", ("copy",), tuple(copy_figures())),
    Series("barrier", ("pingpong",), (Figure("barrier.2", "barrier", "round_trip", Ratio(1.5)),)),
    Series(
        "barrier",
        ("barrier", "4"),
        (Figure("barrier.4", "barrier", "barrier", Value(5), "us", 1e-3),),
        4,
        ("thread", "process", "mix"),
    ),
    Series(
        "barrier",
        ("barrier", "16"),
        (Figure("barrier.16", "barrier", "barrier", Value(40), "us", 1e-3),),
        16,
        ("thread", "process", "mix"),
    ),
    Series("collective", ("pingpong",), tuple(collective_rounds())),
    Series("collective", ("collective",), tuple(collective_traffic())),
    Series("collective", ("barrier", "4"), tuple(collective_shared_cores()), 4),
    Series("lock", ("lock",), (Figure("lock.pair", "pair", "pair", Ratio(3)),)),
    Series(
        "atomic",
        ("atomic",),
        (
            Figure("atomic.add", "fetch_add", "fetch_add", Ratio(1.5)),
            Figure("atomic.cswap", "get_cswap", "get_cswap", Ratio(1.5)),
        ),
    ),
    Series(
        "handover",
        ("pingpong",),
        (Figure("lock.handover", "handover", "round_trip", Ratio(3), raw_scale=0.5),),
    ),
    Series(
        "steal",
        ("pingpong",),
        (
            Figure("tasks.steal", "steal", "round_trip", Ratio(3), raw_scale=0.5),
            Figure("tasks.steal_join", "join", "round_trip", None, raw_scale=0.5),
        ),
        mappings=("thread",),
    ),
    *message_round_trips(),
    *message_rates(),
    *crowd(),
    *crowded(),
    *heard(),
    *message_congestion(),
    *links(),
    *memput(),
    *team_figures(),
    *group_figures(),
    *shmem(),
    checked("access", ("read", "write", "chase", "strict_read", "strict_write"), "ns", 1),
    checked(
        "walk", ("cyclic_step", "blocked_step", "list", "list_shuffled", "list_global"), "ns", 1
    ),
    Series(
        "alloc",
        ("alloc",),
        (
            Figure("alloc.64", "pair_64", "pair_64", Ratio(2)),
            Figure("alloc.4096", "pair_4096", "pair_4096", Ratio(2)),
        ),
    ),
)

# Whole commands, timed from outside.
START = Figure("start.hello.4", "", "", Value(30), "ms", 1e-6)
COMPILE = Figure("compile.hello", "", "", Ratio(1.5), "ms", 1e-6)
