"""Loops over many shared arrays are vectorised: where gcc vectorises it is allowed more tests for
overlap than by default, unless the user says otherwise. The option is unknown to clang, which is
not told."""

import os
import platform
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

NAME = "vect-max-version-for-alias-checks="
write(
    "many.upc",
    """#include <upc_relaxed.h>
typedef shared [] double *row_t;
void mix(row_t to, row_t a, row_t b, row_t c, row_t d, row_t e, row_t f, row_t g, row_t h, row_t k,
         row_t l, row_t m, double *other, int n)
{
    for (int i = 0; i < n; i++) {
        to[i] = a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i] + k[i] + l[i] + m[i];
        other[i] = a[i] * b[i];
    }
}
""",
)


def command(*words):
    """The one that compiles the generated C."""
    shown = upcc("-v", *words, "-S", "-o", "many.s", "many.upc").err
    return [line for line in shown.splitlines() if "cpp-output" in line][0]


REGIONS = "-fira-region="
if shutil.which("clang"):
    for option in (NAME, REGIONS):
        check(option not in command("--cc=clang", "-O3"), f"clang is told {option}")
if not shutil.which("gcc"):
    skip("no gcc in PATH")
for words in (["-O3"], ["-Ofast"], ["-O2", "-ftree-vectorize"], ["-O1", "-ftree-loop-vectorize"]):
    check(
        NAME + "60" in command("--cc=gcc", *words),
        f"{words}: gcc is not told",
        command("--cc=gcc", *words),
    )
for words in ([], ["-O2"], ["-O3", "-O1"]):
    check(NAME not in command("--cc=gcc", *words), f"{words}: nothing is vectorised")
own = command("--cc=gcc", "-O3", "--param", NAME + "5")
check(
    own.index(NAME + "60") < own.index(NAME + "5 "), "the user's word counts, so it comes last", own
)

# Each loop is a region for the allocation of registers, so that calls around it cost it none.
for level, told in (("-O1", False), ("-O2", True), ("-O3", True)):
    check((REGIONS + "all" in command("--cc=gcc", level)) == told, f"{level}: regions of registers")
own = command("--cc=gcc", "-O2", REGIONS + "one")
check(own.index(REGIONS + "all") < own.index(REGIONS + "one"), "the user's regions come last", own)

# Vectors that are carried from one iteration to the next stay in registers without copies of the
# loop's body, unless the user asks for copies. (Up to gcc 12 such copies run out of registers.)
# What has no such loop keeps its copies: single numbers, neighbours within a vector, and loops of
# C.
COPIES, version = "max-unroll-times=1", int(run("gcc", "-dumpversion").out.split(".")[0])
LOOP = """#include <upc_relaxed.h>
typedef shared [] %s *row_t;
void smooth(row_t to, row_t from, int n) { for (int i = 2; i < n - 2; i++) to[i] = %s; }
"""


def last(words, element="double", value="from[i - 1] + from[i + 1]"):
    """The command whose result counts: the one without the word may have been started before the
    loop was seen."""
    write("row.upc", LOOP % (element, value))
    out = upcc("--cc=gcc", "-v", *words, "-c", "-o", "row.o", "row.upc")
    return [line for line in out.err.splitlines() if "cpp-output" in line][-1]


for words in (
    ["-O3"],
    ["-O2", "-fpredictive-commoning", "-fupc-alias-versioning"],
    ["-O3", "-fupc-nodes=one"],
):
    check((COPIES in last(words)) == (version <= 12), f"{words}: copies of loops", last(words))
    saved = upcc("--cc=gcc", "-v", "-save-temps", *words, "-c", "-o", "row.o", "row.upc").err
    check((COPIES in saved) == (version <= 12), f"{words}: copies of loops, through files", saved)
for words in (
    [],
    ["-O2"],
    ["-O3", "-fno-upc-alias-versioning"],
    ["-O3", "-funroll-loops"],
    ["-O3", "-funroll-all-loops"],
    ["-O3", "-fprofile-use"],
):
    check(COPIES not in last(words), f"{words}: copies are asked for, or there are none")
for element, value in (
    ("unsigned char", "from[i - 1] + from[i + 1]"),
    ("double", "from[i] * 2"),
    ("float", "from[i - 1] + from[i + 1]"),
):
    check(
        COPIES not in last(["-O3"], element, value),
        f"{element}: no vectors are carried",
        last(["-O3"], element, value),
    )
check(
    (COPIES in last(["-O3"], "float", "from[i - 2] + from[i + 2]")) == (version <= 12),
    "floats, four apart",
)
own = last(["-O3", "--param", "max-unroll-times=7"])
check(
    version > 12 or own.index(COPIES) < own.index("max-unroll-times=7"),
    "the user's word counts, so it comes last",
    own,
)

write("plain.c", "int x;\n")
plain = upcc("--cc=gcc", "-v", "-O3", "-c", "-x", "c", "plain.c").err
check(NAME not in plain and COPIES not in plain, "C is compiled as by gcc")

if platform.machine() == "x86_64":
    report = upcc("--cc=gcc", "-O3", "-fopt-info-vec", "-S", "-o", "many.s", "many.upc").err
    check("loop vectorized" in report, "the loop is not vectorised", report)
    report = upcc(
        "--cc=gcc",
        "-O3",
        "--param",
        NAME + "10",
        "-fopt-info-vec",
        "-S",
        "-o",
        "many.s",
        "many.upc",
    ).err
    check("loop vectorized" not in report, "this loop does not need it", report)
print("pass")
