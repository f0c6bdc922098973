#!/usr/bin/env python3
"""The compiler names what it uses of the runtime by the constants of compiler/abi, never in a
string literal. So a misspelt name does not compile. The list is include/polder/abi.def."""

import re
import sys

from support import tree
from support.outcome import outcome

LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def listed():
    rows = tree.read("include/polder/abi.def")
    kinds = "FUNCTION|ATOMIC|CHECK|LIBRARY|TYPE|STRUCT|DEFINED|OBJECT|CONSTANT|SECTION"
    return {
        "polder_" + name
        for name in re.findall(rf"^(?:{kinds})\((\w+)", rows, re.M)
        if name != "name"
    }


def code(line):
    """Without its comment, as far as that starts the line or follows code."""
    return re.sub(r"(?:^|\s)//.*", "", line)


def main():
    names, problems = listed(), []
    for path in tree.files():
        if (
            not path.startswith("compiler/")
            or path.startswith("compiler/abi/")
            or not path.endswith((".cc", ".h"))
        ):
            continue
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            for literal in LITERAL.findall(code(line)):
                for name in set(re.findall(r"polder_\w+", literal)) & names:
                    problems.append(
                        f"{path}:{number}: {name} in a literal; write abi::{name[7:]}"
                        " (compiler/abi/abi.h)"
                    )
    return outcome("abi names", problems, f"{len(problems)} names of the ABI in string literals")


if __name__ == "__main__":
    sys.exit(main())
