"""A few dozen trials of the campaign of faults (tests/faults); ./dev faults runs thousands more."""
# sanitize: not thread address (they answer the signals of a crash themselves)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from runner.e2e import *  # noqa: E402,F403

seed = os.environ.get("POLDER_TEST_SEED", "1")
# Of several nodes only those of one process: what others send first may wait for their next call, so that a job does not come to its fault.
result = run(sys.executable, os.path.join(SOURCE, "tests", "faults", "run.py"), "60", "--any-time", "--seed", seed, "--mappings", "^(?!2 nodes, 2)", "--build", BUILD, status=None)
check(result.status == 0, "a fault was not answered as it should be", result)
print("pass")
