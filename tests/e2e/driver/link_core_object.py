"""The core object: a program has the same functions and data with it as without. It is taken where
no debug information is wanted, and only for programs with UPC code."""

# sanitize: no, their options change what is linked
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write("plain.c", "int main(void) { return 0; }\n")
write(
    "small.upc",
    """#include <stdio.h>
#include <upc.h>
shared int greeted[THREADS];
int main(void)
{
    greeted[MYTHREAD] = 1;
    upc_barrier;
    if (MYTHREAD == 0) printf("%d\\n", greeted[THREADS - 1]);
    return 0;
}
""",
)


def takes_core(*words):
    return "polder/core.o" in upcc("-v", *words).err


def symbols(program):
    """Names and kinds of what is defined there; the linker numbers some local names."""
    lines = run("nm", "--defined-only", program).out.splitlines()
    return sorted(line.split(maxsplit=1)[1].partition(".")[0] for line in lines)


def has_debug_information(file):
    return ".debug_info" in run("readelf", "-SW", file).out


upcc("-O2", "-c", "small.upc")
check(takes_core("small.o", "-o", "core"), "a program is linked without the core object")
flags = upcc("--link-flags").out.split()
run(CC, "small.o", *flags, "-o", "members")
check(symbols("core") == symbols("members"), "the core object brings another program")
library = next(word for word in flags if word.endswith("libpolder.a"))
object_file = os.path.join(os.path.dirname(library), "polder/core.o")
check(not has_debug_information(object_file), "the core object has debug information")
for program in ("./core", "./members"):
    check(upcrun("-n", "2", program).out == "1\n", program)

check(takes_core("-O2", "small.upc", "-o", "once"), "compiled and linked at once: without")
in_front = ["-L", os.path.dirname(library), "-lpolder"]
for words in (["-g"], ["-Wl,--gc-sections"], ["-shared-libpolder"], in_front, [library]):
    check(not takes_core("small.o", *words, "-o", "other"), f"{words}: linked with the core object")
    check(upcrun("-n", "2", "./other").out == "1\n", f"{words}")
upcc("-fPIC", "-c", "small.upc", "-o", "library.o")
library_takes_it = takes_core("-shared", "library.o", "-o", "library.so")
check(not library_takes_it, "a library with the core object")
check(not takes_core("-x", "c", "plain.c", "-o", "plain"), "plain C with the core object")
print("pass")
