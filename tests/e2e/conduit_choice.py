"""Conduits chosen by settings: a program runs over each, a wrong choice gives one message that says what there is, and hooks can be
put around."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

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
    return {"POLDER_INTERFACE": "lo", **{"POLDER_" + name.upper(): value for name, value in values.items()}}


def right(**values):
    result = upcrun(*NODES, env=settings(**values), limit=60)
    check(result.out == "right\n" * 2, "both threads read what was written", result)
    return result


def refused(text, **values):
    result = upcrun(*NODES, status=1, env=settings(**values), limit=60)
    check(text in result.err, f"a message with '{text}'", result)
    check(result.err.count("polder: error") == 1, "one message", result)


write("program.upc", PROGRAM)
upcc("program.upc", "-o", "program")
right(conduit="smp")
refused("no conduit-pigeon.so", conduit="pigeon")
refused("no hook 'nonesuch'", conduit="smp", hooks="nonesuch")
refused("delay does not take 'soon'", conduit="smp", hooks="delay:soon")
traced = right(conduit="smp", hooks="trace")
check("polder: conduit: node 0: " in traced.err and "polder: conduit: node 1: " in traced.err, "lines of both nodes", traced)
if not os.path.exists(os.path.join(os.environ["POLDER_BUILD"], "lib/polder/conduit-ofi.so")):
    skip("without libfabric: smp only")
right(conduit="ofi")
right(conduit="ofi", hooks="delay:10us,stats,fault:again=/3,reference")
refused("no provider named nonesuch", conduit="ofi", provider="nonesuch")
refused("on interface nonesuch0", conduit="ofi", interface="nonesuch0")
