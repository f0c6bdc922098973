# Loaded by gdb for programs upcc built with -g, or by hand:
# source PREFIX/share/gdb/auto-load/polder-gdb.py. The extension itself is the package polder_gdb in
# PREFIX/share/polder/gdb; docs/guide/debugging.md is its manual.
import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))
for _folder in (
    os.path.normpath(os.path.join(_here, "..", "..", "polder", "gdb")),
    _here,
):  # installed; in the source tree
    if os.path.isdir(os.path.join(_folder, "polder_gdb")) and _folder not in sys.path:
        sys.path.insert(0, _folder)
import polder_gdb  # noqa: E402,F401  importing it registers everything
