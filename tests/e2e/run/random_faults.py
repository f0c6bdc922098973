"""A few dozen trials of the campaign of faults (tests/faults); ./dev faults runs thousands more."""

# sanitize: not thread address (they answer the signals of a crash themselves)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

seed = os.environ.get("POLDER_TEST_SEED", "1")
result = run(
    sys.executable,
    os.path.join(SOURCE, "tests", "faults", "run.py"),
    "60",
    "--any-time",
    "--seed",
    seed,
    "--build",
    BUILD,
    status=None,
)
check(result.status == 0, "a fault was not answered as it should be", result)
print("pass")
