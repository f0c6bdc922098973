"""A program that prterun (Open MPI 5, PRRTE) starts on several machines is one job. Hosts are
network namespaces with names of their own."""

# sanitize: no, the libraries of PMIx are not instrumented
# requires: prterun
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner import namespaces, ranks  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

if namespaces.possible():
    skip(namespaces.possible())
ranks.program_make()
prefix = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("prterun"))))
write(
    "start",
    '#!/bin/sh\nhost=$1; shift\n'
    'exec ip netns exec $host unshare --uts sh -c "hostname $host; $*"\n',
)
os.chmod("start", 0o755)

with namespaces.Namespaces(2) as machines:

    def prterun(count, threads, *words, status=0):
        return run(
            "prterun",
            "--prefix",
            prefix,
            "--host",
            ",".join(f"{name}:4" for name in machines.names),
            "--prtemca",
            "plm_ssh_agent",
            os.path.abspath("start"),
            "--prtemca",
            "prte_if_include",
            machines.network,
            "-x",
            "POLDER_THREADS",
            "-n",
            str(count),
            "--map-by",
            f"ppr:{count // 2}:node",
            *words,
            status=status,
            env={
                "PRTE_ALLOW_RUN_AS_ROOT": "1",
                "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                "POLDER_THREADS": str(threads),
            },
        )

    for count, threads, held in ((2, 2, (1, 1)), (4, 4, (2, 2)), (4, 7, (4, 3))):
        result = prterun(count, threads, "./program")
        ranks.output_check(
            result.out, machines, threads, held, f"{count} processes, {threads} threads", result
        )
    result = prterun(4, 4, "./program", "global", status=None)
    check(result.status != 0 and "polder: error" not in result.err, "upc_global_exit", result)
    result = prterun(4, 4, "./program", "crash", status=None)
    check(
        result.status != 0
        and result.err.count("polder: error") == 1
        and "thread 3: SIGSEGV" in result.err,
        "a crash",
        result,
    )
print("pass")
