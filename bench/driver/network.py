"""bench/internal/network.cc between two network namespaces, against fi_pingpong of libfabric in the same two.

A round trip of ours is compared with a round trip of fi_pingpong (twice what it prints), bytes a second of ours with its own, with the provider that is
fastest at that size: each round tries all of PROVIDERS. Needs root, for the namespaces.
"""

import shutil
import subprocess
import sys
import time

from .figure import Figure, Ratio, Value
from .measure import RUN_TIMEOUT_S, parse_figures, result_of, rounds_take
from .tools import BENCH, BenchError, command_run

sys.path.insert(0, str(BENCH.parent / "tests"))
from runner import namespaces  # noqa: E402

PROVIDERS = ("net", "tcp;ofi_rxm")
LARGE = (65536, 262144, 1048576, 4194304)
ROUND_TRIP = Ratio(1.25)
BANDWIDTH = Ratio(1 / 0.9)


def _figures():
    for what in ("put", "get", "fetch_add"):
        yield Figure(f"network.{what}.8", f"{what}_8", "round_trip_8", ROUND_TRIP)
    yield Figure("network.message", "message", "round_trip_8", ROUND_TRIP)
    yield Figure("network.put_rate.8", "put_rate_8", "one_way_8", None)
    for size in LARGE:
        yield Figure(f"network.bandwidth.{size}", f"stream_{size}", f"one_way_{size}", BANDWIDTH, "us", 1e-3)
        yield Figure(f"network.put.{size}", f"put_{size}", f"one_way_{size}", None, "us", 1e-3)
        yield Figure(f"network.get.{size}", f"get_{size}", f"one_way_{size}", None, "us", 1e-3)
    # What computation does not hide of a transfer, and its parts
    yield Figure("network.exposed.1M", "exposed", "one", Value(0.2), "of the transfer")


FIGURES = tuple(_figures())


def _one_way_ns(machines, provider, size, iterations):
    """Of fi_pingpong; None where it does not run."""
    command = ["fi_pingpong", "-p", provider, "-e", "rdm", "-I", str(iterations), "-S", str(size)]
    server = subprocess.Popen(["ip", "netns", "exec", machines.names[1], *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(0.3)
        client = machines.run(0, *command, machines.addresses[1], timeout=RUN_TIMEOUT_S)
        words = client.stdout.splitlines()[-1].split() if client.returncode == 0 and client.stdout else []
        return float(words[-2]) * 1e3 if len(words) == 8 else None
    finally:
        server.kill()
        server.wait()


def _raw(machines, quick):
    """one_way_SIZE and round_trip_8 in ns, of the best provider at that size."""
    figures = {"one": 1.0}
    for size in (8, *LARGE):
        iterations = (1000 if quick else 5000) if size == 8 else 200
        times = [_one_way_ns(machines, provider, size, iterations) for provider in PROVIDERS]
        if not any(times):
            raise BenchError("fi_pingpong gives nothing between two namespaces, with " + " or ".join(PROVIDERS))
        figures[f"one_way_{size}"] = min(t for t in times if t)
    figures["round_trip_8"] = 2 * figures["one_way_8"]
    return figures


def _polder(tools, machines):
    command = [tools.upcrun, "-N", machines.hosts, "--rsh", machines.rsh, "--interface", machines.network, "-n", "2",
               tools.upc("micro", "network")]
    figures = parse_figures(command_run(command, RUN_TIMEOUT_S))
    hidden = (figures["sync_1048576"] - figures["async_1048576"]) / figures["comm_1048576"]
    figures["exposed"] = 1 - hidden
    return figures


def missing():
    """Why this cannot be measured here, or None."""
    return namespaces.possible() or (None if shutil.which("fi_pingpong") else "needs fi_pingpong (libfabric-bin)")


def run(tools, plan, only):
    """The figures whose name begins with `only`, as a list of results."""
    wanted = [f for f in FIGURES if f.name.startswith(only)]
    if not wanted:
        return []
    if why := missing():
        print(f"bench: network figures left out: {why}", file=sys.stderr)
        return []

    def figures(polder, raw):
        for f in wanted:
            yield f.name, polder[f.polder] * f.scale, raw[f.raw] * (f.scale if f.unit != "of the transfer" else 1)

    with namespaces.Namespaces(2) as machines:
        sides = (lambda: _polder(tools, machines)), (lambda: _raw(machines, plan.quick))
        taken = rounds_take("network, 2 nodes", tools, plan, "process", sides, figures)
    return [result_of(f.name, f, taken, {"threads": 2, "mapping": "nodes"}) for f in wanted]
