"""tools/check/known.py: entries of known offences are of files and folders that exist."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

shutil.copytree(f"{SOURCE}/tools/check", "p/tools/check")
write("p/base/heap.cc", "int heap;\n")


def known(measured, tidied, status=0):
    write("p/tools/check/ratchet.txt", "# Known offences: rule, number, name.\n" + measured)
    write("p/tools/tidy/known.txt", "# Known offences: rule, number, name.\n" + tidied)
    return run(sys.executable, "p/tools/check/known.py", status=status)


known("width 1 heap.cc\nfolder 30 base\nmembers 40 base/Heap\n", "misc-include-cleaner 1 heap.cc\n")
known("function 70 heap.cc:heap_take\nspread 4 base/Heap\n", "")
for measured, tidied, gone in (
    ("width 1 shape.cc\n", "", "tools/check/ratchet.txt: width of shape.cc"),
    ("folder 30 runtime\n", "", "tools/check/ratchet.txt: folder of runtime"),
    ("function 70 shape.cc:f\n", "", "tools/check/ratchet.txt: function of shape.cc"),
    ("", "misc-include-cleaner 1 shape.cc\n", "tools/tidy/known.txt: misc-include-cleaner of sha"),
):
    result = known(measured, tidied, status=1)
    check(gone in result.err and "1 problems" in result.out, gone, result)
print("pass")
