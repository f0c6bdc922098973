"""runner/namespaces.py: a run of tests has machines of its own, also beside a run whose processes
it cannot see. What a killed run left is deleted by the next one."""

# sanitize: no, nothing is built
import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner import namespaces  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

reason = namespaces.possible()
if reason:
    skip(f"network namespaces: {reason}")

# A run that says the names of its machines, and holds them until its input ends.
HOLD = f"""
import sys
sys.path.insert(0, {os.path.dirname(os.path.dirname(namespaces.__file__))!r})
from runner.namespaces import Namespaces
with Namespaces(1) as machines:
    print(machines.names[0], flush=True)
    sys.stdin.read()
"""


def hold(*within):
    held = subprocess.Popen(
        [*within, sys.executable, "-c", HOLD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    return held, held.stdout.readline().strip()


def there():
    listed = namespaces.ip("netns", "list").stdout
    return {line.split()[0] for line in listed.splitlines() if line.strip()}


def end(held):
    held.stdin.close()
    check(held.wait() == 0, "the run ends", held.returncode)


elsewhere, unseen = hold("unshare", "--pid", "--fork", "--kill-child")
beside, seen = hold()
check(unseen and seen and unseen != seen, "each run has a name of its own", (unseen, seen))
check({unseen, seen} <= there(), "neither deletes the other's", there())

os.killpg(beside.pid, signal.SIGKILL)
beside.wait()
check(seen in there(), "a killed run leaves its machines", there())
after, _ = hold()
end(after)
check(seen not in there(), "the next run deletes what a killed one left", there())
check(unseen in there(), "it leaves those of a run that goes on", there())
end(elsewhere)
check(unseen not in there(), "a run deletes its own", there())
