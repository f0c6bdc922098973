"""A program that Slurm's srun starts on several machines is one job: PMIx says who is where. Slurm
is one of the test's own; hosts are network namespaces."""

# sanitize: no, the libraries of PMIx are not instrumented
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner import namespaces, ranks, slurm  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

reason = namespaces.possible() or slurm.missing()
if reason:
    skip(reason)
ranks.program_make()

with namespaces.Namespaces(3) as machines, slurm.Slurm(machines, "slurm") as jobs:
    for hosts, count, threads, held in (
        (1, 3, 3, (3,)),
        (2, 4, 4, (2, 2)),
        (2, 4, 7, (4, 3)),
        (3, 3, 3, (1, 1, 1)),
        (3, 6, 12, (4, 4, 4)),
    ):
        done = jobs.run(
            "--mpi=pmix",
            "-N",
            str(hosts),
            f"--ntasks-per-node={count // hosts}",
            "./program",
            env={"POLDER_THREADS": str(threads)},
        )
        check(done.status == 0, f"{count} tasks on {hosts} hosts", done, jobs.logs())
        ranks.output_check(
            done.out,
            machines,
            threads,
            held,
            f"{count} tasks on {hosts} hosts, {threads} threads",
            done,
        )
    for word, status, text in (("global", 5, ""), ("crash", 139, "thread 3: SIGSEGV")):
        done = jobs.run(
            "--mpi=pmix",
            "-N",
            "2",
            "--ntasks-per-node=2",
            "./program",
            word,
            env={"POLDER_THREADS": "4"},
        )
        check(
            done.status in (status, 137, 143, 9)
            and done.status != 0
            and text in done.err
            and done.err.count("polder: error") == bool(text),
            word,
            done,
        )
    # Without PMIx processes on several machines cannot be one job.
    done = jobs.run("--mpi=pmi2", "-N", "2", "--ntasks-per-node=1", "./program")
    check(done.status != 0 and "PMIx" in done.err, "srun without PMIx", done)
print("pass")
