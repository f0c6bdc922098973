"""tools/check/layers.py: an include of a folder below passes, one of a folder above is named,
however it is spelled. What lies outside of the tree is no file of ours."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

shutil.copytree(f"{SOURCE}/tools/check", "p/tools/check")
run("git", "init", "-q", "p")
write("p/runtime/team/team.h", "")
write("p/runtime/core/job.h", "")
write("outside.h", "")
write("p/bench/unseen/unseen.h", "")

for path, included, wrong in (
    ("runtime/team/a.cc", '"runtime/core/job.h"', False),
    ("runtime/team/a.cc", '"team.h"', False),
    ("runtime/team/a.cc", '"../core/job.h"', False),
    ("runtime/core/a.cc", '"runtime/team/team.h"', True),
    ("runtime/core/a.cc", '"../team/team.h"', True),
    ("runtime/core/a.cc", "<string>", True),
    ("runtime/core/a.cc", "<cstring>", False),
    ("bench/unseen/a.c", '"../outside.h"', False),
    ("bench/unseen/a.c", '"../../../outside.h"', False),
    ("bench/unseen/a.c", '"unseen.h"', False),
):
    write(f"p/{path}", f"#include {included}\n")
    run("git", "-C", "p", "add", "-A")
    result = run(sys.executable, "p/tools/check/layers.py", status=None)
    said = [line for line in result.err.splitlines() if path in line]
    check(bool(said) == wrong, f"{path} includes {included}: wrong is {wrong}", result)
    check((result.status == 0) == (not said), "exit status and problems agree", result)
    os.remove(f"p/{path}")
