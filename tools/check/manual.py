#!/usr/bin/env python3
"""The man pages are complete and true.

upcc(1) and upcrun(1) name every option and variable: those of upcrun's table, of base/config.def,
Polder's own of upcc and its warnings. Each header has a page in section 3 that names all its types,
constants and functions, and whose synopsis declares each function as the header does. Functions
that differ in a letter share a line: `upc_all_reduce<T>`, with the comment
    .\\" family <T> TYPE: C|signed char, UC|unsigned char
which says what stands for <T>, and for TYPE in the same declaration.
"""

import itertools
import os
import re
import sys

from support import program_words, tree
from support.outcome import outcome

sys.path.insert(0, os.path.join(tree.ROOT, "tools", "support"))

import library  # noqa: E402

NO_PAGE = {
    "upc_relaxed.h",
    "upc_strict.h",
    "gcc-upc.h",
    "intrinsics.h",
    "bupc_namespace.h",
}  # they declare nothing of their own


def programs():
    """Pages of section 1: [(page, name that is missing)], and how many were looked for."""
    upcrun, upcc = (tree.read(f"docs/man/{n}.1").replace("\\-", "-") for n in ("upcrun", "upcc"))
    wanted = [
        (upcrun, "upcrun.1", name)
        for name in re.findall(r'^POLDER_SETTING\(\w+, "(\w+)"', tree.read("base/config.def"), re.M)
    ]
    wanted += [
        (upcrun, "upcrun.1", name)
        for name in re.findall(
            r'^\s*\{"(--?[\w-]+)", Action', tree.read("tools/run/cli/options.cc"), re.M
        )
    ]
    without_fonts = re.sub(r"\\f[BIR]", "", upcrun)
    wanted += [(without_fonts, "upcrun.1", "-" + name) for name in program_words.mpi_options()]
    options = tree.read("compiler/driver/line/options.def")
    own = options.partition("Polder's own")[2].partition("-dumpspecs")[0]
    wanted += [
        (upcc, "upcc.1", name)
        for name in re.findall(r'^OPTION\("(--[\w-]+)=?"', own, re.M)
        if name != "--threads"
    ]
    wanted += [(upcc, "upcc.1", name) for name in program_words.warnings()]
    return {f"{page}: {name} is missing" for text, page, name in wanted if name not in text}, len(
        wanted
    )


def squeezed(declaration):
    """Without the spaces that mean nothing."""
    return re.sub(r" ?([*(),;\[\]]) ?", r"\1", " ".join(declaration.split()))


def families(page):
    """<T> -> (the word that changes with it, [(what <T> is, what the word is)])."""
    found = {}
    for code, word, members in re.findall(r'^\.\\" family (<\w+>) (\w+): (.*)$', page, re.M):
        found[code] = word, [
            tuple(m.strip() for m in member.split("|")) for member in members.split(",")
        ]
    return found


def expanded(declaration, known):
    codes = [code for code in known if code in declaration]
    for members in itertools.product(*(known[code][1] for code in codes)):
        text = declaration
        for code, (name, type_) in zip(codes, members):
            text = re.sub(rf"\b{known[code][0]}\b", type_, text.replace(code, name))
        yield text


def plain(page):
    """The text without requests and fonts."""
    text = re.sub(r"\\f[BIR]", "", page).replace("\\-", "-").replace("\\e", "\\")
    return re.sub(r'^\.[A-Z]+ |"', "", text, flags=re.M)


def header_page(name, header):
    include, name = name, library.page_of(name)
    path = f"docs/man/{name}.3"
    if not os.path.exists(os.path.join(tree.ROOT, path)):
        return {f"{name}.3: there is no page for <{include}>"}
    page = tree.read(path)
    synopsis = page.partition(".SH SYNOPSIS\n")[2].partition(".SH DESCRIPTION")[0]
    synopsis = re.sub(r"/\*.*?\*/", "", plain(re.sub(r"^\..*", "", synopsis, flags=re.M)))
    declared = {
        squeezed(text)
        for d in synopsis.split(";")
        for text in expanded(d, families(page))
        if d.strip()
    }
    problems = {
        f"{name}.3: the synopsis lacks '{declaration};'"
        for declaration in header.functions.values()
        if declaration and squeezed(declaration) not in declared
    }
    of_header = {squeezed(d) for d in header.functions.values()}
    problems |= {
        f"{name}.3: '{d};' is not in the header"
        for d in declared
        if "(" in d and d not in of_header
    }
    names = (
        [n for n, d in header.functions.items() if not d]
        + header.types
        + [c for c in header.constants if c not in header.aliases]
    )
    words = set(re.findall(r"\w+", plain(page)))
    return problems | {f"{name}.3: {n} is missing" for n in names if n not in words}


def main():
    problems, count = programs()
    for name, header in library.headers(os.environ.get("CC", "cc")).items():
        if name not in NO_PAGE:
            problems |= header_page(name, header)
            count += len(header.names())
    return outcome("manual", sorted(problems), f"{count} names, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
