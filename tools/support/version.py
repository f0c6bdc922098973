"""The version of Polder. It stands in one place, the project command of CMakeLists.txt."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROJECT = re.compile(r"^project\(polder VERSION (\d+\.\d+\.\d+)\b", re.M)


def version(root=ROOT):
    with open(os.path.join(root, "CMakeLists.txt"), encoding="utf-8") as f:
        return PROJECT.search(f.read())[1]


def soname(root=ROOT):
    """Before 1.0 each minor version may change what generated code calls."""
    major, minor, _ = version(root).split(".")
    return f"libpolder.so.{major}.{minor}" if major == "0" else f"libpolder.so.{major}"
