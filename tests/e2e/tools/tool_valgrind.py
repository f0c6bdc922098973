"""valgrind runs programs on threads and on processes in seconds, is silent about a right one, and
sees what is wrong with private memory."""

# sanitize: no (two tools that replace malloc)
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

if not shutil.which("valgrind"):
    skip("no valgrind")

SOURCE_TEXT = """#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

shared int all[THREADS];

int main(void)
{
    int *mine = malloc(10 * sizeof *mine);
    mine[0] = MYTHREAD;
    all[MYTHREAD] = mine[0];
    upc_barrier;
    shared [] int *block = upc_alloc(1000 * sizeof(int));
    block[7] = all[(MYTHREAD + 1) % THREADS];
#ifdef UNINITIALISED
    if (MYTHREAD == 1 && mine[3] > 5)
        puts("large");
#endif
    free(mine);
#ifdef FREED
    if (MYTHREAD == 1)
        block[8] = mine[0];
#endif
    upc_free(block);
    upc_barrier;
    return 0;
}
"""
write("memory.upc", SOURCE_TEXT)


def line_of(text):
    return next(number for number, line in enumerate(SOURCE_TEXT.splitlines(), 1) if text in line)


VALGRIND = ("valgrind", "-q", "--error-exitcode=9")
for name, words in (("right", []), ("freed", ["-DFREED"]), ("uninitialised", ["-DUNINITIALISED"])):
    upcc("-g", *words, "memory.upc", "-o", name)

for command in (
    ["env", "POLDER_THREADS=3", *VALGRIND, "./right"],
    [UPCRUN, "-n", "3", "-p", "1", *VALGRIND, "./right"],
    [UPCRUN, "-n", "2", *VALGRIND, "./right"],
):
    result = run(*command)
    check(not result.out + result.err, "valgrind speaks of a right program", result)

# By the line of the mistake, in the thread that made it; the job ends, with valgrind's exit status.
for name, text, line in (
    ("freed", "Invalid read of size 4", line_of("block[8] =")),
    ("uninitialised", "depends on uninitialised value", line_of("mine[3] > 5")),
):
    result = run("env", "POLDER_THREADS=3", *VALGRIND, f"./{name}", status=9)
    check(
        text in result.err and f"memory.upc:{line})" in result.err,
        f"{name}: '{text}' at line {line} is missing",
        result,
    )
    result = run(UPCRUN, "-n", "3", "-p", "1", *VALGRIND, f"./{name}", status=9)
    check(text in result.err, f"{name}: '{text}' is missing under upcrun", result)

check(not processes_named("memcheck-amd64-"), "valgrind still runs")
# The shared heap is small there by itself, and as large as asked for.
write(
    "heap.upc",
    """#include <upc.h>

int main(void)
{
    shared [] char *block = upc_alloc(100 << 20);
    return block == NULL;
}
""",
)
upcc("heap.upc", "-o", "heap")
check(
    run(UPCRUN, "-n", "2", "-p", "1", *VALGRIND, "./heap", status=None).status != 0,
    "more heap than said: has the limit gone? then say so in debugging.md",
)
run(UPCRUN, "-n", "2", "-p", "1", "--shared-heap", "128M", *VALGRIND, "./heap")
