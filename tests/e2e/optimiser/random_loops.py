"""Random programs, each checked against plain C (tests/randomized): 35, 700 with --long; ./dev fuzz
runs any number."""

# sanitize: not thread (all threads set a shared pointer to the same value)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403
from runner.suites import sanitizer_of  # noqa: E402

sanitized = sanitizer_of(BUILD)
for kind, programs in (("phases", 20), ("wild", 5), ("spmd", 5), ("called", 5)):
    result = run(
        sys.executable,
        os.path.join(SOURCE, "tests", "randomized", "run.py"),
        "--batch",
        "20",
        "--kind",
        kind,
        "--programs",
        str(20 * programs if LONG else programs),
        *(["--threads-only"] if sanitized else []),
        status=None,
    )
    check(result.status == 0, f"a random program of kind {kind} failed", result)
print("pass")
