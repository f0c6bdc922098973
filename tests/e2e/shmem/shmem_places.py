"""Reports about OpenSHMEM programs name the routine, and the line of the program that called it.
They show nothing of the library. So of mistakes, and of PEs that wait for ever."""

# sanitize: not thread address (the processes of a node share memory)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

TEXT = r"""
#include <shmem.h>
#include <string.h>
static long flag;
static uint64_t mark;
static short values[4];
static void wait_for_flag(void)
{
    shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1); // 1 shmem_long_wait_until
}
int main(int words, char **word)
{
    shmem_init();
    const int me = shmem_my_pe();
    if (words > 1) shmem_short_iput(values, values, 1, 1, 4, 9); // misuse
    if (me == 1) wait_for_flag();
    if (me == 2) shmem_signal_wait_until(&mark, SHMEM_CMP_EQ, 1); // 2 shmem_signal_wait_until
    if (me == 0 || me == 3) shmem_barrier_all(); // 0 3 shmem_barrier_all
    shmem_finalize();
    return 0;
}
"""
write("program.c", TEXT)
LINES = {}  # by PE: line and routine
for number, line in enumerate(TEXT.split("\n"), 1):
    *pes, routine = line.partition("// ")[2].split() or [""]
    LINES.update({pe: (number, routine) for pe in pes or [routine]})
run(OSHCC, "-g", "-O1", "program.c", "-o", "processes")
run(OSHCC, "-fpe-threads", "-g", "-O1", "program.c", "-o", "threads")


def problem_of(result):
    """What the report lacks of one of four PEs; None: nothing."""
    told = dict(re.findall(r"  PE (\d): (.*(?:\n    #.*)*)", result.err))
    for pe in "0123":
        line, routine = LINES[pe]
        words, *frames = told.get(pe, "").split("\n")
        if routine not in words or "waits" not in words:
            return f"the routine of PE {pe}"
        if not frames[0:] or not frames[0].endswith(f"program.c:{line}"):
            return f"the line of PE {pe}"
        if not frames[-1].startswith(f"    #{len(frames) - 1} main at"):
            return f"the main of PE {pe}"
        if "frontends" in told[pe]:
            return "frames of the library"
    return None


for program, mapping in (
    ("./processes", ("-p", "4")),
    ("./threads", ("-p", "1")),
    ("./threads", ("-p", "2")),
    ("./processes", ("--nodes", "2")),
):
    settled(
        lambda s: run(OSHRUN, "-n", "4", *mapping, "--timeout", str(s), program, status=124),
        problem_of,
        1,
    )
    result = run(OSHRUN, "-n", "4", *mapping, program, "misuse", status=None)
    place = f"    #0 main at .*program.c:{LINES['misuse'][0]}\n"
    check(re.search(place, result.err) and "frontends" not in result.err, "the mistake", result)
print("pass")
