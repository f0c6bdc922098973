"""oshcc and its kin with their own names in OSHCC, OSHCXX and POLDER_CC, as `make OSHCC=oshcc` has
them: the wrapper calls the compiler, not itself. Another compiler's name is obeyed."""

# sanitize: no, it is about the command line
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write("empty.c", "int main(void)\n{\n    return 0;\n}\n")
write("empty.cc", "int main()\n{\n}\n")
BIN = os.path.join(BUILD, "bin")
PATH = f"PATH={BIN}:{os.environ['PATH']}"
for wrapper, source, variables in (
    ("oshcc", "empty.c", ("OSHCC=oshcc",)),
    ("oshcc", "empty.c", (f"OSHCC={BIN}/oshcc",)),
    ("oshcc", "empty.c", ("OSHCC=", "POLDER_CC=oshcc")),
    ("oshc++", "empty.cc", ("OSHCXX=oshc++", "OSHCC=oshcc")),
    ("oshcxx", "empty.cc", ("OSHCXX=oshcxx",)),
):
    shown = run("env", PATH, *variables, wrapper, "--show", "-c", source).out.split()
    check(
        not os.path.basename(shown[0]).startswith("osh"), f"{variables}: {wrapper} is not it", shown
    )
    run("env", PATH, *variables, wrapper, "-c", source, "-o", "empty.o")

shown = run("env", "OSHCC=another-cc", os.path.join(BIN, "oshcc"), "--show", "-c", "empty.c").out
check(shown.startswith("another-cc "), "another compiler is obeyed", shown)
