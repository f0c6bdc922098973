"""--coverage, in one step and in several. The notes lie beside the program, and gcov and lcov show
the lines of the UPC source, all threads counted."""

# sanitize: no, two tools that instrument
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

CLANG = "clang" in run(CC, "--version").out
GCOV = ["llvm-cov", "gcov"] if CLANG else ["gcov"]
if not shutil.which(GCOV[0]):
    skip(f"needs {GCOV[0]}")

write(
    "src/sum.upc",
    """#include <upc.h>
#include <stdio.h>
shared int a[10 * THREADS];
static int half(int x)
{
    if (x < 0)
        return 0;
    return x / 2;
}
int main(void)
{
    int sum = 0;
    upc_forall (int i = 0; i < 10 * THREADS; i++; &a[i])
        a[i] = half(i);
    upc_barrier;
    if (MYTHREAD == 0)
        for (int i = 0; i < 10 * THREADS; i++)
            sum += a[i];
    if (sum < 0)
        printf("never\\n");
    return 0;
}
""",
)
COUNTS = {6: "30", 7: "#####", 8: "30", 14: "30", 15: "3", 18: "30", 20: "#####"}  # with 3 threads
if CLANG:
    del COUNTS[14], COUNTS[18]  # its gcov counts a line once for each of its blocks


def temporary_files():
    return {
        p
        for p in os.listdir(os.environ.get("TMPDIR", "/tmp"))
        if p.endswith((".gcno", ".gcda", ".dwo"))
    }


def counts_of(notes, processes):
    """line -> how often, by gcov, of the program run with 3 threads."""
    for path in glob.glob("**/*.gcda", recursive=True):
        os.remove(path)
    upcrun("-n", "3", "-p", str(processes), "./prog")
    check_files([notes.replace(".gcno", ".gcda")])
    result = run(*GCOV, notes) if CLANG else run(*GCOV, "-r", notes)
    found = {}
    for count, line in re.findall(r"^\s*([\d#=-]+)\*?:\s*(\d+):", read("sum.upc.gcov"), re.M):
        found.setdefault(int(line), count)
    return found, result


before = temporary_files()
for step, notes in (
    (["--coverage", "src/sum.upc", "-o", "prog"], "prog-sum.gcno"),
    (None, "obj/sum.gcno"),
):
    for path in glob.glob("*.gc*"):
        os.remove(path)
    if step:
        upcc(*step)
    else:
        os.makedirs("obj")
        upcc("--coverage", "-c", "src/sum.upc", "-o", "obj/sum.o")
        upcc("--coverage", "obj/sum.o", "-o", "prog")
    check_files([notes])
    for processes in (1, 3):
        found, result = counts_of(notes, processes)
        wrong = {
            line: (found.get(line), count)
            for line, count in COUNTS.items()
            if found.get(line) != count
        }
        check(
            not wrong,
            f"counts {notes} in {processes} processes (is, should be)",
            wrong,
            read("sum.upc.gcov"),
        )
        others = [p for p in glob.glob("*.gcov") if p != "sum.upc.gcov"]
        check(not others, "pages of other files", others, result)
check(
    temporary_files() <= before,
    "files are left in the folder for temporary ones",
    temporary_files() - before,
)

# other files beside the object in one step
if not CLANG:
    upcc("-gsplit-dwarf", "-fstack-usage", "src/sum.upc", "-o", "split")
    check_files(["split-sum.su", "split-sum.dwo"])
if shutil.which("lcov") and shutil.which("genhtml") and not CLANG:
    run(
        "lcov",
        "--capture",
        "--directory",
        "obj",
        "--no-external",
        "--base-directory",
        ".",
        "--output-file",
        "all.info",
    )
    text = read("all.info")
    check(
        re.findall(r"^SF:.*/(.+)$", text, re.M) == ["sum.upc"]
        and re.search(r"^DA:8,30$", text, re.M),
        "lcov",
        text,
    )
    run("genhtml", "all.info", "--output-directory", "pages")
    check("half(i)" in read(glob.glob("pages/**/sum.upc.gcov.html", recursive=True)[0]), "genhtml")
print("pass")
