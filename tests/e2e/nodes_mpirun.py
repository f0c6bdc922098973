"""A program that mpirun starts on several machines is one job: PMIx says who is where. Hosts are network namespaces with names of their own."""
# sanitize: no, MPI libraries are not instrumented
# requires: mpirun
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from runner import namespaces  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

if namespaces.possible():
    skip(namespaces.possible())
version = run("mpirun", "--version", status=None).out
if "Open MPI" not in version:
    skip("needs Open MPI's mpirun")
if not os.path.exists("/usr/bin/unshare"):
    skip("needs unshare")

write("program.upc", r"""
#include <upc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
shared int seen[THREADS];
int main(int argc, char **argv)
{
    char host[64];
    gethostname(host, sizeof host);
    seen[(MYTHREAD + 1) % THREADS] = MYTHREAD + 1;
    upc_barrier;
    if (argc > 1 && MYTHREAD == 1 && !strcmp(argv[1], "global")) upc_global_exit(5);
    if (argc > 1 && MYTHREAD == THREADS - 1 && !strcmp(argv[1], "crash")) *(volatile int *)8 = 1;
    if (argc > 1) upc_barrier;
    printf("%d of %d on %s got %d\n", MYTHREAD, THREADS, host, seen[MYTHREAD]);
    return 0;
}
""")
upcc("program.upc", "-o", "program")
write("start", "#!/bin/sh\nhost=$1; shift\nexec ip netns exec $host unshare --uts sh -c \"hostname $host; $*\"\n")
os.chmod("start", 0o755)

with namespaces.Namespaces(3) as machines:

    def mpirun(hosts, ranks, *words, status=0, env=None):
        return run("mpirun", "--host", ",".join(f"{name}:4" for name in machines.names[:hosts]), "--mca", "plm_rsh_agent", os.path.abspath("start"),
                   "--mca", "oob_tcp_if_include", machines.network, "-x", "POLDER_THREADS", "-n", str(ranks), *words,
                   status=status, limit=120,
                   env={**MPI_ENVIRONMENT, "POLDER_THREADS": str(ranks), **(env or {})})

    def lines(threads, held):
        """Thread by thread, where held[node] is how many threads the node has."""
        on = [name for name, count in zip(machines.names, held) for _ in range(count)]
        return sorted(f"{t} of {threads} on {on[t]} got {(t - 1) % threads + 1}" for t in range(threads))

    for hosts, ranks, order, threads, held in ((2, 8, "slot", 8, (4, 4)), (2, 6, "slot", 6, (4, 2)), (2, 5, "node", 5, (3, 2)), (3, 3, "node", 3, (1, 1, 1)),
                                               (2, 4, "node", 7, (4, 3)), (3, 5, "node", 12, (6, 4, 2))):
        result = mpirun(hosts, ranks, "--map-by", order, "./program", env={"POLDER_THREADS": str(threads)} if threads != ranks else None)
        check(sorted(result.out.splitlines()) == lines(threads, held), f"{ranks} ranks by {order} on {hosts} hosts, {threads} threads", result,
              lines(threads, held))
    result = mpirun(2, 4, "--map-by", "node", "./program", "global", status=5)
    check("polder: error" not in result.err, "upc_global_exit", result)
    result = mpirun(2, 4, "--map-by", "node", "./program", "crash", status=139)
    check(result.err.count("polder: error") == 1 and "thread 3: SIGSEGV" in result.err, "a crash", result)
print("pass")
