"""Small calls of the library execute few instructions where nothing is in their way. A lock in a
job of one thread is a store in place. As a call it takes as many as a mutex of the C library, some
70 a pair of calls.

callgrind counts a loop of n and of 2 n turns. So what a turn executes is exact and the same in each
run."""

# sanitize: no (counts are of what is measured)
import os
import platform
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

# What a turn of the loop does, and how many instructions it may execute, with the loop's own.
CALLS = {
    "upc_lock, upc_unlock": ("upc_lock(lock); count++; upc_unlock(lock);", 30),
    "upc_lock, upc_unlock as calls": (
        "void (*volatile take)(upc_lock_t *) = upc_lock;"
        "void (*volatile give)(upc_lock_t *) = upc_unlock;"
        "take(lock); give(lock);",
        70,
    ),
    "upc_alloc, upc_free": ("upc_free(upc_alloc(64));", 200),
    "upc_alloc, upc_free of eight": (
        "shared void *p[8];"
        "for (int k = 0; k < 8; k++) p[k] = upc_alloc(64);"
        "for (int k = 0; k < 8; k++) upc_free(p[k]);",
        8 * 320,
    ),
}
TURNS = 1000
PROGRAM = """#include <stdlib.h>
#include <upc.h>
shared long count;
int main(int argc, char **argv)
{
    const long turns = atol(argv[1]);
    upc_lock_t *lock = upc_all_lock_alloc();
    for (long i = 0; i < turns; i++) {
        CALL
    }
    upc_all_lock_free(lock);
    return 0;
}
"""


def executed(turns):
    """Instructions of the whole program."""
    result = run(
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        "./a.out",
        str(turns),
        env={"POLDER_THREADS": "1"},
    )
    found = re.search(r"Collected : (\d+)", result.err)
    check(found, "callgrind says no count", result)
    return int(found[1])


def per_turn(call):
    write("a.upc", PROGRAM.replace("CALL", call))
    run(UPCC, "-O2", "a.upc", "-o", "a.out")
    return (executed(2 * TURNS) - executed(TURNS)) / TURNS


if platform.machine() != "x86_64" or not shutil.which("valgrind"):
    skip("no valgrind, or not x86-64")
counts = {name: per_turn(call) for name, (call, _) in CALLS.items()}
for name, count in counts.items():
    print(f"{name}: {count:.1f} instructions, at most {CALLS[name][1]}")
check(all(counts[name] <= CALLS[name][1] for name in CALLS), "a small call executes more")
print("pass")
