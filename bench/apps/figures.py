"""The figures of bench/apps: whole programs against the same algorithm.

The other side is C with OpenMP on as many cores, serial C on one core, and MPI where there is a
program for it. Programs of the NAS Parallel Benchmarks run at class W or A and check the published
results. With `--long` they run at all classes that they have. UTS counts the tree T1. `scaling.`
figures run with 1, 2, 4 ... threads, up to twice the cores, beside C with as many.
"""

import os

from driver.figure import AtLeast, C, Figure, Mpi, Ratio, Run, Series, checked

AS_OPENMP, AS_SERIAL = Ratio(1 / 0.95), Ratio(1 / 0.97)
CLASSES = {"ep": "SWAB", "is": "SWAB", "cg": "SWAB", "mg": "SWAB", "ft": "SWAB"}


def figure(name, printed, target=None):
    return (Figure(name, printed, printed, target, "ms", 1e-6),)


def program(name, target=None):
    """A program that prints its own name as the figure, like its reference of the same name."""
    return Series(name, (name,), figure(name, name, target))


def nas(name):
    """One of the NAS benchmarks: on two threads, on one, and in all classes."""
    yield program(name, AS_OPENMP)
    yield Series(
        Run(name, 1), C(name), figure(f"{name}.serial", name, AS_SERIAL), mappings=("process",)
    )
    for size in CLASSES[name]:
        yield Series(
            Run(name, 2, (size,)),
            (name, size),
            figure(f"{name}.class_{size}", name, AS_OPENMP),
            long=True,
        )


def against_mpi(name):
    return Series(Run(name), Mpi(name), figure(f"{name}.mpi", name), mappings=("process",))


def scaling():
    cores, threads = len(os.sched_getaffinity(0)), [1]
    while threads[-1] < 2 * cores:
        threads.append(2 * threads[-1])
    for name, arguments in (("ep", ("S",)), ("cg", ("W",)), ("ft", ("W",)), ("uts", ("A",))):
        for n in threads:
            yield Series(
                Run(name, n, arguments),
                C(name, n, arguments),
                figure(f"scaling.{name}.threads{n}", name),
                mappings=("process",),
            )


def ft_forms():
    for form in ("split", "overlapped"):
        yield Series(Run("ft", 2, (form,)), ("ft",), figure(f"ft.{form}", "ft"))
        yield Series(
            Run("ft", 2, ("W", form), 2, apart=True),
            Run("ft", 2, ("W",), 2, apart=True),
            figure(f"far.ft.{form}", "ft"),
            mappings=("process",),
        )
    yield Series(
        Run("ft", 1, ("openmp",), options=("-fopenmp",)),
        ("ft",),
        figure("ft.openmp", "ft"),
        mappings=("process",),
    )
    yield from ft_hybrids()
    yield from ft_exchanges()


UNBOUND = ("POLDER_BIND=none",)  # the sub-threads of a thread have the cores of all


def ft_hybrids():
    """One UPC thread a node with two sub-threads of each kind, beside two UPC threads a node.
    Phases apart: the exchange alone."""
    for division in ("openmp", "pool", "pthreads"):
        options = ("-fopenmp",) if division == "openmp" else ()
        for nodes in (1, 2):
            for form, words in (("", ()), (".split", ("split",))):
                name = f"ft.hybrid.{division}{form}.nodes{nodes}"
                yield Series(
                    Run("ft", nodes, ("W", division, *words), nodes, UNBOUND, options, cores=2),
                    Run("ft", 2 * nodes, ("W", *words), nodes, UNBOUND, cores=2),
                    (
                        *figure(name, "ft", Ratio(1.05) if nodes == 1 else None),
                        *figure(f"{name}.exchange", "ft_exchange"),
                    ),
                    mappings=("process",),
                )


def ft_exchanges():
    """The all-to-all alone: by private pointers and split-phase, beside blocking copies of the
    runtime. Four threads."""
    for nodes in (1, 2):
        for form in ("cast", "split"):
            yield Series(
                Run("ft", 4, ("W", form), nodes),
                Run("ft", 4, ("W",), nodes),
                figure(f"ft.exchange.{form}.nodes{nodes}", "ft_exchange"),
            )


def uts_forms():
    """The table of local steals: four threads on two nodes, against random stealing."""
    random = Run("uts", 4, ("W", "random"), 2, apart=True)
    for form in ("local", "diffusion"):
        yield Series(
            Run("uts", 4, ("W", form), 2, apart=True),
            random,
            (
                Figure(
                    f"uts.near_share.{form}",
                    "near_share",
                    "near_share",
                    AtLeast(2) if form == "local" else None,
                    "of all steals",
                ),
                Figure(f"uts.far_steals.{form}", "far_steals", "far_steals", None, "steals"),
                *figure(f"far.uts.{form}", "uts"),
            ),
            mappings=("process",),
        )


LEVELS = ((2, 2), (4, 2), (8, 2), (2, 4), (4, 4), (2, 8))  # nodes, threads on each


def uts_machine():
    """Steals by distance on a machine that is made up, beside how many threads are so far. It has
    two packages of two NUMA domains with four cores of two units, and a thread on each unit. Of
    movable tasks and of rapid diffusion."""
    machine = ("POLDER_TOPOLOGY=package:2 numa:2 l3:1 core:4 pu:2", "POLDER_BIND=pu")
    for stem, run in (
        ("uts.machine", Run("uts_movable", 32, ("W",), settings=machine)),
        ("uts.machine.diffusion", Run("uts", 32, ("W", "diffusion"), settings=machine)),
    ):
        figures = tuple(
            Figure(f"{stem}.{level}", f"share_{level}", f"others_{level}", None, "of steals")
            for level in ("core", "l3", "package", "node")
        )
        yield Series(run, run, figures, mappings=("process",))


def uts_levels():
    """Steals on the node over simulated nodes: rapid diffusion from near threads, and movable
    tasks, beside random stealing. They are counts, so few cores show them as well as many."""
    for nodes, each in LEVELS:
        where = f"nodes{nodes}.each{each}"
        random = Run("uts", nodes * each, ("W", "random"), nodes)
        for program_of, words, form in (
            ("uts", ("W", "diffusion"), "diffusion"),
            ("uts_movable", ("W",), "movable"),
        ):
            yield Series(
                Run(program_of, nodes * each, words, nodes),
                random,
                (
                    Figure(
                        f"uts.levels.{form}.{where}", "near_share", "near_share", None, "of steals"
                    ),
                    Figure(
                        f"uts.levels.{form}.{where}.far",
                        "far_steals",
                        "far_steals",
                        None,
                        "steals",
                    ),
                ),
                mappings=("process",),
            )


def md_forms():
    yield program("md")
    yield Series(Run("md", 2, ("molecule",)), ("md", "molecule"), figure("md.molecule", "md"))
    for latency, settings in (("", ()), (".delayed", ("POLDER_HOOKS=delay:20us",))):
        fine = Run("md", 2, ("S",), 2, settings, apart=True)
        plain = Run(
            "md", 2, ("S",), 2, (*settings, "POLDER_CACHE=0"), ("-fno-upc-passes",), apart=True
        )
        yield Series(
            fine,
            plain,
            figure(f"far.md{latency}.optimiser", "md", Ratio(0.2)),
            mappings=("process",),
        )
        for form, target in (("aggregated", Ratio(1.5)), ("prefetch", None)):
            by_hand = Run("md", 2, ("S", form), 2, settings, apart=True)
            yield Series(
                fine,
                by_hand,
                figure(f"far.md{latency}.{form}", "md", target),
                mappings=("process",),
            )


def md_halo():
    """Halo exchange over OpenSHMEM, beside MPI. One exchange of two neighbours, by size. A step of
    the program, also with the paper's counter and flag, and with ranks for the mesh."""
    mpi, threads = "md_halo/md_halo", ("-fpe-threads",)
    yield Series(
        Run("md_halo_shmem", 2, ("S", "latency"), options=threads),
        Mpi(mpi, 2, ("S", "latency")),
        tuple(
            Figure(f"md_halo.exchange.{size}", f"exchange_{size}", f"exchange_{size}", Ratio(1))
            for size in (8, 64, 512, 2048, 4096, 16384, 65536)
        ),
    )
    for words in ((), ("counter",), ("mesh",)):
        yield Series(
            Run("md_halo_shmem", 2, ("W", *words), options=threads),
            Mpi(mpi, 2, ("W", *(w for w in words if w == "mesh"))),
            figure(".".join(("md_halo", *words)), "md_halo"),
        )


SERIES = (
    program("queens"),
    Series(
        "matmul",
        ("matmul",),
        (
            Figure("matmul.local", "local", "matmul", AS_OPENMP, "ms", 1e-6),
            Figure("matmul.shared", "shared", "matmul", AS_OPENMP, "ms", 1e-6),
        ),
    ),
    Series(
        Run("matmul", 1),
        C("matmul"),
        (
            Figure("matmul.serial.local", "local", "matmul", AS_SERIAL, "ms", 1e-6),
            Figure("matmul.serial.shared", "shared", "matmul", AS_SERIAL, "ms", 1e-6),
        ),
        mappings=("process",),
    ),
    *nas("ep"),
    *nas("is"),
    Series(
        Run("is_shmem"),
        Run("is"),
        (Figure("is.shmem", "is", "is", None, "ms", 1e-6),),
        mappings=("process",),
    ),
    *nas("cg"),
    *nas("mg"),
    *nas("ft"),
    against_mpi("ep"),
    against_mpi("is"),
    against_mpi("cg"),
    *ft_forms(),
    program("uts", AS_OPENMP),
    Series("uts_movable", ("uts",), figure("uts.movable", "uts", AS_OPENMP)),
    *uts_forms(),
    *uts_levels(),
    *uts_machine(),
    program("nbody"),
    *md_forms(),
    *md_halo(),
    *(checked(name, (name,), "ms", 1e-6) for name in ("is", "cg", "mg", "nbody")),
    checked("matmul", ("local", "shared"), "ms", 1e-6),
    *scaling(),
)
