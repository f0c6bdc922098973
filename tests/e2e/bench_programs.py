#!/usr/bin/env python3
# The self-verifying programs of bench/apps and bench/kernels (those that call program_verdict) at their smallest size, on every mapping
# at 1 to 4 threads, and their C references: each says that its result is right. A wrong class is an error. Times are not judged.
# sanitize: no (processes are tried too, and RandomAccess races on purpose)
# timeout: 300
import concurrent.futures
import glob
import os
import subprocess
import sys

BENCH = os.path.join(os.environ["POLDER_SOURCE"], "bench")
UPCC, UPCRUN = os.environ["UPCC"], os.environ["UPCRUN"]
LAUNCHES = [(1, 1)] + [(threads, processes) for threads in (2, 3, 4) for processes in {1, 2, threads}]
# Two threads that spin for each other are slow on a busy machine.
QUIET = {**os.environ, "OMP_WAIT_POLICY": "passive", "BENCH_QUICK": "1"}


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100, env=QUIET)
    return done.returncode, done.stdout, done.stderr


def built(source, out, *compiler):
    status, _, errors = run(*compiler, "-O2", source, "-o", out, "-lm")
    return f"{source}: does not compile:\n{errors}" if status != 0 or errors else None


def verified(name, *command):
    status, out, errors = run(*command, "S")
    said = [line for line in out.splitlines() if line.endswith("verified")]
    if status != 0 or len(said) != 1 or not said[0].startswith(f"{name} class S"):
        return f"{' '.join(command)}: exit status {status}\n{out}{errors}"
    return None


def program_test(stem):
    """What is wrong with one program, or nothing."""
    name = os.path.basename(stem)
    problem = (built(stem + ".c", f"./{name}.ref", "cc", "-fopenmp") or built(stem + ".upc", f"./{name}", UPCC)
               or verified(name, f"./{name}.ref"))
    for threads, processes in LAUNCHES:
        problem = problem or verified(name, UPCRUN, "-n", str(threads), "-p", str(processes), f"./{name}")
    if problem:
        return problem
    status, _, errors = run(UPCRUN, "-n", "1", f"./{name}", "Z")
    return None if status == 1 and "no class Z" in errors else f"{name} Z: exit status {status}\n{errors}"


def main():
    sources = [s for s in sorted(glob.glob(BENCH + "/*/*.upc")) if "program_verdict(" in open(s, encoding="utf-8").read()]
    if not sources:
        sys.exit("no programs found")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = [p for p in pool.map(program_test, [s[:-4] for s in sources]) if p]
    print("\n".join(problems) or f"{len(sources)} programs: pass")
    sys.exit(bool(problems))


main()
