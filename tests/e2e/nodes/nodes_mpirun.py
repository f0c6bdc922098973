"""A program that mpirun starts on several machines is one job: PMIx says who is where. Hosts are
network namespaces with names of their own."""

# sanitize: no, MPI libraries are not instrumented
# requires: mpirun
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner import namespaces, ranks  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

if namespaces.possible():
    skip(namespaces.possible())
version = run("mpirun", "--version", status=None).out
if "Open MPI" not in version:
    skip("needs Open MPI's mpirun")
if not os.path.exists("/usr/bin/unshare"):
    skip("needs unshare")

ranks.program_make()
write(
    "start",
    '#!/bin/sh\nhost=$1; shift\n'
    'exec ip netns exec $host unshare --uts sh -c "hostname $host; $*"\n',
)
os.chmod("start", 0o755)

with namespaces.Namespaces(3) as machines:

    def mpirun(hosts, count, *words, status=0, env=None):
        return run(
            "mpirun",
            "--host",
            ",".join(f"{name}:4" for name in machines.names[:hosts]),
            "--mca",
            "plm_rsh_agent",
            os.path.abspath("start"),
            "--mca",
            "oob_tcp_if_include",
            machines.network,
            "-x",
            "POLDER_THREADS",
            "-n",
            str(count),
            *words,
            status=status,
            env={**MPI_ENVIRONMENT, "POLDER_THREADS": str(count), **(env or {})},
        )

    for hosts, count, order, threads, held in (
        (2, 8, "slot", 8, (4, 4)),
        (2, 6, "slot", 6, (4, 2)),
        (2, 5, "node", 5, (3, 2)),
        (3, 3, "node", 3, (1, 1, 1)),
        (2, 4, "node", 7, (4, 3)),
        (3, 5, "node", 12, (6, 4, 2)),
    ):
        result = mpirun(
            hosts,
            count,
            "--map-by",
            order,
            "./program",
            env={"POLDER_THREADS": str(threads)} if threads != count else None,
        )
        ranks.output_check(
            result.out,
            machines,
            threads,
            held,
            f"{count} ranks by {order} on {hosts} hosts, {threads} threads",
            result,
        )
    result = mpirun(2, 4, "--map-by", "node", "./program", "global", status=5)
    check("polder: error" not in result.err, "upc_global_exit", result)
    ranks.streams_check(4, result)
    result = mpirun(2, 4, "--map-by", "node", "./program", "crash", status=139)
    check(
        result.err.count("polder: error") == 1 and "thread 3: SIGSEGV" in result.err,
        "a crash",
        result,
    )
print("pass")
