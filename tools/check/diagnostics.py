#!/usr/bin/env python3
"""Every message of compiler/diag/diagnostics.def can be produced, and a test produces it.

A test produces a message in one of two ways. Either it is in tests/compiler/err and expects the
message (the runner holds such tests to the whole text). Or it is below tests/unit/compiler or
tests/e2e and contains the words of the message that stand between its holes."""

import glob
import os
import re
import sys

from support.outcome import outcome

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))

from runner.directives import expected_messages  # noqa: E402

NEEDS_4_GB = {"lex_too_large"}  # of source text: no test is that large


def read_all(*patterns):
    text = ""
    for pattern in patterns:
        for path in glob.glob(os.path.join(ROOT, pattern), recursive=True):
            with open(path, encoding="utf-8", errors="replace") as f:
                text += f.read()
    return text


def main():
    definitions = read_all("compiler/diag/diagnostics.def")
    one_line = re.sub(r'"\s*\n\s*"', "", definitions)  # a text may be several literals
    entries = re.findall(r'^DIAG\((\w+), (\w+),\s*"(.*)"\)', one_line, re.M)
    source = read_all("compiler/**/*.cc", "compiler/**/*.h")
    expected = [
        text
        for path in glob.glob(os.path.join(ROOT, "tests/compiler/err/*"))
        for _, _, text in expected_messages(path)
    ]
    others = read_all("tests/unit/compiler/**/*.cc", "tests/e2e/**/*.py")
    problems = []
    for name, _, text in entries:
        words = re.split(r"%\d", text)
        pattern = re.compile(".*".join(re.escape(w) for w in words) + r"\Z")
        said_elsewhere = all(w in others for w in words) and any(len(w) > 8 for w in words)
        if not re.search(rf"\b{name}\b", source):
            problems.append(f"{name} is never reported")
        elif (
            name not in NEEDS_4_GB
            and not said_elsewhere
            and not any(pattern.match(e) for e in expected)
        ):
            problems.append(f"{name} is produced by no test")
    return outcome("diagnostics", problems, f"{len(entries)} messages, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
