#!/usr/bin/env python3
"""Pages speak of what is there.

Links between pages lead to a page and a heading. A path between backticks that begins with a folder
of the repository exists. A file that a page for contributors names without its folder exists in
some folder. An invariant names the check that holds it, behind `Held by`. A word of the glossary is
used somewhere else, and stands in the order of the alphabet.

Tables of the specification have a check of their own (spec.py), and measured tables are data.
"""

import glob
import os
import re
import sys

from support import tree
from support.outcome import outcome

ROOT = tree.ROOT
LINK = re.compile(r"\[[^\[\]]*\]\(([^()\s]+)\)")
FOLDERS = (
    "base|bench|compiler|conduits|docs|examples|frontends|include|packaging|runtime|stubs"
    "|tests|tools"
)
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./*-]+)`")
# `x.upc` and the like are examples.
FILE = re.compile(r"`((?:[\w.-]+/)*[\w.-]{3,}\.(?:h|cc|upc|py|def|map))`")
GLOSSARY = "docs/glossary.md"
SOURCES = (".md", ".cc", ".h", ".c", ".upc", ".def", ".py", ".1", ".3")
FOR_CONTRIBUTORS = (
    "docs/design/",
    GLOSSARY,
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "STYLE.md",
)


def pages():
    for path in tree.files():
        if path.endswith(".md") and not path.startswith(("docs/spec/", "tests/")):
            yield path


def read(path):
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```[^\n]*$", "", tree.read(path), flags=re.M | re.S)


def anchors(path):
    """The headings of a page, as they are linked to."""
    found = set()
    for title in re.findall(r"^#+ (.*)$", read(path), re.M):
        found.add(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-"))
    return found


def link_problem(page, target):
    path, _, heading = target.partition("#")
    if re.match(r"\w+:", target):
        return None
    there = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if not os.path.exists(os.path.join(ROOT, there)):
        return f"{page}: a link to {target}, which is not there"
    if heading and there.endswith(".md") and heading not in anchors(there):
        return f"{page}: {there} has no heading {heading}"
    return None


def path_problem(page, path):
    known = glob.glob(os.path.join(ROOT, path)) or glob.glob(os.path.join(ROOT, path + ".*"))
    return None if known else f"{page}: {path} is not there"


def file_problem(page, path, names):
    return None if os.path.basename(path) in names else f"{page}: there is no file {path}"


def invariant_problems(page, text):
    for paragraph in re.split(r"\n\s*\n", text):
        if "**Invariant" not in paragraph:
            continue
        held = paragraph.partition("Held by")[2]
        if not re.search(r"`(tests/|tools/check/|\./dev )", held):
            yield f"{page}: an invariant without `Held by` and a check: {paragraph[:60]!r}"


def plain(text):
    """Text in small letters, whose words have one space between them, beyond the ends of lines."""
    return re.sub(r"[ _-]+", " ", re.sub(r"\n\s*(?://|\*|#)?\s*", " ", text)).lower()


def unused_words():
    """Words of the glossary that stand in no other file."""
    if not os.path.exists(os.path.join(ROOT, GLOSSARY)):
        return []
    entries = re.findall(r"^\*\*(.+?)\*\*", read(GLOSSARY), re.M)
    missing = {word.strip("` ") for entry in entries for word in re.split(r", | / ", entry)}
    for path in tree.files():
        if path != GLOSSARY and path.endswith(SOURCES) and missing:
            with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as f:
                text = plain(f.read())
            missing = {word for word in missing if plain(word).removesuffix("s") not in text}
    return [f"{GLOSSARY}: nothing else uses the word {word}" for word in sorted(missing)]


def words_out_of_order():
    """Words of the glossary that stand behind a later one of their section."""
    if not os.path.exists(os.path.join(ROOT, GLOSSARY)):
        return []
    problems = []
    for section in read(GLOSSARY).split("\n## "):
        entries = [word.strip("`").lower() for word in re.findall(r"^\*\*(.+?)\*\*", section, re.M)]
        problems += [
            f"{GLOSSARY}: the word {word} stands behind {before}"
            for before, word in zip(entries, entries[1:])
            if word < before
        ]
    return problems


def main():
    links, paths = 0, 0
    problems = unused_words() + words_out_of_order()
    names = {os.path.basename(path) for path in tree.files()}
    for page in pages():
        text = read(page)
        targets, named = LINK.findall(text), PATH.findall(text)
        links, paths = links + len(targets), paths + len(named)
        problems += filter(None, (link_problem(page, target) for target in targets))
        problems += filter(None, (path_problem(page, path) for path in named))
        problems += invariant_problems(page, text)
        if page.startswith(FOR_CONTRIBUTORS):
            problems += filter(None, (file_problem(page, p, names) for p in FILE.findall(text)))
    return outcome("docs", problems, f"{links} links, {paths} paths, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
