#!/usr/bin/env python3
"""The pages docs/spec/upc-1.3/*.md are true. Each numbered paragraph of the standard has a row. The
tests that a row names exist. The functions that it names are declared, used by these tests, and
called by some test. What the columns mean is explained in docs/spec/upc-1.3.md."""

import glob
import os
import re
import sys

from support.outcome import outcome

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
INDEX = os.path.join(ROOT, "docs", "spec", "upc-1.3.md")
PAGES = sorted(glob.glob(os.path.join(ROOT, "docs", "spec", "upc-1.3", "*.md")))
SECTION = re.compile(r"^## ((?:\d|[AB])[\d.]*) .* \((\d+)\)$")
ROW = re.compile(r"^\| (\d+)(?:-(\d+))? \|")
TEST = re.compile(r"`([\w./*-]+(?:\.\w+|/[\w*-]+))`")
FUNCTION = re.compile(r"`(upc_\w+)(?:\(\))?`")
STATUS = {"constraint", "done", "decided", "program", "text"}
FOLDERS = ("tests/upc", "tests/compiler", "tests", "")


def read(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def find(name):
    for folder in FOLDERS:
        found = glob.glob(os.path.join(ROOT, folder, name))
        if found:
            return found
    return []


def text_of(path):
    """The text of a test with that of the files beside it which it includes; all files of a
    folder."""
    if os.path.isfile(path):
        text = read(path)
        beside = [
            os.path.join(os.path.dirname(path), name)
            for name in re.findall(r'^#include "([\w./]+)"', text, re.M)
        ]
        return text + "".join(read(p) for p in beside if os.path.isfile(p))
    return "".join(text_of(p) for p in glob.glob(os.path.join(path, "*")))


def declared_functions():
    """{function: header} of include/upc*.h, macros that stand for functions included."""
    found = {}
    for path in glob.glob(os.path.join(ROOT, "include", "upc*.h")):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", read(path), flags=re.S)
        for name in re.findall(r"\b(upc_\w+)\s*\(", text):
            if not name.endswith("_t"):
                found.setdefault(name, os.path.basename(path))
    return found


class Checker:
    def __init__(self):
        self.problems, self.sections, self.rows, self.paragraphs, self.tests = [], {}, 0, 0, set()
        headers = glob.glob(os.path.join(ROOT, "include", "**", "*.h"), recursive=True)
        self.declared = "".join(read(p) for p in headers) + read(
            os.path.join(ROOT, "compiler", "lex", "tokens.def")
        )

    def say(self, where, text):
        self.problems.append(f"{where}: {text}")

    def page(self, path):
        section, expected, next_paragraph, where = None, 0, 1, os.path.relpath(path, ROOT)
        for number, line in enumerate(read(path).split("\n") + ["## end"], 1):
            here = f"{where}:{number}"
            if line.startswith("## "):
                if section and next_paragraph != expected + 1:
                    self.say(
                        here,
                        f"{section} has {expected} paragraphs, the rows end at"
                        f" {next_paragraph - 1}",
                    )
                found = SECTION.match(line)
                section, expected = (found.group(1), int(found.group(2))) if found else (None, 0)
                if section in self.sections and section:
                    self.say(here, f"{section} stands also in {self.sections[section]}")
                if section:
                    self.sections[section] = here
                    self.paragraphs += expected
                next_paragraph = 1
                continue
            row = ROW.match(line)
            if row and section:
                if int(row.group(1)) != next_paragraph:
                    self.say(here, f"{section}: paragraph {next_paragraph} is missing")
                next_paragraph = int(row.group(2) or row.group(1)) + 1
                self.row([c.strip() for c in line.strip().strip("|").split("|")], here)
            self.tests.update(name for name in TEST.findall(line))

    def row(self, cells, here):
        self.rows += 1
        if len(cells) != 4 or cells[2] not in STATUS:
            self.say(here, "a row has four columns, the third a status")
            return
        _, says, status, shown = cells
        used, names = "", TEST.findall(shown)
        for name in names:
            found = find(name)
            used += "".join(text_of(p) for p in found)
            if not found:
                self.say(here, f"{name} does not exist")
        if status in ("done", "decided") and not names:
            self.say(here, f"{status}, but no test is named")
        if status == "constraint" and not any(n.startswith("err/") for n in names):
            self.say(here, "a constraint names its test of tests/compiler/err")
        for name in FUNCTION.findall(says):
            if not re.search(rf"\b{name}\b", self.declared):
                self.say(here, f"{name} is no keyword and in no header of include/")
            if status == "done" and used and not re.search(rf"\b{name}\b", used):
                self.say(here, f"no test of the row uses {name}")

    def whole(self):
        """What concerns all pages: the number of paragraphs, functions nobody calls, err tests
        nobody names."""
        total = re.search(
            r"has (\d+) sections with numbered paragraphs, (\d+) paragraphs",
            re.sub(r"\s+", " ", read(INDEX)),
        )
        if not total or (int(total.group(1)), int(total.group(2))) != (
            len(self.sections),
            self.paragraphs,
        ):
            self.say(
                "docs/spec/upc-1.3.md",
                f"the pages have {len(self.sections)} sections and {self.paragraphs} paragraphs",
            )
        sources = [
            p
            for end in ("upc", "c", "h", "py")
            for p in glob.glob(os.path.join(ROOT, "tests", "**", "*." + end), recursive=True)
        ]
        tests = "".join(re.sub(r"/\*.*?\*/|//[^\n]*", "", read(p), flags=re.S) for p in sources)
        # Tests spell families of functions by ## and by type letters: upc_all_reduce##T.
        pasted = re.findall(r"\b(upc_\w+?)\s*##", tests)
        for name, header in sorted(declared_functions().items()):
            if not re.search(rf"\b{name}\s*\(", tests) and not any(
                name.startswith(p) for p in pasted
            ):
                self.say(header, f"no test calls {name}")
        for path in sorted(glob.glob(os.path.join(ROOT, "tests", "compiler", "err", "*"))):
            if "err/" + os.path.basename(path) not in self.tests:
                self.say("tests/compiler/err/" + os.path.basename(path), "no page names it")


def main():
    checker = Checker()
    for path in PAGES:
        checker.page(path)
    checker.whole()
    return outcome(
        "spec",
        checker.problems,
        f"{checker.rows} rows for {checker.paragraphs} paragraphs, {len(checker.problems)}"
        " problems",
    )


if __name__ == "__main__":
    sys.exit(main())
