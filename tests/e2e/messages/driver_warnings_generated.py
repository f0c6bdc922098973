"""Warnings of the back-end C compiler name nothing that upcc has made: loops in all their forms
under -Wall -Wextra, and clean programs under -Werror."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

STRICT = ["-O2", "-fupc-passes", "-Wall", "-Wextra"]
compilers = ["cc"] + [
    clang for clang in ("clang",) if upcc(f"--cc={clang}", "--version", status=None).status == 0
]
clean = [
    f
    for part in ("kernels", "apps")
    for f in sorted(glob.glob(os.path.join(SOURCE, "bench", part, "**/*.upc"), recursive=True))
]
loops = [
    f
    for name in ("forall_*", "strip_mine*", "loops*")
    for f in sorted(glob.glob(os.path.join(SOURCE, "tests", "compiler", "run", name + ".upc")))
]
check(len(clean) > 12 and len(loops) > 5, "no programs to compile")
for compiler in compilers:
    for path in loops:
        result = upcc(
            f"--cc={compiler}", *STRICT, "-I", os.path.dirname(path), "-fsyntax-only", path
        )
        named = [
            line
            for line in result.err.splitlines()
            if re.search(r": (warning|note): .*polder_[a-z]+\d", line)
        ]
        check(not named, f"{compiler}: warnings of what upcc made in {path}:\n" + "\n".join(named))
for path in clean:
    upcc(
        *STRICT,
        "-Werror",
        "-Wno-unknown-pragmas",
        "-I",
        os.path.dirname(path),
        "-I",
        os.path.join(SOURCE, "bench"),
        "-fsyntax-only",
        path,
    )
print("pass")
