#!/usr/bin/env python3
"""docs/spec/openshmem-1.6.md is true: it has a row for every routine that <shmem.h> declares, and
none for others. The tests it names exist, and use the routines of their row.

TYPE in a row stands for the names of the specification's types, SIZE for numbers of bits. A test
uses a routine if the text of the test has the routine's name. Tests are written once for all types;
there the name has `##N##` for TYPE, or `##B` for SIZE.
"""

import os
import re
import subprocess
import sys

from support import tree
from support.outcome import outcome

PAGE = "docs/spec/openshmem-1.6.md"
NAME = re.compile(r"`((?:shmem|start|_my|_num|sh)\w*)`")
TYPES = (
    "float double longdouble char schar short int long longlong uchar ushort uint ulong "
    "ulonglong int8 int16 int32 int64 uint8 uint16 "
    "uint32 uint64 size ptrdiff complexd complexf"
).split()
TYPED = re.compile(
    r"^(shmem_(?:ctx_)?)(?:%s)(_\w+)$" % "|".join(sorted(TYPES, key=len, reverse=True))
)
SIZED = re.compile(
    r"^(shmem_(?:ctx_)?(?:i|ib)?(?:put|get)|shmem_(?:alltoalls?|broadcast|f?collect))"
    r"(?:8|16|32|64|128)((?:_\w+)?)$"
)
DECLARED = re.compile(
    r"\b((?:shmem_|start_pes|_my_pe|_num_pes|shmalloc|shfree|shrealloc|shmemalign)\w*)" r"\s*\("
)


def family(name):
    """The name as the page writes it."""
    for pattern, word in ((TYPED, "TYPE"), (SIZED, "SIZE")):
        found = pattern.match(name)
        if found:
            return found[1] + word + found[2]
    return name


def declared():
    include = os.path.join(tree.ROOT, "include")
    command = [
        os.environ.get("CC", "cc"),
        "-E",
        "-P",
        "-I",
        include,
        os.path.join(include, "shmem.h"),
    ]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {family(name) for name in DECLARED.findall(text)}


def uses(text, name):
    """One macro writes the forms with a context and without. The ends of names tell all, any,
    some."""
    forms = {name, name.replace("TYPE", "##N##")}
    forms |= {name.replace("SIZE", "##B##").rstrip("#"), name.replace("SIZE", "##B")}
    forms |= {re.sub("TYPE|SIZE", kind, name) for kind in [*TYPES, "8", "16", "32", "64", "128"]}
    plain = {form.replace("shmem_ctx_", "shmem_") for form in forms}
    return any(form in text for form in forms | plain)


def main():
    problems, rows = set(), {}
    for number, line in enumerate(tree.read(PAGE).splitlines(), 1):
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) < 5 or not cells[1].startswith("`"):
            continue
        where = f"{PAGE}:{number}"
        test = cells[3].strip("`")
        places = (f"tests/shmem/{test}", f"tests/{test}")
        path = next((p for p in places if os.path.exists(os.path.join(tree.ROOT, p))), None)
        if not path:
            problems.add(f"{where}: there is no test {test}")
            continue
        text = tree.read(path)
        for name in NAME.findall(cells[1]):
            rows[name] = where
            if not uses(text, name):
                problems.add(f"{where}: {path} does not use {name}")
    names = declared()
    problems |= {f"{PAGE}: {name} has no row" for name in names - set(rows)}
    problems |= {f"{rows[name]}: <shmem.h> does not declare {name}" for name in set(rows) - names}
    return outcome(
        "openshmem", sorted(problems), f"{len(names)} routines, {len(problems)} problems"
    )


if __name__ == "__main__":
    sys.exit(main())
