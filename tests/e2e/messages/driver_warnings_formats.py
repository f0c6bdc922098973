"""Warnings of the C compiler in the forms tools read, under -Werror, and with pragmas, as of a C
program."""

import json
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

PROGRAM = """#include <upc.h>
shared int total;
int main(void)
{
    upc_lock_t *lock = 3.5 ? (upc_lock_t *)0 : 0;
    int unused;
    upc_barrier;
    return ("text", 0);
}
"""
QUIET = """#include <upc.h>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
int quiet(void) { int unused; upc_barrier; return 0; }
#pragma GCC diagnostic pop
int loud(void) { int unused_too; upc_barrier; return 0; }
#pragma GCC diagnostic error "-Wunused-variable"
int wrong(void) { int unused_again; upc_barrier; return 0; }
"""
write("p.upc", PROGRAM)
write("quiet.upc", QUIET)
is_gcc = "gcc" in run(CC, "--version").out.lower() or "Free Software" in run(CC, "--version").out

plain = upcc("-Wall", "-c", "p.upc", "-o", "p.o")
check(
    "unused variable" in plain.err and "'lock'" in plain.err.replace("‘", "'").replace("’", "'"),
    "warnings are missing",
    plain,
)
for word in ("polder", "abi.h", "struct upc_lock_struct *lock"):
    check(word not in plain.err, f"'{word}' in a message", plain)
check(plain.err.count("unused variable") == 2, "a warning is said twice", plain)
check(os.path.exists("p.o"), "no object")

os.remove("p.o")
refused = upcc("-Wall", "-Werror", "-c", "p.upc", "-o", "p.o", status=None)
check(refused.status != 0 and not os.path.exists("p.o"), "-Werror refuses nothing", refused)
named = upcc(
    "-Wall", "-Werror=unused-variable", "-Wno-unused-value", "-S", "p.upc", "-o", "p.s", status=None
)
check(
    named.status != 0 and not os.path.exists("p.s") and "error" in named.err,
    "-Werror=unused-variable refuses nothing",
    named,
)
check(upcc("-w", "-Wall", "-c", "p.upc", "-o", "p.o").err == "", "-w leaves warnings")

quiet = upcc("-Wall", "-c", "quiet.upc", "-o", "q.o", status=None)
check(quiet.status != 0, "#pragma GCC diagnostic error is not heard", quiet)
check(
    "quiet.upc:4:" not in quiet.err
    and "quiet.upc:6:22: warning" in quiet.err
    and "quiet.upc:8:23: error" in quiet.err,
    "pragmas",
    quiet,
)

syntax = upcc("-Wall", "-fsyntax-only", "p.upc")
check(syntax.err.count("unused variable") == 2, "-fsyntax-only does not warn", syntax)

if is_gcc:
    for words in (["-c", "-o", "p.o"], ["-fsyntax-only"]):
        result = upcc("-Wall", "-fdiagnostics-format=json", *words, "p.upc")
        said = json.loads(result.err)
        lines = sorted(entry["locations"][0]["caret"]["line"] for entry in said)
        check(lines == [5, 6, 8], f"-fdiagnostics-format=json: lines {lines}", result)
if is_gcc and run(CC, "-dumpversion").out.split(".")[0] >= "13":
    upcc("-Wall", "-fdiagnostics-format=sarif-file", "-c", "p.upc", "-o", "p.o")
    sarif = [name for name in os.listdir(".") if name.endswith(".sarif")]
    check(len(sarif) == 1 and "unused variable" in read(sarif[0]), f"SARIF files: {sarif}")
print("pass")
