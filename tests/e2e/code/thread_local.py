"""Thread-local variables of libpolder are those listed here. State of a UPC thread lies in the
private sections, at `delta`. What is thread-local belongs to a system thread, and a new such
variable needs a reason (docs/design/generated-code.md, Private data)."""

# sanitize: no, instrumented objects have variables of the sanitizer
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

# Why the variable belongs to a system thread and not to a UPC thread.
LISTED = {
    "polder_delta": (
        "the distance to the UPC thread's data: adopted system threads have the same one"
    ),
    "polder_task_worker": "the deque of tasks that this system thread pushes to",
    "worker_cache": "the cache of far accesses that this worker of a pool of tasks has",
    "polder_until_poll": "iterations until this system thread polls",
    "spin_loop": "what the loops of this system thread that wait or poll have done lately",
    "pace": "when this system thread polled last",
    "sub_thread_place": "where this system thread says whether it runs or sleeps",
    "held": "OpenMP critical sections that this system thread is in",
    "snapshot": (
        "static variables for the child of this system thread's fork; "
        "static ones are not the child's yet"
    ),
}


def thread_local(path):
    """Names of thread-local variables that the objects of a library define, without namespaces."""
    found = set()
    for line in run("readelf", "-sW", path).out.splitlines():
        words = line.split()
        if len(words) >= 8 and words[3] == "TLS" and words[6] != "UND":
            name = run("c++filt", words[7].partition("@")[0]).out.strip()
            found.add(re.sub(r".*::", "", name))
    return found


check(
    thread_local(os.path.join(BUILD, "lib", "libpolder.a")) == set(LISTED),
    f"libpolder.a has the thread-local variables "
    f"{sorted(thread_local(os.path.join(BUILD, 'lib', 'libpolder.a')))}, listed are "
    f"{sorted(LISTED)}",
)
