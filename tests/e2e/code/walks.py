"""A pointer-to-shared that walks over an array by constant steps costs some instructions a step.

The walks are those of textbooks: `*p++`, `p += 2`, `--p`, a loop up to an end. Counted is what lies
between two readings of the clock, by callgrind, on one node with the code for any number of
threads. A walk may take a comparison for the end of the loop, one for the end of the block or the
row, and additions. An index that is divided anew for each element takes three times as
many."""

# sanitize: no (counts are of what is measured)
import os
import platform
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

sys.path.insert(0, os.path.join(SOURCE, "bench"))
from driver.callgrind import CLOCK, CLOCK_OPTION, DUMP, measured_parts  # noqa: E402

ELEMENTS = 65536
BLOCKED = "shared [16] long"
# Name, declaration of the array, loop, instructions an element at most.
WALKS = (
    ("cyclic", "shared long", "for (p = a, i = 0; i < N; i++) sum += *p++", 12),
    ("cyclic to the end", "shared long", "for (p = a; p < a + N; p++) sum += *p", 17),
    ("blocked", BLOCKED, "for (p = a, i = 0; i < N; i++) sum += *p++", 14),
    ("blocked, backwards", BLOCKED, "for (p = a + N, i = 0; i < N; i++) sum += *--p", 14),
    ("blocked, by two", BLOCKED, "for (p = a, i = 0; i < N; i += 2, p += 2) sum += *p", 9),
    ("blocked to the end", BLOCKED, "for (p = a; p < a + N; p++) sum += *p", 18),
    ("one block", "shared [] long", "for (p = a, i = 0; i < N; i++) sum += *p++", 5),
)

FUNCTION = """
static long walk%d(void)
{
    %s *p, *a = array%d;
    long sum = 0;
    int i = 0;
    %s;
    return sum + i;
}
"""


def program():
    parts = ["#include <stdio.h>", "#include <time.h>", "#include <upc_relaxed.h>"]
    parts.append(f"enum {{ N = {ELEMENTS} }};")
    for number, (_, element, loop, _) in enumerate(WALKS):
        length = "N" if "[]" in element else "N * THREADS"
        parts.append(f"{element} array{number}[{length}];")
        parts.append(FUNCTION % (number, element, number, loop))
    parts.append("int main(void) { struct timespec t; long sum = 0;")
    for number, _ in enumerate(WALKS):
        parts.append("clock_gettime(CLOCK_MONOTONIC, &t);")
        parts.append(f"sum += walk{number}();")
        parts.append("clock_gettime(CLOCK_MONOTONIC, &t);")
    parts.append('printf("%ld\\n", sum); return 0; }')
    return "\n".join(parts)


def instructions(path):
    """All that a part of callgrind's counts has executed."""
    return int(re.search(r"^(?:totals|summary): (\d+)", read(path), re.M)[1])


def main():
    if platform.machine() != "x86_64" or not shutil.which("valgrind"):
        skip("no valgrind, or not x86-64")
    write("clock.c", CLOCK)
    write("walks.upc", program())
    run("cc", "-O2", "-c", "clock.c")
    run(UPCC, "-O2", "-fno-upc-one-thread", CLOCK_OPTION, "-c", "walks.upc")
    run(UPCC, "walks.o", "clock.o", "-o", "walks")
    out = "walks.counts"
    counting = ("valgrind", "--tool=callgrind", DUMP, f"--callgrind-out-file={out}")
    run(*counting, "./walks", env={"POLDER_THREADS": "1"})
    parts = measured_parts(out)
    check(len(parts) == len(WALKS), f"{len(parts)} measurements of {len(WALKS)} walks")
    wrong = []
    for (name, _, loop, bound), part in zip(WALKS, parts):
        each = instructions(part) / ELEMENTS
        print(f"{name:20} {each:6.2f} an element, at most {bound}")
        if each > bound:
            wrong.append(f"{name} ({loop}): {each:.2f}, more than {bound}")
    check(not wrong, "; ".join(wrong))


main()
