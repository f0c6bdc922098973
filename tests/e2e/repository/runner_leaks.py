"""The runner's look for shared memory that tests left behind (tests/runner/leaks.py). It finds what
Polder can have made, and blames no test for the objects of other programs on the machine."""

# sanitize: no, nothing is built
import ctypes
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner import leaks  # noqa: E402
from runner.e2e import *  # noqa: E402,F403

IPC_CREAT, IPC_RMID, CLONE_NEWIPC = 0o1000, 0, 0x08000000
libc = ctypes.CDLL(None)
# What is made here should not disturb the tests beside this one.
os.mkdir("named")
NAMED, leaks.NAMED = leaks.NAMED, os.path.abspath("named")
libc.unshare(CLONE_NEWIPC)


def segment(key, mode):
    """A System V segment that nobody has attached, whose creator has ended; its number."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        os.write(theirs, str(libc.shmget(key, 4096, IPC_CREAT | mode)).encode())
        os._exit(0)
    number = int(os.read(ours, 20))
    os.waitpid(child, 0)
    check(number >= 0, "a segment", number)
    return number


def name(stem):
    path = f"{leaks.NAMED}/{stem}{os.getpid()}"
    write(path, "")
    return path


def found(make, remove):
    """What a test that made the object, and ended, is blamed for."""
    watch = leaks.SharedObjectWatch()
    watch.begin("the test")
    thing = make()
    try:
        blamed = watch.end("the test")
    finally:
        remove(thing)
    return [each for each in blamed if each.split()[-1] == str(thing)]


def remove_segment(number):
    libc.shmctl(number, IPC_RMID, None)


for stem, ours in (
    ("polder-", True),
    ("polder-link-", True),
    ("vader_segment.", False),
    ("sm_segment.", False),
    ("__KMP_REGISTERED_LIB_", False),
    ("sem.", False),
):
    blamed = found(lambda: name(stem), os.unlink)
    check(len(blamed) == ours, f"{stem} is of Polder: {ours}", blamed)
for key, mode, ours in ((0, 0o600, True), (0, 0o666, False), (os.getpid(), 0o600, False)):
    blamed = found(lambda: segment(key, mode), remove_segment)
    check(len(blamed) == ours, f"key {key}, mode {mode:o} is of Polder: {ours}", blamed)
alive = libc.shmget(0, 4096, IPC_CREAT | 0o600)
check(f"System V segment {alive}" not in leaks.shared_objects(), "its creator lives", alive)
remove_segment(alive)

# Whoever gives an object of Polder another name has to tell the runner.
stems = {
    stem: file
    for folder in ("runtime", "conduits")
    for path, _, files in os.walk(os.path.join(SOURCE, folder))
    for file in files
    for stem in re.findall(rf'"(?:{NAMED}|%s)/([\w.-]+-(?:XXXXXX)?)"', read(f"{path}/{file}"))
}
check({"polder-link-", "polder-XXXXXX"} <= set(stems), "the names in the sources", stems)
for stem, file in stems.items():
    check(stem.startswith(leaks.OURS), f"{file} makes {NAMED}/{stem}", file)
