"""Switches of the optimiser and its report: where lines go, order of switches, levels, names nobody
has."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

LOOP = (
    "shared int c[8 * THREADS];\n"
    "void %s(int n, int *x) { for (int i = 0; i < n; i++) if (i %% THREADS == MYTHREAD) x[i] = "
    "c[i]; }\n"
)
write("one.upc", "#include <upc.h>\n" + LOOP % "one")
write("two.upc", "#include <upc.h>\n\n" + LOOP % "two")
LINE = (
    "one.upc:3:27: [forall-own] done: own elements as plain memory, from own iteration to own "
    "iteration\n"
)


def report(*flags):
    return upcc("-fupc-report", *flags, "-c", "one.upc").err


check(report("-O2", "-fno-upc-strip-mine") == LINE, "on standard error", report("-O2"))
check("[owner-guards]" not in report() and "[forall-own]" not in report(), "not without -O")
check("[forall-own]" in report("-fupc-owner-guards"), "without -O on request")
check("[forall-own]" not in report("-O2", "-fno-upc-owner-guards"), "switched off")
check(
    "[forall-own]" in report("-O2", "-fno-upc-passes", "-fupc-owner-guards", "-fupc-forall-own"),
    "the last switch counts",
)
check(
    report("-O2", "-fupc-owner-guards", "-fno-upc-passes") == "",
    "the last switch counts, of all passes too",
)
check(
    report("-O2", "-fno-upc-passes", "-fupc-owner-guards")
    == LINE.replace("forall-own", "owner-guards").replace("own elements as plain memory, ", ""),
    "own elements off",
)
upcc("-O2", "-fupc-report=lines", "-fno-upc-strip-mine", "-c", "one.upc", "two.upc")
check(
    read("lines") == LINE + LINE.replace("one.upc:3", "two.upc:4"),
    "all sources of a command in one file",
    read("lines"),
)
check(upcc("-O2", "-c", "one.upc").err == "", "nothing unasked")
refused = upcc("-fupc-nonsense", "-c", "one.upc", status=1).err
check(
    "unknown option '-fupc-nonsense'" in refused and "upcc --help lists the passes" in refused,
    refused,
)
help_text = upcc("--help").out
for name in ("forall-own", "owner-guards", "rotate", "division"):
    check(f"\n  {name} " in help_text, f"--help names {name}")

# Old names are obeyed and not shown.
OLD = {
    "filter": "owner-guards",
    "pieces": "strip-mine",
    "strength": "strength-reduction",
    "batches": "group-prefetch",
    "apart": "alias-versioning",
    "jam": "unroll-and-jam",
    "gather": "indirect-prefetch",
    "early": "split-phase",
    "schedule": "rotate",
}
by_old_name = report("-O2", "-fno-upc-passes", "-fupc-filter")
check("[owner-guards]" in by_old_name, "the old name of a pass")
for old, name in OLD.items():
    upcc("-O2", f"-fno-upc-{old}", f"-fupc-{old}", "-c", "one.upc")
    check(f"\n  {name} " in help_text, f"--help lacks {name}")
    check(f"\n  {old} " not in help_text, f"--help has {old}")
