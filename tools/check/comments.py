#!/usr/bin/env python3
"""Comments of C, C++ and UPC speak of what is there.

A file that a comment names exists. With folders in front, `lock.h` and `sync/lock.h` are the end of
a path. Names between angle brackets are headers of the system, names in capitals stand for any
name. An invariant names the check that holds it, behind `Held by`; what no check holds is called a
rule.
"""

import re
import sys

from support import tree
from support.outcome import outcome

ENDINGS = (".cc", ".h", ".c", ".def", ".upc")
NAME = re.compile(r"(?<![\w./<%-])((?:[a-z][\w-]*/)*[a-z][\w-]*\.(?:h|cc|upc|py|def|map))\b(?!/)")
INVARIANT = re.compile(r"\bInvariants?[.:]")
HELD = re.compile(r"\bHeld by .*?(?:tests/|tools/check/|\./dev )", re.S)


def ends_of_paths(paths):
    """Every end of every path that begins with a whole name."""
    found = set()
    for path in paths:
        parts = path.split("/")
        found.update("/".join(parts[first:]) for first in range(len(parts)))
    return found


COMMENT = re.compile(r"(?:^[ \t]*//[^\n]*\n)+|/\*.*?\*/|//[^\n]*", re.M | re.S)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def comments(text):
    """Blocks of comments, as they stand in the file."""
    text = STRING.sub(lambda found: " " * len(found[0]), text)
    return [found[0] for found in COMMENT.finditer(text)]


def plain(comment):
    """One line, without the marks of a comment."""
    return re.sub(r"\s*\n\s*(?://+|\*)?\s*", " ", comment)


def problems_of(path, known):
    for comment in map(plain, comments(tree.read(path))):
        for name in NAME.findall(comment):
            if name not in known:
                yield f"{path}: there is no file {name}"
        if INVARIANT.search(comment) and not HELD.search(comment):
            start = INVARIANT.search(comment).start()
            yield f"{path}: no `Held by` and a check: {comment[start : start + 60]!r}"


def main():
    paths = tree.files()
    sources = [p for p in paths if p.endswith(ENDINGS) and not p.startswith("tests/fuzz/found")]
    known, problems = ends_of_paths(paths), []
    for path in sources:
        problems += problems_of(path, known)
    return outcome("comments", problems, f"{len(sources)} files, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
