"""A value that is no handle of a non-blocking copy, such as an uninitialised variable, is a message
and not ignored."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

for call in ("upc_sync", "upc_sync_attempt"):
    write(
        "wrong.upc",
        "#include <upc.h>\n#include <upc_nb.h>\nint main(void) { upc_handle_t h = 77; "
        + f"if (MYTHREAD == 1) {call}(h); upc_barrier; return 0; }}\n",
    )
    upcc("wrong.upc", "-o", "wrong")
    result = upcrun("-n", "2", "./wrong", status=1)
    check(
        f"{call}: 0x4d is no handle" in result.err and result.err.count("polder: error") == 1,
        "message",
        result,
    )
