"""./dev matrix: rows that cannot run say why, results go to docs/tested.md, a row that fails is
named. CMake and the compilers are stand-ins."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

os.makedirs("p/docs")
os.makedirs("p/tests")
shutil.copytree(f"{SOURCE}/tools/matrix", "p/tools/matrix")
write("p/tests/run.py", "print('3 passed, 0 failed')\n")
run("git", "init", "-q", "p")


def stand_in(name, text):
    os.makedirs("bin", exist_ok=True)
    os.chmod(write(f"bin/{name}", f"#!/bin/sh\n{text}\n"), 0o755)


for name in ("git", "python3"):
    os.makedirs("bin", exist_ok=True)
    os.symlink(shutil.which(name), f"bin/{name}")
for name in ("cmake", "ninja", "clang", "clang++"):
    stand_in(name, "exit 0")


def matrix(*words, status=0):
    return run(
        sys.executable,
        "p/tools/matrix/matrix.py",
        *words,
        status=status,
        env={"PATH": os.path.abspath("bin") + ":/bin-that-is-not-there"},
    )


result = matrix("--list")
check(
    "gcc-15         gcc-15, warnings are errors (skipped here: gcc-15 and g++-15 not installed)"
    in result.out,
    "a compiler that is missing",
    result,
)
check(
    re.search(r"^clang +clang, warnings are errors$", result.out, re.M), "one that is there", result
)
result = matrix("nonsense", status=1)
check("no row nonsense" in result.err and "hint:" in result.err, "no such row", result)
result = matrix("clang", "gcc-15", "--record")
check("1 passed, 0 failed, 1 skipped" in result.out, "rows", result)
page = read("p/docs/tested.md")
check(
    re.search(
        r"^\| clang \| clang, warnings are errors \| 3 passed, 0 failed \| unit \|", page, re.M
    ),
    "a row",
    page,
)
check("| skipped: gcc-15 and g++-15 not installed |" in page, "a row that was skipped", page)
stand_in("cmake", "exit 3")
result = matrix("clang", "--record", status=1)
check(
    "failed: cmake --preset: exit status 3" in result.out
    and "hint: build/matrix/clang.log" in result.out,
    "a build that fails",
    result,
)
page = read("p/docs/tested.md")
check(
    page.count("| clang |") == 1 and "| failed: cmake --preset" in page and "gcc-15" in page,
    "its row",
    page,
)
matrix("gcc-15", status=1)
print("pass")
