#!/usr/bin/env python3
"""Pages for users name options and variables that exist: README.md, CHANGELOG.md, the guide and
other pages of docs, and the man pages.

  POLDER_NAME              a setting, or a word of a source: a macro, a variable of ./dev or tests
  -fupc-NAME, -fno-upc-NAME
                           an option of upcc, or a pass
  -Wupc-NAME, -Wno-upc-NAME, -Werror=upc-NAME
                           a warning
  --NAME                   an option that a source of a program of ours has, or one of FOREIGN

A path that is not between backticks, as in CHANGELOG.md, exists (docs.py has those that are).
"""

import os
import re
import sys

from support import program_words, tree
from support.outcome import outcome

SOURCES = (
    "base/",
    "bench/",
    "cmake/",
    "compiler/",
    "conduits/",
    "frontends/",
    "include/",
    "runtime/",
    "tests/",
    "tools/",
)
PROGRAMS = ("tools/", "compiler/driver/", "bench/", "tests/", "cmake/", "base/config.def")
FOREIGN = {"--rm", "--signal"}  # of docker and sbatch
VARIABLE = re.compile(r"(?<![\w/])POLDER_[A-Z][A-Z0-9_]*\b(?!\*|\.H )")
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
SWITCH = re.compile(r"(?<![\w-])-f(?:no-)?(upc-[a-z]+(?:-[a-z]+)*)")
WARNING = re.compile(r"(?<![\w-])-W(?:no-)?(?:error=|no-error=)?(upc-[a-z][a-z0-9-]*)")
PATH = re.compile(
    r"(?<![\w`/.<-])((?:docs|tests|tools|runtime|compiler)/[\w./-]+\.(?:md|py|h|cc|upc))"
)


def is_page(path):
    pages = path.startswith("docs/") and path.endswith((".md", ".1", ".3"))
    return pages or path in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md")


def switches():
    """What may stand behind -f and -fno-: options of upcc and of programs, and passes."""
    table = tree.read("compiler/driver/line/options.def")
    options = re.findall(r'"-f(?:no-)?(upc-[a-z-]+[a-z])', table)
    passes = re.findall(r'^PASS\(\w+, "([\w-]+)"', tree.read("compiler/unit/passes.def"), re.M)
    programs = re.findall(r'"-f(upc-[a-z-]+[a-z])"', tree.read("runtime/start/gupc_options.cc"))
    return {*options, *programs, "upc-passes", *(f"upc-{name}" for name in passes)}


def known():
    """Words of sources: variables, and options of programs."""
    variables, options = set(), set()
    for path in tree.files():
        if path == "dev" or path.startswith(SOURCES):
            text = tree.read(path)
            variables.update(VARIABLE.findall(text))
            if path == "dev" or path.startswith(PROGRAMS):
                options.update(OPTION.findall(text))
    return variables, options | {"--" + name for name in program_words.mpi_options()} | FOREIGN


def lines(path):
    """Lines with their numbers; of a manual page without the marks of fonts and hyphens."""
    for number, line in enumerate(tree.read(path).split("\n"), 1):
        yield number, re.sub(r"\\f[BIR]", "", line).replace("\\-", "-")


def main():
    variables, options = known()
    kinds = (
        (VARIABLE, variables, "variable or macro"),
        (OPTION, options, "option"),
        (SWITCH, switches(), "option -f"),
        (WARNING, set(program_words.warnings()), "warning"),
    )
    problems, count = [], 0
    for path in filter(is_page, tree.files()):
        for number, line in lines(path):
            for pattern, there, kind in kinds:
                named = pattern.findall(line)
                count += len(named)
                problems += [
                    f"{path}:{number}: there is no {kind} {name}"
                    for name in named
                    if name not in there
                ]
            problems += [
                f"{path}:{number}: {name} is not there"
                for name in PATH.findall(line)
                if not os.path.exists(os.path.join(tree.ROOT, name))
            ]
    return outcome("names", problems, f"{count} names, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
