"""The listings of the guide are true: every page named below is followed like a reader would; one
of examples/ among its files.

A block ```c NAME (or another language) writes the file NAME. A block ```console is a session: lines
`$ command` run in the page's folder, in order, and print what stands below them. What mpirun and
MPI's compilers say on standard error is not compared: versions differ in their warnings. `...`
stands for any text, as a line of its own for any lines. Words behind `console`:
  unordered   the lines of each output may come in any order, as those of parallel programs do
  fails       the last command does
  gdb         only where gdb is there and may trace
  PROGRAM     only where that program is there (gfortran, mpirun, ...)
  openmp      only where the back-end C compiler has OpenMP
Blocks of other kinds (sh, text) are not run.
"""

# sanitize: no, messages and addresses are other ones
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

PAGES = [
    *sorted(glob.glob(f"{SOURCE}/docs/guide/tutorial/[0-9]*.md")),
    f"{SOURCE}/docs/guide/tutorial/solutions.md",
    f"{SOURCE}/docs/guide/coming-from.md",
    f"{SOURCE}/docs/guide/deep-machines.md",
    f"{SOURCE}/docs/guide/getting-started.md",
    f"{SOURCE}/docs/guide/openshmem.md",
    f"{SOURCE}/docs/guide/interoperation.md",
    f"{SOURCE}/examples/interop/README.md",
]
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.M | re.S)
MPI = re.compile(r"\bmpi(run|cc|fort|exec)\b")
PATH = {"PATH": f"{os.path.dirname(UPCC)}:{os.environ['PATH']}", "NO_COLOR": "1", **MPI_ENVIRONMENT}


def sessions(block):
    """[(command, expected output)]; a command that ends in a backslash goes on in the next line."""
    steps = []
    continued = False
    for line in block.split("\n")[:-1]:
        if continued:
            steps[-1][0] += "\n" + line
        elif line.startswith("$ "):
            steps.append([line[2:], []])
        else:
            check(steps, "a session starts with a command", block)
            steps[-1][1].append(line)
        continued = (continued or line.startswith("$ ")) and line.endswith("\\")
    return steps


def like(expected, line):
    return re.fullmatch(re.escape(expected).replace(re.escape("..."), ".*"), line)


def agrees(expected, lines, unordered):
    if unordered:
        lines = list(lines)
        for wanted in sorted(expected, key=lambda text: "..." in text):
            found = next((line for line in lines if like(wanted, line)), None)
            if found is None and wanted != "...":
                return False
            if found is not None:
                lines.remove(found)
        return not lines or "..." in expected
    if not expected:
        return not lines
    if expected[0] == "...":
        return any(agrees(expected[1:], lines[i:], False) for i in range(len(lines) + 1))
    return (
        bool(lines) and bool(like(expected[0], lines[0])) and agrees(expected[1:], lines[1:], False)
    )


def follow(page):
    text = read(page)
    folder = os.path.splitext(os.path.basename(page))[0]
    if "/examples/" in page:
        shutil.copytree(os.path.dirname(page), folder)
    os.makedirs(folder, exist_ok=True)
    count = 0
    for kind, words, block in BLOCK.findall(text):
        words = words.split()
        if kind != "console" and words:
            write(os.path.join(folder, words[0]), block)
        if kind != "console" or not can_run(words):
            continue
        steps = sessions(block)
        for number, (command, expected) in enumerate(steps):
            fails = "fails" in words and number == len(steps) - 1
            result = run(
                "sh",
                "-c",
                command + ("" if MPI.search(command) else " 2>&1"),
                cwd=folder,
                env=PATH,
                status=None,
            )
            where = f"{page}\n$ {command}"
            check(
                (result.status != 0) == fails, f"{where}\nexit status {result.status}", result.out
            )
            check(
                agrees(
                    expected,
                    result.out.rstrip("\n").split("\n") if result.out else [],
                    "unordered" in words,
                ),
                f"{where}\nprints",
                result.out,
                "and the page says",
                "\n".join(expected),
            )
            count += 1
    check(count, f"{page} shows no session")


def can_run(words):
    for word in words:
        there = {"unordered": True, "fails": True, "gdb": gdb_works, "openmp": openmp_works}.get(
            word, shutil.which(word)
        )
        if not (there() if callable(there) else there):
            print(f"without {word}: some sessions are left out")
            return False
    return True


def gdb_works():
    return (
        shutil.which("gdb")
        and "[Inferior 1" in run("gdb", "-batch", "-ex", "run", "/bin/true", status=None).out
    )


def openmp_works():
    write("openmp.c", "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n")
    return run(*CC.split(), "-fopenmp", "openmp.c", "-o", "openmp", status=None).status == 0


if len(sys.argv) > 1:
    PAGES = [p for p in PAGES if sys.argv[1] in p]
check(PAGES, "no pages")
for page in PAGES:
    follow(page)
print("pass")
