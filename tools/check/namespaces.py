#!/usr/bin/env python3
"""A namespace a folder: names of one folder meet no others, and a use shows the folder.

The most special row of SPACES holds for a folder and all below it. `{}` stands for the folder right
below the row. Two kinds of rows share a namespace on purpose:

  vocabulary  base, conduits, core and segment are `polder` itself. Every second line of the others
              speaks of a status, a setting, a thread or a global address. A prefix would say
              nothing there. What implements a conduit stands behind its table of functions, and
              nobody else names it.
  programs    a program of several folders (upcc, upcrun, polder) is one namespace. Nothing else is
              linked with it, and its folders do not hide from each other.

A block may lie deeper than its row says. A block of another folder's namespace may hold nothing but
forward declarations. Only types that a public header declares for C, polder_NAME, lie in none."""

import re
import sys

from support import tree
from support.outcome import outcome

SPACES = {
    "base": "polder",
    "conduits": "polder",
    "runtime": "polder::{}",
    "runtime/core": "polder",
    "runtime/segment": "polder",
    "runtime/coll/shm": "polder::coll::shm",
    "frontends": "polder::{}",
    "compiler": "polder::cc",
    "tools/machine": "polder::machine",
    "tools/polder": "polder::tool",
    "tools/run": "polder::run",
}
OPENED = re.compile(r"(?:inline )?namespace(?: ([\w:]+))? \{")
CLOSED = re.compile(r"\} // namespace")
FORWARD = re.compile(r"(?:struct|class|union|enum class) \w+;$|//|$")
TYPE = re.compile(
    r"(?:struct|class|union|enum(?: class)?) (?:\[\[\w+\]\] )?(?!polder_)\w+[^;()]*\{$"
)


def space_of(path):
    """The namespace of the names of a file; None: it is in no row."""
    parts = path.split("/")
    for n in range(len(parts) - 1, 0, -1):
        space = SPACES.get("/".join(parts[:n]))
        if space:
            return space.format(parts[n])
    return None


def lies_in(block, space):
    """Whether a block of that qualified name is one of the row's, or lies in one."""
    if block == space:
        return True
    others = {s for s in map(space_of, FILES) if s and s.startswith(space + "::")}
    below_other = any((block + "::").startswith(o + "::") for o in others)
    return block.startswith(space + "::") and not below_other


def blocks(lines):
    """(line, qualified name, lines inside) of each named block. A type outside of all is a block
    without a name. clang-format names the end of a block that is not short."""
    opened = []  # [name, line, lines that are in this block itself]
    for number, line in enumerate(map(str.rstrip, lines), 1):
        if found := OPENED.match(line):
            opened.append([found[1] or "", number, []])
        elif opened and (CLOSED.match(line) or line == "}" and forward(opened[-1][2])):
            name = "::".join(b[0] for b in opened if b[0])
            _, at, inside = opened.pop()
            if name:
                yield at, name, inside
        elif opened:
            opened[-1][2].append(line)
        elif line.startswith('extern "C" {'):
            return  # what follows is of C, as is what names it
        elif TYPE.match(line):
            yield number, "", [line]


def forward(inside):
    """Whether the lines of a block are forward declarations alone."""
    return all(map(FORWARD.match, inside))


def problems_of(path):
    space = space_of(path)
    with open(f"{tree.ROOT}/{path}", encoding="utf-8") as file:
        found = list(blocks(file))
    for at, name, inside in found:
        if not lies_in(name, space) and not forward(inside):
            where = f"are in {name}" if name else "are in no namespace"
            yield f"{path}:{at}: names {where}, those of this folder belong into {space}"


FILES = [p for p in tree.files() if p.endswith((".cc", ".h")) and space_of(p)]


def main():
    problems = [p for path in FILES for p in problems_of(path)]
    return outcome("namespaces", problems, f"{len(FILES)} files, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
