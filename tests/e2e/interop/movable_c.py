"""Misuse of <polder/movable.h> ends the job with a message. tests/upc/movable.upc has the rest."""

# sanitize: no, other compilers do not link a sanitizer
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.engine import misuse  # noqa: E402

OPEN = "polder_movable_open(10); polder_movable_register(again);"
misuse(
    {
        "polder_movable_run()": "polder_movable_run: polder_movable_open has not been called",
        "polder_movable_open(1); polder_movable_open(1)": "polder_movable_open: called twice",
        f"{OPEN} polder_movable_spawn(1, NULL, 0)": "no function 1 is registered",
        f"{OPEN} polder_movable_spawn(0, argv, argc * 33)": "66 bytes; a task has room for 64",
        f"{OPEN} polder_movable_spawn(0, NULL, 0); polder_movable_run()": "called in a task",
        f"{OPEN} polder_movable_spawn(0, NULL, 0); polder_movable_close()": "tasks wait to be run",
        "polder_movable_open(1); for (;;) polder_movable_register(again)": "more than 64 functions",
    },
    functions="static void again(void *a) { (void)a; polder_movable_run(); }\n",
    before="(void)again;",
)
