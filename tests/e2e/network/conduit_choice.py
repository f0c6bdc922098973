"""Conduits chosen by settings: a program runs over each, and a wrong choice gives one message that
says what there is. Hooks can be put around."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

PROGRAM = r"""
#include <stdio.h>
#include <upc.h>
shared int a[16 * THREADS];
int main(void) {
    upc_forall (int i = 0; i < 16 * THREADS; i++; &a[(i + 1) % (16 * THREADS)]) a[i] = i;
    upc_barrier;
    long sum = 0;
    for (int i = 0; i < 16 * THREADS; i++) sum += a[i];
    upc_barrier;
    if (sum == 8l * THREADS * (16 * THREADS - 1)) printf("right\n");
    return 0;
}
"""
NODES = ["--nodes", "2", "-n", "2", "./program"]


def settings(**values):
    return {
        "POLDER_INTERFACE": "lo",
        **{"POLDER_" + name.upper(): value for name, value in values.items()},
    }


def right(**values):
    result = upcrun(*NODES, env=settings(**values))
    check(result.out == "right\n" * 2, "both threads read what was written", result)
    return result


def refused(text, **values):
    result = upcrun(*NODES, status=1, env=settings(**values))
    check(text in result.err, f"a message with '{text}'", result)
    check(result.err.count("polder: error") == 1, "one message", result)


write("program.upc", PROGRAM)
upcc("program.upc", "-o", "program")
right(conduit="smp")
refused("no conduit-pigeon.so", conduit="pigeon")
refused("no hook 'nonesuch'", conduit="smp", hooks="nonesuch")
refused("delay does not take 'soon'", conduit="smp", hooks="delay:soon")
traced = right(conduit="smp", hooks="trace")
check(
    "polder: conduit: node 0: " in traced.err and "polder: conduit: node 1: " in traced.err,
    "lines of both nodes",
    traced,
)
if not os.path.exists(os.path.join(os.environ["POLDER_BUILD"], "lib/polder/conduit-ofi.so")):
    skip("without libfabric: smp only")
right(conduit="ofi")
right(conduit="ofi", hooks="delay:10us,stats,fault:again=/3,reference")
for modes in (
    "local,no-inject",
    "allocated,no-inject",
    "no-rma,table",
    "no-delivery,no-order,most=1000",
):
    right(conduit="ofi", ofi_modes=modes)
refused("'lokal' names a mode there is not", conduit="ofi", ofi_modes="lokal")
right(conduit="ofi", interface="127.0.0.0/8")
for network in ("127.0.0.0/x", "127.0.0.0/", "127.0.0.0/8x", "127.0.0.0/33"):
    refused(f"no provider on interface {network}", conduit="ofi", interface=network)
refused("no provider named nonesuch", conduit="ofi", provider="nonesuch")
refused("on interface nonesuch0", conduit="ofi", interface="nonesuch0")

# Which provider: the one that was measured, where somebody has; all nodes take that of the first. A
# name is what fi_info says.
POLDER = os.path.join(BUILD, "bin", "polder")


def between(*words, status=0, **values):
    env = {**os.environ, **settings(**values), "HOME": os.path.abspath("nobody")}
    env.pop("XDG_CONFIG_HOME", None)
    result = run(POLDER, *words, env=env, status=status)
    return result, next(
        (line for line in result.out.splitlines() if line.startswith("between nodes:")), ""
    )


JOB = ("info", "--job", "--nodes", "2", "-n", "2")
guessed, line = between("info")
check(
    "judged by what it can do; polder tune --network measures" in line,
    "without a measurement polder says how it chose",
    guessed,
)
best = line.split("provider ")[1].split(" over ")[0]
write("measured", f"# a comment\n\n{best} 9.5 3.25 # the best\nnonesuch 10 1\n")
measured, line = between("info", network="measured")
check(
    f"provider {best} over" in line and "a round trip of 9.5 us, 3.25 GB/s" in line,
    "what was measured is taken, and said",
    measured,
)
job, line = between(*JOB, network="measured")
check(
    f"provider {best} over" in line
    and "measured by polder tune --network on the first node" in line,
    "by a job, too",
    job,
)
set_by_name, line = between(*JOB, network="measured", provider=best)
check("POLDER_PROVIDER says so" in line, "a provider that is named comes before", set_by_name)
# What was measured of puts is taken, a setting comes before, and no provider loses what it needs.
write("puts", f"{best} 9.5 3.25 64\n")
for named, modes, wanted in (
    ({}, "hardware", "puts of at most 64 bytes are messages, as those are faster"),
    ({"put_messages": "8"}, "hardware", "puts of at most 8 bytes are messages"),
    ({"put_messages": "1m"}, "hardware", "puts of at most 4096 bytes are messages"),
    ({"put_messages": "0"}, "hardware", "no address is cached)"),
    ({"put_messages": "0"}, "", "4096 bytes are messages, as the provider may store a byte twice"),
):
    told, _ = between("info", network="puts", ofi_modes=modes, **named)
    check(wanted in told.out, f"{named} {modes}: {wanted}", told)
write("old", "nonesuch 9.5 3.25\n")
gone, line = between(*JOB, network="old")
check(
    f"provider {best} over" in line and "is not offered here" in line,
    "a provider that is no more is passed over",
    gone,
)
for text, said in (
    ("net\n", "line 1: a line is: provider"),
    ("\nnet 1 -1\n", "line 2: a line is"),
    ("net 1 1 -1\n", "line 1: the bytes of puts"),
    ("net 1 1 1 1\n", "line 1: a line is"),
    ("x" * 300, "too long"),
    ("net 1 1\n" * 17, "line 17: more providers"),
):
    write("bad", text)
    refused_job, _ = between(*JOB, network="bad", status=1)
    check(
        said in refused_job.err and "bad" in refused_job.err,
        f"'{text[:20]}' is refused",
        refused_job,
    )
check(
    "No such file" in between(*JOB, network="missing", status=1)[0].err,
    "a file that is named must be there",
)
check(
    "this job has one" in between("tune", "--network", "-o", "-", "-n", "2", status=1)[0].err,
    "one node is no network",
)

# Measured here: what is stored is what jobs then take.
stored, _ = between("tune", "--network", "-o", "found", "--nodes", "2", "-n", "2")
found = [
    text.split()
    for text in open("found", encoding="utf-8").read().splitlines()
    if not text.startswith("#")
]
check(
    found
    and all(len(words) == 4 and float(words[1]) > 0 and float(words[2]) > 0 for words in found),
    "lines of providers",
    stored,
)
check(any(words[0] == best for words in found), "the one guessed is among them", stored)
costs = [float(words[1]) / float(words[2]) for words in found]
check(costs == sorted(costs), "the best is first", stored)
taken, line = between(*JOB, network="found")
check(f"provider {found[0][0]} over" in line, "jobs take the first", taken)
