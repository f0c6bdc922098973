"""The programs of bench/unseen at small sizes give the checksums of their twins in C.

They run with 1 to 4 threads, on threads, processes and a mix. The twin runs with OpenMP on three
threads, so its parallel form is tried, too. With --long programs also run on two nodes, without
passes and at other levels."""

# sanitize: no (processes are tried too)
import concurrent.futures
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

sys.path.insert(0, os.path.join(SOURCE, "bench"))
from driver.measure import parse_figures  # noqa: E402
from driver.series import figures_load  # noqa: E402
from driver.unseen import checksums_agree  # noqa: E402

FOLDER = os.path.join(SOURCE, "bench", "unseen")
LAUNCHES = ("-n 1", "-n 2 -p 1", "-n 3", "-n 4 -p 2")
LONG_LAUNCHES = ("-n 2", "-n 4", "-n 4 -p 1", "-n 3 --nodes 2", "-n 4 -p 2 --nodes 2")
OPTIONS = ("-O2",)
LONG_OPTIONS = ("-O3", "-O0", "-O2 -fno-upc-passes")
OPENMP = {"OMP_NUM_THREADS": "3", "OMP_WAIT_POLICY": "passive"}


def sum_of(program, *command, env=None):
    """The checksum a run prints, once, beside the time under the program's name."""
    result = run(*command, *program.small.split(), env=env)
    figures = parse_figures(result.out)
    check(set(figures) == {program.stem, "checksum"}, f"{program.name}: wrong output", result)
    check(len(result.out.splitlines()) == 2, f"{program.name}: more than one prints", result)
    return figures["checksum"]


def sum_of_twin(program, source, out, *options):
    run("cc", "-O1", "-fopenmp", *options, source + ".c", "-o", out, "-lm")
    return sum_of(program, out, env=OPENMP)


def program_test(program):
    source, out = os.path.join(FOLDER, program.name), f"./{program.stem}"
    expected = sum_of_twin(program, source, out + ".c.out")
    if program.dealt():
        dealt = sum_of_twin(program, source, out + ".dealt.out", "-DUNSEEN_DEALT")
        check(checksums_agree(dealt, expected), f"{program.name}: its twin, dealt out: {dealt}")
    for options in OPTIONS + (LONG_OPTIONS if LONG else ()):
        run(UPCC, *options.split(), source + ".upc", "-o", out, "-lm")
        for launch in LAUNCHES + (LONG_LAUNCHES if LONG else ()):
            found = sum_of(program, UPCRUN, *launch.split(), out)
            check(
                checksums_agree(found, expected),
                f"{program.name} {options} {launch}: {found}, its twin {expected}",
            )


def main():
    programs = figures_load("unseen").PROGRAMS
    found = {
        os.path.join(os.path.basename(folder), name[:-4])
        for folder, _, names in os.walk(FOLDER)
        for name in names
        if name.endswith(".upc")
    }
    listed = {program.name for program in programs}
    check(found == listed, f"in the folder or in figures.py only: {sorted(found ^ listed)}")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(program_test, programs))
    print(f"{len(programs)} programs: pass")


main()
