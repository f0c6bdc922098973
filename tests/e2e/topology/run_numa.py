"""The memory of a segment is taken on its thread's NUMA domain, on all in turn, or where it is
touched first. The kernel's policies say so, those of heaps that have grown and of static data, too.

The machine is made up: of its two domains the first is there."""

# cores: 2
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "policies.upc",
    r"""
#include <linux/mempolicy.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <upc.h>
#include <upc_castable.h>
enum { LARGE = 64 << 20, LAST = LARGE - 8 };
shared int fixed[THREADS];
shared [] char *shared large[THREADS];

static void print_policy(const char *what, int thread, void *at)
{
    int policy = -1;
    unsigned long domains[16] = {0};
    if (syscall(SYS_get_mempolicy, &policy, domains, 1025, at, MPOL_F_ADDR) != 0) {
        printf("refused\n");
        return;
    }
    const char *name = policy == MPOL_DEFAULT      ? "default"
                       : policy == MPOL_PREFERRED  ? "preferred"
                       : policy == MPOL_INTERLEAVE ? "interleave"
                                                   : "other";
    printf("%s of %d: %s %lx\n", what, thread, name, domains[0]);
}

int main(void)
{
    fixed[MYTHREAD] = MYTHREAD;
    large[MYTHREAD] = (shared [] char *)upc_alloc(LARGE);
    large[MYTHREAD][LAST] = 1;
    upc_barrier;
    if (MYTHREAD == THREADS - 1)
        for (int t = 0; t < THREADS; t++) {
            print_policy("static", t, upc_cast(&fixed[t]));
            print_policy("heap", t, upc_cast(&large[t][LAST]));
        }
    upc_barrier;
    return 0;
}
""",
)
upcc("policies.upc", "-o", "policies")
TWO = {"POLDER_TOPOLOGY": "numa:2 core:2 pu:1"}


def policies(*words):
    told = run(UPCRUN, *words, "./policies", env=TWO)
    check(told.err == "", f"{words}", told.err)
    return told.out.splitlines()


def every(*of_thread):
    return [f"{what} of {t}: {p}" for t, p in enumerate(of_thread) for what in ("static", "heap")]


if "refused" in policies("-n", "1"):
    skip("the kernel does not tell of policies")
first, default = "preferred 1", "default 0"
allowed = policies("-n", "1", "--numa", "interleave")[0].split()[-1]
for words in ((), ("-p", "1"), ("--segment", "sysv"), ("--segment", "posix")):
    found = policies("-n", "4", *words)
    check(found == every(first, first, default, default), f"owners {words}", *found)
    found = policies("-n", "2", "--bind", "core", "--pack", *words)
    check(found == every(first, first), f"packed {words}", *found)
    found = policies("-n", "2", "--bind", "none", *words)
    check(found == every(default, default), f"not bound {words}", *found)
    found = policies("-n", "2", "--numa", "touch", *words)
    check(found == every(default, default), f"touch {words}", *found)
    found = policies("-n", "2", "--numa=interleave", *words)
    check(found == every(*["interleave " + allowed] * 2), f"interleave {words}", *found)
shown = upcrun("-n", "2", "--numa", "interleave", "--show").out
check("interleaved over the NUMA domains" in shown, "--show", shown)
shown = run(UPCRUN, "-n", "2", "--show", env=TWO).out
check("on the NUMA domains of their threads" in shown, "--show", shown)
said = run(UPCRUN, "-n", "1", "--numa", "far", "./policies", status=None)
check(said.status != 0 and "owner, interleave or touch" in said.err, "--numa far", said.err)
said = run("./policies", status=None, env={"POLDER_NUMA": "far"})
check(said.status != 0 and "owner, interleave or touch" in said.err, "POLDER_NUMA", said.err)
print("pass")
