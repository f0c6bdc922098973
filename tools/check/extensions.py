#!/usr/bin/env python3
"""docs/guide/extensions.md lists what the headers of extensions declare, no more and no less, and a
test uses each name.

Most names are made by macros, in headers and tests alike, so both go through the C preprocessor.
Names that are macros themselves must stand in the text of a test, perhaps with ## behind."""

import glob
import os
import re
import subprocess
import sys

from support.outcome import outcome

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HEADERS = [
    "bupc_extensions.h",
    "bupc_collectivev.h",
    "bupc_extern.h",
    "pupc.h",
    "upc_cray.h",
    "upc_groups.h",
    "polder/task.h",
]
NAME = re.compile(
    r"\b(?:bupc_\w+|pupc_\w+|_amo_\w+|upc_group_\w+|upc_(?:task|task_void|spawn|join)\b)"
)
PAGE = os.path.join(ROOT, "docs", "guide", "extensions.md")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def preprocessed(text, *options):
    tests = os.path.join(ROOT, "tests", "upc")
    folders = ["-I", os.path.join(ROOT, "include"), "-I", tests]
    words = (
        "-E -x c -w -D__UPC__=1 -D__POLDER_BERKELEY__=1 -D_CRAYC=1 -include polder/abi.h".split()
    )
    command = [os.environ.get("CC", "cc"), *words, *folders, *options, "-"]
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=True, cwd=tests
    )
    return done.stdout


def declared():
    """Functions, and macros that stand for functions."""
    text = "".join(f"#include <{h}>\n" for h in HEADERS)
    functions = set(re.findall(r"\b(bupc_\w+|pupc_\w+|upc_group_\w+)\s*\(", preprocessed(text)))
    macros = {
        m
        for m in re.findall(r"^#define (\w+)", preprocessed(text, "-dM"), re.M)
        if NAME.fullmatch(m)
    }
    return functions, macros


def own_lines(text):
    """What a preprocessed test says itself, without its headers."""
    lines, own = [], False
    for line in text.split("\n"):
        if marker := re.match(r'# \d+ "([^"]*)"', line):
            own = marker[1] == "<stdin>"
        elif own:
            lines.append(line)
    return "\n".join(lines)


def expanded(text):
    """`a_{b,c}_d` stands for a_b_d and a_c_d."""
    found = re.search(r"\{([^{}]*)\}", text)
    if not found:
        return {text}
    return {
        name
        for word in found[1].split(",")
        for name in expanded(text[: found.start()] + word + text[found.end() :])
    }


def listed():
    names = set()
    for code in re.findall(r"`([^`]+)`", read(PAGE)):
        names |= {name for word in code.split() for name in expanded(word) if NAME.fullmatch(name)}
    pieces = {n for n in names if re.search(r"_(vlist|ilist|fstrided|strided)$", n)}
    amo = {n for n in names if n.startswith("_amo_")}
    return {
        n
        for n in names | {p + "_async" for p in pieces} | {a + "_upc" for a in amo}
        if not n.endswith("_t")
    }


def main():
    functions, macros = declared()
    tests = [
        read(p)
        for p in sorted(glob.glob(os.path.join(ROOT, "tests", "upc", "*.upc")))
        if NAME.search(read(p))
    ]
    tests += [
        read(p)
        for p in glob.glob(os.path.join(ROOT, "tests", "e2e", "**", "*.py"), recursive=True)
        + glob.glob(os.path.join(ROOT, "examples", "**", "*"), recursive=True)
        if os.path.isfile(p) and "bupc_" in read(p)
    ]
    upc = [t for t in tests if "check.h" in t]
    used = set(NAME.findall("".join(own_lines(preprocessed(t)) for t in upc))) | set(
        NAME.findall("".join(tests))
    )
    raw = "".join(tests)
    used |= {m for m in macros if re.search(rf"\b{m}\b|\b{m.removesuffix('_upc')}##", raw)}
    known, page = functions | macros, listed()
    problems = [
        f"{n} is not in docs/guide/extensions.md"
        for n in sorted(known - page - {"bupc_tick_granularity", "bupc_tick_overhead"})
    ]
    problems += [
        f"docs/guide/extensions.md names {n}, which no header declares"
        for n in sorted(page - known)
    ]
    problems += [f"no test uses {n}" for n in sorted((known & page) - used)]
    return outcome("extensions", problems, f"{len(known)} names, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
