#!/usr/bin/env python3
# The self-verifying programs of bench/apps and bench/kernels (those that call program_verdict) at
# their smallest size. Every form runs on every mapping at 1 to 4 threads and on two nodes. Their C
# references run with OpenMP, serial and (where mpicc is there) with MPI. Each says that its result
# is right. A wrong class is an error. Times are not judged.
#
# sanitize: no (processes are tried too, and RandomAccess races on purpose)
import concurrent.futures
import glob
import os
import shutil
import subprocess
import sys

BENCH = os.path.join(os.environ["POLDER_SOURCE"], "bench")
UPCC, UPCRUN = os.environ["UPCC"], os.environ["UPCRUN"]
LONG = (
    os.environ.get("POLDER_TEST_LONG") == "1"
)  # ./dev test --long: every mapping, and the references
LAUNCHES = (
    [(1, 1)] + [(threads, processes) for threads in (2, 3, 4) for processes in {1, 2, threads}]
    if LONG
    else [(4, 2)]
)
# Forms beside the one without a word; a form that is compiled in another way has a program of its
# own. They are tried on fewer mappings.
FORMS = {
    "all_to_all": ("both",),
    "field": ("words=1001",),
    "ft": ("split", "overlapped", "cast", "pool", "pthreads"),
    "md": ("molecule", "aggregated", "prefetch"),
    "neighborhood": ("side=33",),
    "pointer": ("window=9", "busy=1"),
    "random_access": ("directory",),
    "sobel": ("aggregated",),
    "spmv": ("aggregated",),
    "stencil": ("aggregated",),
    "stream_shapes": ("twisted",),
    "update": ("hops=31", "busy=1"),
    "uts": ("local", "diffusion"),
}
# What is no size of a program, and words of the message.
WRONG_SIZES = {
    "field": ("words=-1", "words=-1: not a number from"),
    "neighborhood": ("side=x", "side=x: not a number from"),
    "pointer": ("window=4", "window=4: not an odd number"),
    "update": ("hop=4", "hop=4: no such size"),
}
# RandomAccess asks the network for each word, for ten seconds; two nodes show nothing new of it.
ONE_NODE = {"random_access"}
COMPILED = {"ft": (("openmp", "-fopenmp"),), "stream_shapes": (("twisted", "-fopenmp"),)}
FORM_LAUNCHES = ("-n 4 -p 2", "-n 2 --nodes 2") if LONG else ("-n 2 --nodes 2",)
SERIAL = ("-DPROGRAM_REFERENCE_THREADS=1", "-I", os.path.join(BENCH, "serial"))
# Two threads that spin for each other are slow on a busy machine.
QUIET = {
    **os.environ,
    "OMP_WAIT_POLICY": "passive",
    "BENCH_QUICK": "1",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=QUIET)
    return done.returncode, done.stdout, done.stderr


def built(source, out, *compiler):
    status, _, errors = run(*compiler, "-O2", source, "-o", out, "-lm")
    return f"{source}: does not compile:\n{errors}" if status != 0 or errors else None


def verified(name, *command):
    status, out, errors = run(*command)
    said = [line for line in out.splitlines() if line.endswith("verified")]
    if status != 0 or len(said) != 1 or not said[0].startswith(f"{name} class S"):
        return f"{' '.join(command)}: exit status {status}\n{out}{errors}"
    return None


def references_test(stem, name):
    problem = (
        built(stem + ".c", f"./{name}.ref", "cc", "-fopenmp")
        or verified(name, f"./{name}.ref", "S")
        or built(stem + ".c", f"./{name}.serial", "cc", *SERIAL)
        or verified(name, f"./{name}.serial", "S")
    )
    if (
        not problem
        and os.path.exists(stem + "_mpi.c")
        and shutil.which("mpicc")
        and shutil.which("mpirun")
    ):
        problem = built(stem + "_mpi.c", f"./{name}.mpi", "mpicc") or verified(
            name, "mpirun", "--oversubscribe", "-n", "2", f"./{name}.mpi", "S"
        )
    return problem


def forms_test(stem, name):
    problem = None
    for form in FORMS.get(name, ()):
        for launch in ("-n 2",) if name in ONE_NODE and not LONG else FORM_LAUNCHES:
            problem = problem or verified(name, UPCRUN, *launch.split(), f"./{name}", "S", form)
    for form, option in COMPILED.get(name, ()):
        program = f"./{name}_{form}"
        problem = (
            problem
            or built(stem + ".upc", program, UPCC, option)
            or verified(name, UPCRUN, "-n", "2", program, "S", form)
        )
    return problem


def wrong_call(name, words, *arguments):
    """A call that is answered with a message and exit status 1."""
    status, _, errors = run(UPCRUN, "-n", "1", f"./{name}", *arguments)
    right = status == 1 and words in errors
    return None if right else f"{name} {' '.join(arguments)}: exit status {status}\n{errors}"


def program_test(stem):
    """What is wrong with one program, or nothing."""
    name = os.path.basename(stem)
    reference = (
        references_test(stem, name) if LONG and os.path.exists(stem + ".c") else None
    )  # measured against itself, compiled otherwise
    problem = reference or built(stem + ".upc", f"./{name}", UPCC)
    for threads, processes in LAUNCHES:
        problem = problem or verified(
            name, UPCRUN, "-n", str(threads), "-p", str(processes), f"./{name}", "S"
        )
    if LONG or name not in ONE_NODE:
        problem = problem or verified(name, UPCRUN, "-n", "3", "--nodes", "2", f"./{name}", "S")
    problem = problem or forms_test(stem, name)
    problem = problem or wrong_call(name, "no class Z", "Z")
    if name in WRONG_SIZES:
        size, words = WRONG_SIZES[name]
        problem = problem or wrong_call(name, words, "S", size)
    return problem


SHMEM_FORMS = {"random_access": ("atomic",)}


def shmem_test(source):
    """The same of a program in OpenSHMEM."""
    name = os.path.basename(source)[:-2]
    oshcc, program = os.path.join(os.path.dirname(UPCC), "oshcc"), f"./{name}_shmem"
    problem = built(source, program, oshcc)
    for pes in (1, 2, 3, 4) if LONG else (1, 4):
        problem = problem or verified(name, UPCRUN, "-n", str(pes), program, "S")
    if name not in ONE_NODE:
        problem = problem or verified(name, UPCRUN, "-n", "3", "--nodes", "2", program, "S")
    for form in SHMEM_FORMS.get(name, ()):
        problem = problem or verified(name, UPCRUN, "-n", "3", program, "S", form)
    return problem


def verifying(pattern):
    found = sorted(glob.glob(BENCH + pattern, recursive=True))
    return [s for s in found if "program_verdict(" in open(s, encoding="utf-8").read()]


def main():
    sources, programs = verifying("/**/*.upc"), verifying("/shmem/*.c")
    names = {os.path.basename(s)[:-4] for s in sources}
    missing = sorted({*FORMS, *COMPILED, *WRONG_SIZES} - names)
    if missing:
        sys.exit(f"no programs found, or not those with forms: {missing}")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = [*pool.map(program_test, [s[:-4] for s in sources])]
        problems = [p for p in [*problems, *pool.map(shmem_test, programs)] if p]
    print("\n".join(problems) or f"{len(sources) + len(programs)} programs: pass")
    sys.exit(bool(problems))


main()
