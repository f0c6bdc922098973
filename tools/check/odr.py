#!/usr/bin/env python3
"""The one-definition rule among named types: a namespace that two files share has each type once.
Two of one name link without a word, and each file works with its own. Only a program that is
optimised when it is linked is told (gcc -flto, -Wodr)."""

import collections
import re
import sys

from support import tree
from support.outcome import outcome

TYPE = re.compile(
    r"(?:struct|class|union|enum(?: class)?)(?: \[\[\w+\]\])? (\w+)(?: final)?(?: : [^;{]*)? \{"
)
LINKED_TOGETHER = ("base", "runtime", "conduits", "frontends", "tools", "compiler")


def types_of(path):
    """(qualified name, line) of types that other files may mean: not those of unnamed
    namespaces."""
    open_spaces = []
    with open(f"{tree.ROOT}/{path}", encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            space = re.match(r"(?:inline )?namespace(?: ([\w:]+))? \{", line)
            if space and "}" not in line:
                open_spaces.append(space[1])
            elif re.match(r"\} // namespace", line) and open_spaces:
                open_spaces.pop()
            found = TYPE.match(line)
            if found and open_spaces and None not in open_spaces:
                yield "::".join(open_spaces + [found[1]]), number


def main():
    places = collections.defaultdict(list)
    for path in tree.files():
        if path.endswith((".cc", ".h")) and path.split("/")[0] in LINKED_TOGETHER:
            for name, number in types_of(path):
                places[name].append(f"{path}:{number}")
    problems = [
        f"{name} is defined at {' and at '.join(at)}"
        for name, at in sorted(places.items())
        if len(at) > 1
    ]
    return outcome("odr", problems, f"{len(places)} types, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
