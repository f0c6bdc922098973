"""<upc_types.h> is a strictly conforming unit of C (7.3 3), as C99, C11 and C++. The headers of the
libraries may be included in any order, twice, and each alone."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

include = os.path.join(SOURCE, "include")
write(
    "types.c",
    "#include <upc_types.h>\n#include <upc_types.h>\n"
    "upc_op_t op = UPC_ADD | UPC_MAX; upc_type_t type = UPC_PTS; upc_flag_t flag = "
    "UPC_IN_NOSYNC;\n",
)
for standard in ("-std=c99", "-std=c11"):
    result = run(
        CC,
        standard,
        "-pedantic-errors",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-I",
        include,
        "-c",
        "types.c",
        "-o",
        "types.o",
    )
    check(not result.err, "not clean", result)
run(
    CC,
    "-x",
    "c++",
    "-pedantic-errors",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-I",
    include,
    "-c",
    "types.c",
    "-o",
    "types.o",
)

libraries = [
    "upc.h",
    "upc_strict.h",
    "upc_relaxed.h",
    "upc_types.h",
    "upc_tick.h",
    "upc_collective.h",
    "upc_atomic.h",
    "upc_castable.h",
    "upc_groups.h",
    "upc_io.h",
    "upc_nb.h",
    "polder/task.h",
]
for header in libraries:
    write("alone.upc", f"#include <{header}>\nint x;\n")
    result = upcc("-Wall", "-Wextra", "-Werror", "-pedantic", "-c", "alone.upc")
    check(not result.err, f"{header} alone", result)
for order in (libraries, libraries[::-1], libraries + libraries):
    write("all.upc", "".join(f"#include <{h}>\n" for h in order) + "int main(void) { return 0; }\n")
    result = upcc("-Wall", "-Wextra", "-Werror", "-c", "all.upc")
    check(not result.err, f"{order}", result)
print("pass")
