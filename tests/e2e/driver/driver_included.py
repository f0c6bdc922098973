"""Headers named by -include: the markers that enter and leave them nest in the generated C as in
the source, so no compiler warns.

What upcc leaves out of its output (functions of its headers that a unit does not use) may hold the
marker that leaves a header."""

import itertools
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

HEADERS = sorted(n for n in os.listdir(os.path.join(BUILD, "include")) if n.endswith(".h")) + [
    "polder/polder.h"
]
MARKER = re.compile(r'^# \d+ "([^"]*)"((?: \d)*)$', re.M)


def check_nesting(text, what):
    """As GNU's preprocessor checks it: a header is left to the file that it was included from."""
    file, includers = None, []
    for marker in MARKER.finditer(text):
        name, flags = marker[1], marker[2].split()
        if "1" in flags:
            includers.append(file)
        elif "2" in flags:
            check(
                includers and includers.pop() == name,
                f"{what}: {marker[0]} leaves a header for a file that did not include it",
            )
        file = name
    check(not includers, f"{what}: headers are not left: {includers}")


write("bare.upc", "shared int x;\nint main(void) { x = MYTHREAD; return 0; }\n")
write(
    "user.upc",
    '#include <upc.h>\n#include <stdio.h>\nshared int x;\n'
    'int main(void) { upc_barrier; printf("%d\\n", x); return 0; }\n',
)
write("own.h", "static inline int polder_unused_of_user(void) { return 1; }\n#include <upc_io.h>\n")
wanted = [[h] for h in HEADERS] + [
    ["own.h"],
    ["upc_io.h", "upc_atomic.h"],
    ["stdio.h", "upc_collective.h", "own.h", "upc_nb.h"],
    HEADERS,
]
for source, headers in itertools.product(("bare.upc", "user.upc"), wanted):
    words = [w for h in headers for w in ("-include", h)]
    check_nesting(upcc(*words, "-I.", "--trans", source).out, f"{source} with {headers}")

for compiler in [c for c in ("gcc", "clang") if shutil.which(c)]:
    for headers, flags in itertools.product(
        wanted, ("-O0", "-g") if compiler == "gcc" else ("-g",)
    ):
        words = [w for h in headers for w in ("-include", h)]
        said = upcc(
            flags, "-Wall", "-Werror", *words, "-I.", "-c", "user.upc", env={"POLDER_CC": compiler}
        ).err
        check(not said, f"{compiler} {flags} {headers}: {said}")
print("pass")
