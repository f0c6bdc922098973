#!/usr/bin/env python3
"""The status tables of docs/spec/*.md must be true: every test they name exists, every function they claim is declared.

A table row names tests as `tests/...` paths. In a row whose status begins with "yes", a first cell such as `upc_memcpy` must be
declared in a header of include/ (functions, macros, types) and used in one of the tests of the row.
"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATH = re.compile(r"`((?:tests|examples|bench)/[^`]+)`")
NAME = re.compile(r"^`(upc_\w+)`$")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def check_row(cells, headers, where):
    problems, used = [], ""
    for path in PATH.findall(" ".join(cells)):
        matches = glob.glob(os.path.join(ROOT, path))
        if not matches:
            problems.append(f"{where}: {path} does not exist")
        used += "".join(read(m) for m in matches if os.path.isfile(m))
    name = NAME.match(cells[0])
    if name and len(cells) > 1 and any(c.lower().startswith("yes") for c in cells[1:]):
        if not re.search(rf"\b{name.group(1)}\b", headers):
            problems.append(f"{where}: {name.group(1)} is declared in no header of include/")
        if not re.search(rf"\b{name.group(1)}\b", used):
            problems.append(f"{where}: no test of the row uses {name.group(1)}")
    return problems


def main():
    headers = "".join(read(p) for p in glob.glob(os.path.join(ROOT, "include", "**", "*.h"), recursive=True))
    problems, rows = [], 0
    for table in sorted(glob.glob(os.path.join(ROOT, "docs", "spec", "*.md"))):
        for number, line in enumerate(read(table).split("\n"), 1):
            cells = [c.strip() for c in line.strip().strip("|").split("|")]
            if not line.startswith("|") or set(line) <= set("|-: "):
                continue
            rows += 1
            problems += check_row(cells, headers, f"{os.path.relpath(table, ROOT)}:{number}")
    for problem in problems:
        print("spec: " + problem, file=sys.stderr)
    print(f"spec: {rows} rows, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
