#!/usr/bin/env python3
"""The style ratchet: no function above 60 lines, each file opens with prose.

Offenders stand in style_offenders.txt with their present size. The list may only shrink: a new offender, or one that grew, is an
error; one that shrank or went is an error too until the list says so (--update rewrites it, never with larger numbers).
"""
import os
import re
import sys

from support import tree
from support.outcome import outcome

ROOT = tree.ROOT
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "style_offenders.txt")
MAX_FUNCTION = 60
OURS = ("base/", "runtime/", "conduits/", "compiler/", "frontends/", "tools/", "include/", "bench/", "tests/runner/")
# A function: a line that ends in '{', starts in column 0 (or inside a class) and has a parameter list, or such a line with a lambda; closed at its indentation.
HEAD = re.compile(r"^(\s{0,4})(?!namespace|extern|struct|class|enum|union|typedef|if|for|while|switch|else|do|return|case|default)"
                  r"[A-Za-z_~].*\)\s*(const|override|noexcept|->.*)?\s*(:.*)?\{$")


def sources():
    return [p for p in tree.files() if p.startswith(OURS) and p.endswith((".cc", ".h", ".c", ".py", ".def"))]


def functions(lines):
    """(first line number, name, length) of C and C++ functions, by indentation: the code is formatted, so that is enough."""
    at = 0
    while at < len(lines):
        head = HEAD.match(lines[at])
        if head:
            closing = head.group(1) + "}"
            end = next((i for i in range(at + 1, len(lines)) if lines[i].rstrip(";)") == closing), None)
            if end:
                name = re.search(r"([~\w:]+)\s*\(", lines[at])
                yield at + 1, name.group(1) if name else "?", end - at + 1
                if not head.group(1):
                    at = end
        at += 1


def measure():
    """{what: size} of everything above a limit; files without opening prose count as size 1."""
    found = {}
    for path in sources():
        with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as f:
            lines = f.read().split("\n")
        first = "\n".join(lines[:3]).lstrip()
        if not first.startswith(("//", "/*", "#!", '"""', "#")) and path.split("/")[-1] != "__init__.py":
            found[f"prose {path}"] = 1
        if path.endswith((".cc", ".h", ".c")):
            for _, name, length in functions(lines):
                if length > MAX_FUNCTION:
                    found[f"function {path} {name}"] = max(length, found.get(f"function {path} {name}", 0))
    return found


def read_list():
    known = {}
    if os.path.exists(LIST):
        with open(LIST, encoding="utf-8") as f:
            for line in f:
                what, _, size = line.strip().rpartition(" ")
                if what and not line.startswith("#"):
                    known[what] = int(size)
    return known


def main():
    found, known, problems = measure(), read_list(), []
    if "--update" in sys.argv[1:]:
        kept = {w: min(s, found[w]) for w, s in known.items() if w in found} if known else found
        with open(LIST, "w", encoding="utf-8") as f:
            f.write("# Known offenders and their size; may only shrink (tools/check/style.py --update).\n")
            f.writelines(f"{what} {size}\n" for what, size in sorted(kept.items()))
        known = kept
    for what, size in sorted(found.items()):
        if what not in known:
            problems.append(f"{what}: {size} lines (limit of a function: {MAX_FUNCTION}; every file opens with prose)")
        elif size > known[what]:
            problems.append(f"{what}: grew from {known[what]} to {size} lines")
    problems += [f"{what} is better now: run tools/check/style.py --update" for what in known if found.get(what, 0) < known[what]]
    return outcome("style", problems, f"{len(problems)} problems, {len(known)} known offenders")


if __name__ == "__main__":
    sys.exit(main())
