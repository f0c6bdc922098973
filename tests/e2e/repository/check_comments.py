"""tools/check/comments.py: files that are there and invariants with a check pass, each other one is
named."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

shutil.copytree(f"{SOURCE}/tools/check", "p/tools/check")
write("p/base/clock/clock.h", "// A clock.\n")
write("p/tests/clock.cc", "// Its test.\n")

HELD = "// Invariant: it holds.\n// Held by tests/clock.cc.\n"
for text, wrong in (
    ("// See clock.h, clock/clock.h and base/clock/clock.h.\n", None),
    ("// See timer.h.\n", "no file timer.h"),
    ("int x; /* as base/clock.h\n * says */\n", "no file base/clock.h"),
    ("// See lock.h.\n", "no file lock.h"),
    ("// As in <sys/timer.h>, and NAME.h of each.\n", None),
    ('const char *text = "// timer.h";\n', None),
    (HELD, None),
    ("// Invariant: it holds.\n", "no `Held by`"),
    ("/* Invariants. It holds. Held by hope. */\n", "no `Held by`"),
    ("// Rule: it holds.\n", None),
):
    write("p/base/try.cc", text)
    result = run(sys.executable, "p/tools/check/comments.py", status=None)
    said = [line for line in (result.out + result.err).splitlines() if "base/try.cc" in line]
    check((result.status == 0) == (not said), "exit status and problems agree", result)
    if wrong is None:
        check(not said, f"passes: {text!r}", said)
    else:
        check(len(said) == 1 and wrong in said[0], f"is found: {text!r}", said)
print("pass")
