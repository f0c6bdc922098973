#!/usr/bin/env python3
"""clang-tidy over our C++, with the checks of .clang-tidy, which gives a reason for each that is
off.

  ./dev tidy [--jobs N] [--known] [FILES]

Without files: all that the build compiles but tests. Findings that are known stand in known.txt, by
check and base name; they may only become fewer. --known writes the list anew. Needs clang-tidy 17
or later and a configured build (compile_commands.json).
"""

import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools", "check"))

from support import ratchet  # noqa: E402

LIST = os.path.join(HERE, "known.txt")
NEWEST, OLDEST = 25, 17
FINDING = re.compile(r"^(/\S+?):(\d+):\d+: (?:warning|error): (.*) \[([\w.,-]+)\]$", re.M)
# clang-tidy before 20 has no option for this half of misc-include-cleaner.
NOT_MEANT = "no header providing"
LEFT_OUT = ("tests/", "bench/")


def find_program():
    for version in range(NEWEST, OLDEST - 1, -1):
        if shutil.which(f"clang-tidy-{version}"):
            return f"clang-tidy-{version}"
    said = (
        shutil.which("clang-tidy")
        and subprocess.run(["clang-tidy", "--version"], text=True, capture_output=True).stdout
    )
    found = re.search(r"version (\d+)", said or "")
    if found and int(found[1]) >= OLDEST:
        return "clang-tidy"
    sys.exit(
        f"tidy: error: no clang-tidy of version {OLDEST} or later\n"
        "hint: apt-get install clang-tidy-19"
    )


def sources(build):
    path = os.path.join(build, "compile_commands.json")
    if not os.path.exists(path):
        sys.exit(f"tidy: error: {path} is missing\nhint: ./dev build makes it")
    with open(path, encoding="utf-8") as f:
        files = {entry["file"] for entry in json.load(f)}
    names = {os.path.relpath(p, ROOT) for p in files if p.endswith((".cc", ".c"))}
    return sorted(n for n in names if not n.startswith((*LEFT_OUT, "..")))


def findings(output):
    """(path, line, check, text), each once, of what clang-tidy printed about files of ours."""
    found = {
        (os.path.relpath(path, ROOT), int(line), check, text)
        for path, line, text, check in FINDING.findall(output)
        if path.startswith(ROOT + os.sep) and NOT_MEANT not in text
    }
    return {f for f in found if not f[0].startswith("build")}


def run(program, build, name):
    command = [program, "-p", build, "--quiet", os.path.join(ROOT, name)]
    return findings(subprocess.run(command, text=True, capture_output=True, cwd=ROOT).stdout)


def counted(found):
    return collections.Counter((check, os.path.basename(path)) for path, _, check, _ in found)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, prog="./dev tidy", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--known", action="store_true", help="write known.txt anew")
    arguments = parser.parse_args()
    program, names = find_program(), arguments.files or sources(arguments.build)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(lambda name: run(program, arguments.build, name), names)
        found = set().union(*results)
    counts = counted(found)
    if arguments.known and not arguments.files:
        problems = ratchet.rewrite(LIST, counts, {}, "./dev tidy --known")
    else:
        known = ratchet.read(LIST)
        more = {key for key, number in counts.items() if number > known.get(key, 0)}
        problems = [
            f"{path}:{line}: {text} [{check}]"
            for path, line, check, text in sorted(found)
            if (check, os.path.basename(path)) in more
        ]
    print("\n".join(problems), end="\n" if problems else "")
    print(
        f"tidy: {len(names)} files, {len(found)} findings, {len(problems)} of files with new ones"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
