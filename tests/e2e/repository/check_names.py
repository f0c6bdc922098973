"""tools/check/names.py: options, variables and paths of a page that exist pass, each other one is
named."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

shutil.copytree(f"{SOURCE}/tools/check", "p/tools/check")
for source in (
    "base/config.def",
    "compiler/diag/diagnostics.def",
    "compiler/driver/line/options.def",
    "compiler/unit/passes.def",
    "runtime/start/gupc_options.cc",
    "tools/run/cli/mpi_options.cc",
    "tools/run/cli/options.cc",
):
    os.makedirs(os.path.dirname(f"p/{source}"), exist_ok=True)
    shutil.copy(f"{SOURCE}/{source}", f"p/{source}")

for text, wrong in (
    ("`POLDER_TIMEOUT`, `POLDER_*`, `upcrun --timeout 3 --bind core`", None),
    ("`POLDER_TIMEOUTS`", "no variable or macro POLDER_TIMEOUTS"),
    ("`upcrun --no-such-thing`", "no option --no-such-thing"),
    ("`upcrun --map-by core`, of mpirun", None),
    ("`-fupc-rotate`, `-fno-upc-passes`, `-fupc-threads=4`, `-fupc-threads-4`", None),
    ("`-fupc-turn`", "no option -f upc-turn"),
    ("`-Wno-upc-barrier-line`, `-Werror=upc-barrier-line`", None),
    ("`-Wupc-barrier-colour`", "no warning upc-barrier-colour"),
    ("(tools/check/names.py)", None),
    ("(docs/guide/gone.md)", "docs/guide/gone.md is not there"),
):
    for page, form in (("docs/page.md", text), ("docs/man/page.1", text.replace("-", "\\-"))):
        write(f"p/{page}", form + "\n")
        result = run(sys.executable, "p/tools/check/names.py", status=None)
        said = [line for line in (result.out + result.err).splitlines() if f"{page}:1" in line]
        os.remove(f"p/{page}")
        if wrong is None:
            check(not said, f"passes: {text!r}", said)
        elif "/" not in wrong or page.endswith(".md"):
            check(len(said) == 1 and wrong in said[0], f"is found: {text!r}", result)
print("pass")
