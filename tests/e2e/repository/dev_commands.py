"""./dev: help, unknown commands, checks; the layers, the style ratchet, the spec tables and the
manual hold."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

dev = os.path.join(SOURCE, "dev")
text = run(dev, "help").out
for command in (
    "demo",
    "test",
    "setup",
    "build",
    "run",
    "bench",
    "fuzz",
    "faults",
    "format",
    "check",
):
    check(f"\n  {command} " in text, f"./dev help does not name {command}", text)
    check(f"cmd_{command}()" in read(dev), f"./dev has no {command}")
result = run(dev, "nonsense", status=1)
check("unknown command 'nonsense'" in result.err, "an unknown command", result)
result = run(dev, "run", "missing.upc", status=1)
check("hint:" in result.err, "./dev run without a file", result)
run(dev, "check")
print("pass")
