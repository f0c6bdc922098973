#!/usr/bin/env python3
"""Writes a link page for each function that a page of docs/man documents, so that `man
upc_all_reduceI` finds upc_collective.h(3):

links.py [--cc CC] FOLDER     FOLDER/upc_all_reduceI.3 with ".so man3/upc_collective.h.3", and so on
"""

import argparse
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))

import library  # noqa: E402

SAME = {
    "upc_relaxed.h": "upc.h",
    "upc_strict.h": "upc.h",
    "intrinsics.h": "upc_cray.h",
}  # headers that are on another one's page


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cc", default="cc")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)
    for header, page in SAME.items():
        with open(os.path.join(arguments.folder, header + ".3"), "w", encoding="utf-8") as f:
            f.write(f".so man3/{page}.3\n")
    for name, header in library.headers(arguments.cc).items():
        page = library.page_of(name) + ".3"
        if not os.path.exists(os.path.join(library.ROOT, "docs", "man", page)):
            continue
        for function in header.functions:
            with open(os.path.join(arguments.folder, function + ".3"), "w", encoding="utf-8") as f:
                f.write(f".so man3/{page}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
