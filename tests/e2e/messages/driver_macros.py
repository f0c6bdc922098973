"""The macros of UPC 1.3, 6.10 and of upcc, in the dynamic and the static environment, and their
absence in plain C."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

COMMON = """
#if __UPC__ != 1 || __UPC_VERSION__ != 201311L || UPC_MAX_BLOCK_SIZE < 1
#error common
#endif
#if !defined __POLDER__ || !defined __POLDER_MINOR__
#error common
#endif
#if __UPC_TICK__ != 1
#error tick
#endif
"""
DYNAMIC = (
    "#if __UPC_DYNAMIC_THREADS__ != 1 || defined __UPC_STATIC_THREADS__ || defined THREADS\n"
    "#error dynamic\n#endif\n"
)
STATIC = (
    "#if __UPC_STATIC_THREADS__ != 1 || defined __UPC_DYNAMIC_THREADS__ || THREADS != 6\n"
    "#error static\n#endif\n"
)

write("dynamic.upc", COMMON + DYNAMIC)
write("static.upc", COMMON + STATIC)
upcc("-c", "dynamic.upc")
for words in (
    ["-T", "6"],
    ["-T6"],
    ["-T=6"],
    ["-fupc-threads=6"],
    ["-fupc-threads-6"],
    ["-fupc-threads", "6"],
    ["--threads=6"],
):
    upcc("-c", "static.upc", *words)
write(
    "plain.c",
    "#if defined __UPC__ || defined __UPC_VERSION__ || defined UPC_MAX_BLOCK_SIZE\n"
    "#error plain C\n#endif\nint shared, relaxed;\n",
)
upcc("-x", "c", "-c", "plain.c")

# -T with anything but a number is a linker script, as with cc
write("empty.c", "int main(void) { return 0; }\n")
check(
    "-T script.ld" in upcc("-###", "-T", "script.ld", "empty.c").err,
    "-T script.ld does not reach the linker",
)
print("pass")
