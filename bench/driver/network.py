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


def figures():
    """All that run() can measure."""
    return [*_small(), *(f for size in (*MEDIUM, *LARGE) for f in _large(size)), *HANDLE, *OVERLAP]


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


def _polder(tools, machines, *arguments, settings=()):
    figures = parse_figures(
        command_run(
            [
                "env",
                *settings,
                tools.upcrun,
                "-N",
                machines.hosts,
                "--rsh",
                machines.rsh,
                "--interface",
                machines.network,
                "-n",
                "2",
                tools.upc("micro", "network"),
                *map(str, arguments),
            ],
            RUN_TIMEOUT_S,
        )
    )
    quiet.credit(sum(figures.pop(f"cpu_s_{thread}") for thread in range(2)))
    return figures


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
