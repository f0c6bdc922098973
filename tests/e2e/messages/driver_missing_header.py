"""A function of a UPC library whose header was forgotten: the message names the header."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

for name, header in (
    ("upc_all_fopen", "upc_io.h"),
    ("upc_all_fread_local", "upc_io.h"),
    ("upc_all_broadcast", "upc_collective.h"),
):
    write("a.upc", "#include <upc.h>\nint main(void) { return " + name + "() != 0; }\n")
    result = upcc("-c", "a.upc", status=1)
    check(f"'{name}' is declared in <{header}>; include it" in result.err, name, result)
