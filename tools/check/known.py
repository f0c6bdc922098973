#!/usr/bin/env python3
"""Lists of known offences name files and folders that exist. An entry of one that is gone would let
a new file of that name begin with its offences."""

import os
import sys

from support import ratchet, tree
from support.outcome import outcome

LISTS = ("tools/check/ratchet.txt", "tools/tidy/known.txt")
OF_CLASSES = ("members", "spread")


def main():
    paths = tree.files()
    names = {os.path.basename(p) for p in paths} | {os.path.dirname(p) for p in paths}
    entries = [
        (of, rule, name.split(":")[0])  # of a function: FILE:NAME
        for of in LISTS
        for rule, name in ratchet.read(os.path.join(tree.ROOT, of))
        if rule not in OF_CLASSES
    ]
    problems = [
        f"{of}: {rule} of {name}, which does not exist"
        for of, rule, name in entries
        if name not in names
    ]
    return outcome("known", problems, f"{len(entries)} entries, {len(problems)} problems")


if __name__ == "__main__":
    sys.exit(main())
