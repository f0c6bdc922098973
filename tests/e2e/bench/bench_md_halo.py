"""bench/apps/md_halo: molecules cross domains, and halos are exchanged, over OpenSHMEM and MPI. All
forms find the forces of all pairs. Places for messages grow while the program runs. A flag without
the counter of calls fails as soon as a neighbour overtakes."""

# sanitize: not thread address (the processes of a node share memory)
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

PROCESSES, THREADS = "./processes", "./threads"
SOURCES = f"{SOURCE}/bench"
run(OSHCC, "-O2", f"{SOURCES}/shmem/md_halo.c", "-o", PROCESSES, "-lm")
run(OSHCC, "-O2", "-fpe-threads", f"{SOURCES}/shmem/md_halo.c", "-o", THREADS, "-lm")

LAUNCHES = [
    (PROCESSES, "-n 1"),
    (PROCESSES, "-n 4"),
    (THREADS, "-n 3 -p 1"),
    (THREADS, "-n 4 -p 2"),
    (PROCESSES, "-n 3 --nodes 2"),
]
FORMS = ["", "delay", "counter delay", "mesh", "mesh counter"]


def verified(result):
    """The steps that were taken again because a message had not fitted."""
    check("md_halo class S verified\n" in result.out, "verified", result)
    words = result.out.split()
    return int(words[words.index("redone") + 1])


for number, (program, launch) in enumerate(LAUNCHES):
    for form in FORMS if LONG or number == 3 else FORMS[number % 2 :: 2]:
        result = run(OSHRUN, *launch.split(), program, "S", *form.split())
        check(verified(result) > 1, "places have grown", result)
    if launch == "-n 1":
        continue
    wrong = run(OSHRUN, *launch.split(), program, "S", "naive", "delay", status=1)
    check("md_halo: PE " in wrong.err and "verified" not in wrong.out, "the flag alone", wrong)
narrow = run(OSHRUN, "-n", "5", PROCESSES, "S", status=1)
check("narrower than the cut-off" in narrow.err, "domains", narrow)

if shutil.which("mpicc") and shutil.which("mpirun"):
    run("mpicc", "-O2", f"{SOURCES}/apps/md_halo/md_halo_mpi.c", "-o", "mpi", "-lm")
    for ranks, form in (("3", ""), ("4", "mesh")):
        command = ("mpirun", "--oversubscribe", "-n", ranks, "./mpi", "S", *form.split())
        result = run(*command, env=MPI_ENVIRONMENT)
        check(verified(result) == 0, "MPI makes room by itself", result)
print("pass")
