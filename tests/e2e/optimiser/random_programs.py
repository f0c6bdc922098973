"""Random programs print under upcc, on every mapping, what a C compiler makes of them
(tests/compiler/random/generate.py)."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

generate = os.path.join(SOURCE, "tests", "compiler", "random", "generate.py")
for seed in range(1, int(os.environ.get("POLDER_RANDOM_PROGRAMS", "40" if LONG else "3")) + 1):
    write("r.upc", run(sys.executable, generate, str(seed)).out)
    run("cc", "-x", "c", "-w", "-DORACLE", "-fwrapv", "-O1", "r.upc", "-o", "oracle")
    expected = run("./oracle").out
    upcc("-w", "-fwrapv", "-O2" if seed % 2 else "-O0", "r.upc", "-o", "ours")
    for mapping in (["-n", "1"], ["-n", "2"], ["-n", "3", "-p", "1"], ["-n", "7", "-p", "2"]):
        result = upcrun(*mapping, "./ours")
        check(result.out == expected, f"seed {seed}: the C program prints\n{expected}", result)
    upcc("-w", "-fwrapv", "-O1", "-T", "5", "r.upc", "-o", "fixed")
    check(
        upcrun("-n", "5", "./fixed").out == expected,
        f"seed {seed}, static THREADS: differs from\n{expected}",
    )
print("pass")
