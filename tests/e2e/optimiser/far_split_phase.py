"""Reads that are asked for together (pass split-phase): the same results as without, one node or
several, and no message more for it."""

# sanitize: not thread (processes of two nodes)
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

source = os.path.join(SOURCE, "tests", "compiler", "run", "split_phase.upc")
programs = {
    "./early": ["-O2"],
    "./not_early": ["-O2", "-fno-upc-split-phase"],
    "./only_early": ["-O2", "-fno-upc-passes", "-fupc-split-phase"],
}
for program, flags in programs.items():
    upcc(*flags, "-DPRINT", source, "-o", program)
upcc("-O0", "-fno-upc-passes", "-DPRINT", source, "-o", "plain")
for threads in ("2", "3"):
    expected = upcrun("-n", threads, "./plain").out
    check("pass" in expected, expected)
    for program in programs:
        for words, environment in (
            ([], {"POLDER_FAR_TEST": "1"}),
            ([], {"POLDER_FAR_TEST": "1", "POLDER_CACHE": "0"}),
            ([], {"POLDER_FAR_TEST": "1", "POLDER_CACHE": "1k"}),
            (["--nodes", threads], {"POLDER_CONDUIT": "smp"}),
        ):
            result = upcrun("-n", threads, *words, program, env=environment)
            check(
                result.out == expected,
                f"{program} {words} {environment}: expected\n{expected}",
                result,
            )

write(
    "sums.upc",
    r"""
#include <upc_relaxed.h>
#include <stdio.h>
enum { FAR = 4096, ROUNDS = 40 };
shared [FAR] int a[FAR * THREADS], b[FAR * THREADS], c[FAR * THREADS];
int main(void) {
    long sum = 0;
    upc_barrier;
    if (MYTHREAD == 0)
        for (int r = 0; r < ROUNDS; r++) {
            upc_fence;
            sum += a[FAR + 7 * r] + b[FAR + 5 * r] + c[FAR + 3 * r];
        }
    upc_barrier;
    if (MYTHREAD == 0) printf("pass %ld\n", sum);
}
""",
)


def gets(program):
    result = upcrun(
        "--nodes", "2", "-n", "2", program, env={"POLDER_CONDUIT": "smp", "POLDER_HOOKS": "trace"}
    )
    check("pass 0" in result.out, program, result)
    return len(re.findall(r"^polder: conduit: node 0: get to", result.err, re.MULTILINE))


upcc("-O2", "sums.upc", "-o", "sums")
upcc("-O2", "-fno-upc-split-phase", "sums.upc", "-o", "sums_not_early")
with_pass, without = gets("./sums"), gets("./sums_not_early")
print(f"{with_pass} gets; one after the other {without}")
check(3 * 40 <= with_pass <= without + 3, f"{with_pass} gets; one after the other {without}")
print("pass")
