"""bench/internal/network.cc between two network namespaces, against fi_pingpong of libfabric in the
same two.

A round trip of ours is compared with a round trip of fi_pingpong, which is twice what it prints.
Our bytes a second are compared with those it prints. It runs with the provider that is fastest at
that size. The first round of a size tries all of PROVIDERS, later rounds the best of them.

Each size has rounds of its own (measure.py). In a round one run of ours and one of fi_pingpong
alternate, between two ping-pongs of a line. A run takes a few tenths of a second beside its start.
The ends of both are bound to the same two cores, one core each. Where these cores are far from each
other, 64 KB take twice the time. The namespaces need root.
"""

import os
import shutil
import subprocess
import sys
import time

from . import quiet
from .figure import Figure, Ratio, Value
from .measure import RUN_TIMEOUT_S, parse_figures, results_of, rounds_take
from .tools import BENCH, BenchError, command_run

sys.path.insert(0, str(BENCH.parent / "tests"))
from runner import namespaces  # noqa: E402

PROVIDERS = ("net", "tcp", "tcp;ofi_rxm")
MEDIUM = (512, 4096)
LARGE = (65536, 262144, 1048576, 4194304)
ROUND_TRIP = Ratio(1.25)
BANDWIDTH = Ratio(1 / 0.9)
ITERATIONS = {8: 5000, 512: 5000, 4096: 5000, 65536: 4000, 262144: 1000, 1048576: 400, 4194304: 100}


def _small():
    for what in ("put", "get", "fetch_add"):
        yield Figure(f"network.{what}.8", f"{what}_8", "round_trip_8", ROUND_TRIP)
    yield Figure("network.message", "message", "round_trip_8", ROUND_TRIP)
    yield Figure("network.put_rate.8", "put_rate_8", "one_way_8", None)


def _large(size):
    yield Figure(
        f"network.bandwidth.{size}",
        f"stream_{size}",
        f"one_way_{size}",
        BANDWIDTH if size in LARGE else None,
        "us",
        1e-3,
    )
    yield Figure(f"network.put.{size}", f"put_{size}", f"one_way_{size}", None, "us", 1e-3)
    yield Figure(f"network.get.{size}", f"get_{size}", f"one_way_{size}", None, "us", 1e-3)


# What a wait for a handle costs where a progress thread could have had the transfer, against a
# job without such a thread.
HANDLE = (Figure("network.handle.1M", "handle_1048576", "handle_1048576", Ratio(1.1), "us", 1e-3),)
# The part of a transfer that computation does not hide.
OVERLAP = (Figure("network.exposed.1M", "exposed", "one", Value(0.2), "of the transfer"),)


# Memory registered on demand, where the first access to an extent is a message.
ALLOCATED = "POLDER_OFI_MODES=allocated"
ADDRESS_SIZES = (8, 64, 256, 1024, 4096, 16384)
MODE_SIZES = (8, 8192, 65536, 1048576)
MODE_LIMIT = Ratio(1.1)


def _address_target(what, size):
    """What the paper's cache of addresses gained: up to 1 KB 30 % of a get and 16 % of a put; 40 %
    beyond."""
    if size > 1024:
        return Ratio(0.6)
    return Ratio(0.7 if what == "get" else 0.84)


def _addresses(size):
    for what in ("put", "get"):
        printed, target = f"{what}_{size}", _address_target(what, size)
        yield Figure(f"addresses.{what}.{size}", printed, printed, target, "us", 1e-3)


def _modes(size):
    for what in ("put", "get", "stream"):
        printed = f"{what}_{size}"
        yield Figure(f"allocated.{what}.{size}", printed, printed, MODE_LIMIT, "us", 1e-3)


# Four threads a node start transfers, each of which takes so long of its end.
PAIRS, COST = 4, "POLDER_HOOKS=endpoint:100us"


def _ends(word):
    """One end for all pthreads of a process shows what the paper found. Ends of their own are to
    be as good as processes."""
    target = None if word == "process" else Ratio(1.1)
    for what in ("put", "get"):
        yield Figure(f"ends.{what}.{word}", what, what, target, "us", 1e-3)


# Each beside a get: how many round trips it takes, in time.
GLOBAL_HEAP = tuple(
    Figure(f"global_heap.{what}", what, "get_8", target, "us", 1e-3)
    for what, target in (("allocate", Ratio(5)), ("free", Ratio(5)), ("room", Ratio(5)))
)


def figures():
    """All that run() can measure."""
    return [
        *_small(),
        *(f for size in (*MEDIUM, *LARGE) for f in _large(size)),
        *HANDLE,
        *OVERLAP,
        *(f for size in ADDRESS_SIZES for f in _addresses(size)),
        *(f for size in MODE_SIZES for f in _modes(size)),
        *(f for word in ("process", "thread", "auto") for f in _ends(word)),
        *GLOBAL_HEAP,
    ]


def _cores():
    cores = sorted(os.sched_getaffinity(0))
    return cores[0], cores[min(1, len(cores) - 1)]


def _one_way_ns(machines, provider, size, quick):
    """Of fi_pingpong; None where it does not run."""
    iterations = max(20, ITERATIONS[size] // (5 if quick else 1))
    ends = [
        [
            "taskset",
            "-c",
            str(core),
            "fi_pingpong",
            "-p",
            provider,
            "-e",
            "rdm",
            "-I",
            str(iterations),
            "-S",
            str(size),
        ]
        for core in _cores()
    ]
    server = subprocess.Popen(
        ["ip", "netns", "exec", machines.names[1], *ends[1]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        time.sleep(0.4)
        client = machines.run(0, *ends[0], machines.addresses[1], timeout=RUN_TIMEOUT_S)
        words = (
            client.stdout.splitlines()[-1].split()
            if client.returncode == 0 and client.stdout
            else []
        )
        return float(words[-2]) * 1e3 if len(words) == 8 else None
    finally:
        server.kill()
        server.wait()


class _Reference:
    """fi_pingpong at one size: one_way_SIZE and round_trip_SIZE in ns, of the provider that was
    fastest the first time."""

    def __init__(self, machines, size, quick):
        self.machines, self.size, self.quick, self.provider = machines, size, quick, None

    def __call__(self):
        times = {
            p: _one_way_ns(self.machines, p, self.size, self.quick)
            for p in ([self.provider] if self.provider else PROVIDERS)
        }
        times = {p: t for p, t in times.items() if t}
        if not times:
            raise BenchError(
                "fi_pingpong gives nothing between two namespaces, with " + " or ".join(PROVIDERS)
            )
        self.provider = min(times, key=times.get)
        one_way = times[self.provider]
        return {f"one_way_{self.size}": one_way, f"round_trip_{self.size}": 2 * one_way}


def _launch(tools, machines, mapping, program, *arguments, settings=()):
    """What a program prints that runs on both machines; mapping: words of upcrun."""
    where = ["-N", machines.hosts, "--rsh", machines.rsh, "--interface", machines.network]
    command = ["env", *settings, tools.upcrun, *where, *mapping, tools.upc("micro", program)]
    return parse_figures(command_run([*command, *map(str, arguments)], RUN_TIMEOUT_S))


def _polder(tools, machines, *arguments, settings=()):
    figures = _launch(tools, machines, ("-n", "2"), "network", *arguments, settings=settings)
    quiet.credit(sum(figures.pop(f"cpu_s_{thread}") for thread in range(2)))
    return figures


def _pairs(tools, machines, quick, *mapping, settings=()):
    mapping = ("-n", str(2 * PAIRS), *mapping)
    count = 32 if quick else 200
    return _launch(tools, machines, mapping, "pairs", count, settings=(COST, *settings))


def _series(tools, quick):
    """(figures, what gives our side and the other for two machines) of each."""
    yield tuple(_small()), lambda m: (lambda: _polder(tools, m, "small"), _Reference(m, 8, quick))
    for size in (*MEDIUM, *LARGE):
        yield tuple(_large(size)), lambda m, size=size: (
            lambda: _polder(tools, m, "large", size),
            _Reference(m, size, quick),
        )
    yield HANDLE, lambda m: (
        lambda: _polder(tools, m, "large", 1 << 20),
        lambda: _polder(tools, m, "large", 1 << 20, settings=["POLDER_PROGRESS=poll"]),
    )
    yield OVERLAP, lambda m: (lambda: _polder(tools, m, "overlap"), lambda: {"one": 1.0})
    for size in ADDRESS_SIZES:
        yield tuple(_addresses(size)), lambda m, size=size: tuple(
            lambda entries=entries: _polder(
                *(tools, m, "large", size),
                settings=[ALLOCATED, f"POLDER_ADDRESSES={entries}"],
            )
            for entries in (100, 0)
        )
    for size in MODE_SIZES:
        yield tuple(_modes(size)), lambda m, size=size: (
            lambda: _polder(tools, m, "large", size, settings=[ALLOCATED]),
            lambda: _polder(tools, m, "large", size),
        )
    for word in ("process", "thread", "auto"):
        yield tuple(_ends(word)), lambda m, word=word: (
            lambda: _pairs(
                tools, m, quick, "--per-node", "1", settings=(f"POLDER_ENDPOINTS={word}",)
            ),
            lambda: _pairs(tools, m, quick),
        )
    yield GLOBAL_HEAP, lambda m: (
        lambda: _polder(tools, m, "heap"),
        lambda: _polder(tools, m, "large", 8),
    )


def missing():
    """Why this cannot be measured here, or None."""
    return namespaces.possible() or next(
        (
            f"needs {p} ({where})"
            for p, where in (("fi_pingpong", "libfabric-bin"), ("taskset", "util-linux"))
            if not shutil.which(p)
        ),
        None,
    )


def _rounds(tools, plan, wanted, sides):
    named = {f.name: f for f in wanted}
    return results_of(
        named,
        rounds_take(f"{wanted[0].name}, 2 nodes", tools, plan, "process", sides, named),
        {"threads": 2, "mapping": "nodes"},
    )


def jobs(tools, plan, only):
    """What measures the figures whose name begins with `only`: functions that give lists of
    results."""
    if not any(f.name.startswith(only) for f in figures()):
        return []
    if why := missing():
        print(f"bench: network figures left out: {why}", file=sys.stderr)
        return []
    found = []
    for all_figures, sides in _series(tools, plan.quick):
        if wanted := [f for f in all_figures if f.name.startswith(only)]:
            found.append(
                lambda wanted=wanted, sides=sides: _rounds(
                    tools, plan, wanted, sides(tools.machines())
                )
            )
    return found
