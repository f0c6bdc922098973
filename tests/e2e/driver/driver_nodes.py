"""Functions with a multi-node version: warnings and mistakes are told once, at the line of the
source. With -fupc-nodes=one these versions are left out."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "sum.upc",
    """
#include <upc_relaxed.h>
#define TWICE(n) \\
    int unused_ ## n; \\
    x += n;
shared int x, y[THREADS];
int sum(int n, int left) {
    int t, bad = 1 << 40;
    for (int i = 0; i < n; i++) x += y[i];
    TWICE(3)
    return x + t;
}
int main(void) { return sum(THREADS, 1); }
""",
)
for compiler in ("gcc", "clang-16", "clang"):
    if not shutil.which(compiler):
        continue
    said = upcc(
        "-O1", "-Wall", "-Wextra", "-c", "sum.upc", env={"POLDER_CC": compiler}, status=None
    ).err
    for what in ("left", "bad", "unused_3", "uninitialized"):
        lines = [
            line
            for line in said.split("\n")
            if what in line and "warning:" in line or what in line and "error:" in line
        ]
        check(
            len({line.split(" warning:")[0].split(" error:")[0] for line in lines})
            == len(lines)
            > 0,
            f"{compiler}: {what}: {lines}\n{said}",
        )

write(
    "mistake.upc",
    """
#include <upc_relaxed.h>
shared int x;
struct s { int a; };
int f(int n) { struct s v; while (n--) x++; v = 3; return v.a; }
""",
)
check(upcc("-c", "mistake.upc", status=1).err.count("error:") == 1, "a mistake of C is told once")

write(
    "one.upc",
    "#include <upc.h>\nshared int x[THREADS];\n"
    "int main(void) { for (int i = 0; i < 3; i++) x[MYTHREAD] += i; upc_barrier; return "
    "x[(MYTHREAD + 1) % THREADS] != 3; }\n",
)
check("polder_n_" in upcc("--trans", "one.upc").out, "any number of nodes without an option")
check(
    "polder_n_" not in upcc("-fupc-nodes=one", "--trans", "one.upc").out,
    "no multi-node version with -fupc-nodes=one",
)
check(
    "takes one or any" in upcc("-fupc-nodes=2", "-c", "one.upc", status=1).err,
    "what the option takes",
)
upcc("-fupc-nodes=one", "one.upc", "-o", "one")
upcrun("-n", "2", "one")
upcc("-O2", "-fupc-nodes=one", "one.upc", "-o", "optimised")
upcrun("-n", "2", "optimised", env={"POLDER_FAR_TEST": "1"})  # not the version for one thread
refused = upcrun("--nodes", "2", "-n", "2", "one", status=1).err
check(
    "one.upc was compiled for one machine only (upcc -fupc-nodes=one), and this job has 2 nodes"
    in refused,
    refused,
)
