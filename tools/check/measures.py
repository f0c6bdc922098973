#!/usr/bin/env python3
"""Measures of coupling and of prose. Offences that are known stand in ratchet.txt; they may only
fall.

  members    a class has at most 30 members, functions and data
  spread     the members of a class are defined in at most 3 files
  folder     a folder holds at most 25 files
  function   a function has at most 60 lines
  declare    a declaration has one declarator
  comma      no statement is a comma expression; in tests neither, but for those that are about
             forms of programs (tests/compiler, tests/upc/6.x_programs_*)
  width      prose, Python and shell have at most 100 columns (tables aside), code what clang-format
             gives
  sentence   a sentence of a comment or a page has at most 25 words
  head       a source file opens with prose
  word       a word that a file head defines behind `Vocabulary` stands in docs/glossary.md

--ratchet writes ratchet.txt anew (tools/check/support/ratchet.py says what it may hold), --show
RULE prints every offence of a rule."""

import collections
import os
import re
import sys

from support import cxx, prose, ratchet, tree
from support.outcome import outcome

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ratchet.txt")
MEMBERS, FILES_OF_CLASS, FILES_OF_FOLDER, FUNCTION = 30, 3, 25, 60
WORDS, COLUMNS, CODE_COLUMNS = 25, 100, 120
ALLOWED = {
    "members": MEMBERS,
    "spread": FILES_OF_CLASS,
    "folder": FILES_OF_FOLDER,
    "function": FUNCTION,
}
LIMITS = {
    "members": "{} members of a class, at most " + str(MEMBERS),
    "spread": "members defined in {} files, at most " + str(FILES_OF_CLASS),
    "folder": "{} files in a folder, at most " + str(FILES_OF_FOLDER),
    "function": "{} lines of a function, at most " + str(FUNCTION),
    "declare": "{} declarations of several names",
    "comma": "{} statements that are comma expressions",
    "width": "{} lines are too wide, at most " + str(COLUMNS) + " columns",
    "sentence": "{} sentences of more than " + str(WORDS) + " words",
    "head": "{} files do not open with prose",
    "word": "{} words of the head's vocabulary are not in docs/glossary.md",
}
CODE = (
    "base/",
    "runtime/",
    "conduits/",
    "compiler/",
    "frontends/",
    "tools/",
    "include/",
    "stubs/",
    "bench/",
)
# Programs in the style of other people: that is what they are for.
STRANGERS = "bench/unseen/"
# Programs that are held to `comma` alone.
PROGRAMS = ("tests/upc/", "tests/shmem/", "tests/races/", "examples/")
FORMS = "tests/upc/6.x_programs_"
FOLDERS = CODE + ("tests/e2e", "tests/unit", "tests/runner", "tests/conduit", "tests/support")
PROSE = CODE + (
    "tests/runner/",
    "tests/e2e/",
    "tests/unit/",
    "tests/conduit/",
    "cmake/",
    "docs/",
    "packaging/",
)
C_ENDINGS = (".cc", ".h", ".c", ".def")
PAGES = (
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "STYLE.md",
    "CHANGELOG.md",
)


def kind_of(path):
    if path.endswith(C_ENDINGS):
        return "c"
    if path.endswith(".upc") and path.startswith("bench/") and not path.startswith(STRANGERS):
        return "c"
    return {".py": "py", ".md": "md"}.get(os.path.splitext(path)[1])


def is_shell(path):
    ending = os.path.splitext(path)[1]
    return ending in ("", ".sh", ".in") and re.match(r"#!.*\b(ba)?sh\n", tree.read(path))


class Measure:
    def __init__(self):
        self.found, self.places = collections.Counter(), []
        self.spread = collections.defaultdict(set)
        self.glossary = glossary()

    def add(self, rule, name, number=1, where=""):
        if number:
            self.found[rule, name] += number
            self.places.append((rule, where or name, number))

    def code(self, path, text):
        top, name = path.split("/")[0], os.path.basename(path)
        bare = cxx.bare(text)
        for of, count in cxx.classes(bare):
            if count > MEMBERS:
                self.found["members", f"{top}/{of}"] = max(
                    count, self.found["members", f"{top}/{of}"]
                )
                self.places.append(("members", f"{path} {of}", count))
        for of in cxx.member_definitions(bare):
            self.spread[f"{top}/{of}"].add(path)
        for of, length in cxx.functions(text.split("\n")):
            if length > FUNCTION:
                self.add("function", f"{name}:{of}", length, path)
        if not path.endswith(".def"):
            declare, comma = cxx.several_in_one(bare)
            self.add("declare", name, declare, path)
            self.add("comma", name, comma, path)

    def commas(self, path, text):
        self.add("comma", os.path.basename(path), cxx.several_in_one(cxx.bare(text))[1], path)

    def prose(self, path, text, kind):
        name = os.path.basename(path)
        lines = text.split("\n")
        wide = {
            "c": (
                lambda line: len(line) > CODE_COLUMNS
                or len(line) > COLUMNS
                and re.match(r"\s*(//|/\*|\*( |/|$))", line)
            ),
            "py": lambda line: len(line) > COLUMNS,
            "md": (
                lambda line: len(line) > COLUMNS
                and not line.lstrip().startswith("|")
                and " " in line.strip()
            ),
        }[kind]
        for number, line in enumerate(lines, 1):
            if wide(line):
                self.add("width", name, 1, f"{path}:{number}")
        for sentence in prose.long_sentences(text, kind, WORDS):
            self.add(
                "sentence", name, 1, f"{path}: {len(sentence)} words: {' '.join(sentence[:12])} ..."
            )
        if (
            kind != "md"
            and not path.endswith("__init__.py")
            and not prose.opens_with_prose(text, kind)
        ):
            self.add("head", name, 1, path)
        if kind == "c":
            for word in prose.vocabulary(text):
                if not in_glossary(word, self.glossary):
                    self.add("word", name, 1, f"{path}: {word}")

    def shell(self, path):
        for number, line in enumerate(tree.read(path).split("\n"), 1):
            if len(line) > COLUMNS:
                self.add("width", os.path.basename(path), 1, f"{path}:{number}")

    def folders(self, paths):
        count = collections.Counter(os.path.dirname(p) for p in paths if p.startswith(FOLDERS))
        for folder, number in count.items():
            if number > FILES_OF_FOLDER:
                self.add("folder", folder, number)
        for of, files in self.spread.items():
            if len(files) > FILES_OF_CLASS:
                self.add("spread", of, len(files))


def glossary():
    """Words of docs/glossary.md, in the singular."""
    path = os.path.join(tree.ROOT, "docs", "glossary.md")
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as f:
        entries = re.findall(r"^\*\*(.+?)\*\*", f.read(), re.M)
    return {
        singular(word.strip("` ").lower())
        for entry in entries
        for word in re.split(r", | / ", entry)
    }


def singular(word):
    return re.sub(r"(?<=[^s])s$", "", word)


def in_glossary(word, known):
    return singular(word) in known


def is_program(path):
    return (
        path.startswith(PROGRAMS)
        and path.endswith((".upc", ".c", ".cc", ".h"))
        and not path.startswith(FORMS)
    )


def measure():
    result, paths = Measure(), tree.files()
    for path in paths:
        kind = kind_of(path)
        if is_program(path):
            result.commas(path, tree.read(path))
        if is_shell(path):
            result.shell(path)
            continue
        if not kind or not (path.startswith(PROSE) or path in PAGES):
            continue
        text = tree.read(path)
        if kind == "c" and path.startswith(CODE) and not path.startswith(STRANGERS):
            result.code(path, text)
        elif kind == "c" and path.startswith("tests/"):
            result.commas(path, text)
        result.prose(path, text, kind)
    result.folders(paths)
    return result


def main():
    result, words = measure(), sys.argv[1:]
    if words[:1] == ["--show"]:
        shown = [(where, number) for rule, where, number in result.places if rule in words[1:]]
        print("\n".join(f"{where} ({number})" for where, number in shown))
        return 0
    total = ", ".join(
        f"{number} {rule}" for rule, number in sorted(ratchet.sums(result.found, ALLOWED).items())
    )
    if "--ratchet" in words:
        return outcome(
            "measures",
            ratchet.rewrite(LIST, result.found, ALLOWED, "./dev check --ratchet"),
            f"ratchet.txt: {total}",
        )
    problems = ratchet.grown(ratchet.read(LIST), result.found, LIMITS)
    if problems:
        print(
            "measures: hint: tools/check/measures.py --show RULE lists offences; after files were "
            "split or renamed: ./dev check --ratchet",
            file=sys.stderr,
        )
    return outcome("measures", problems, f"{len(problems)} problems; known offences: {total}")


if __name__ == "__main__":
    sys.exit(main())
