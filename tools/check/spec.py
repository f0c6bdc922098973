#!/usr/bin/env python3
"""The status tables of docs/spec/*.md must be true.

Columns: section, what, status, tests. In every row the tests named in backticks must exist: relative to tests/upc (`multi/x` is a
folder), or with a folder of their own (`tests/compiler/err/x.upc`). A row that is `done` names at least one test or refers
elsewhere in words, and each `upc_...` in its second column is a keyword or declared in a header of include/, and used in one of the
tests of the row.
"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TEST = re.compile(r"`([\w./*-]+(?:\.\w+|/[\w*-]+))`")
FUNCTION = re.compile(r"`(upc_\w+)(?:\(\))?`")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def find(name):
    for folder in ("tests/upc", "tests", ""):
        found = glob.glob(os.path.join(ROOT, folder, name))
        if found:
            return found
    return []


def text_of(path):
    if os.path.isfile(path):
        return read(path)
    return "".join(text_of(p) for p in glob.glob(os.path.join(path, "*")))


def check_row(cells, declared, where):
    problems, used = [], ""
    for name in TEST.findall(cells[3]):
        found = find(name)
        used += "".join(text_of(p) for p in found)
        if not found:
            problems.append(f"{where}: {name} does not exist")
    if cells[2].lower() != "done":
        return problems
    if not cells[3]:
        problems.append(f"{where}: done, but no test is named")
    for name in FUNCTION.findall(cells[1]):
        if not re.search(rf"\b{name}\b", declared):
            problems.append(f"{where}: {name} is no keyword and in no header of include/")
        if used and not re.search(rf"\b{name}\b", used):
            problems.append(f"{where}: no test of the row uses {name}")
    return problems


def main():
    declared = "".join(read(p) for p in glob.glob(os.path.join(ROOT, "include", "**", "*.h"), recursive=True))
    declared += read(os.path.join(ROOT, "compiler", "lex", "tokens.def"))
    problems, rows = [], 0
    for table in sorted(glob.glob(os.path.join(ROOT, "docs", "spec", "*.md"))):
        for number, line in enumerate(read(table).split("\n"), 1):
            cells = [c.strip() for c in line.strip().strip("|").split("|")]
            if not line.startswith("|") or len(cells) < 4 or set(line) <= set("|-: ") or cells[2] == "Status":
                continue
            rows += 1
            problems += check_row(cells, declared, f"{os.path.relpath(table, ROOT)}:{number}")
    for problem in problems:
        print("spec: " + problem, file=sys.stderr)
    print(f"spec: {rows} rows, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
