"""ctest lists the tests of tests/run.py and runs one of them; a skipped one is skipped there,
too."""

# requires: ctest
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import re  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

RUN = (sys.executable, os.path.join(SOURCE, "tests/run.py"), "--build", BUILD)
names = run(*RUN, "--list").out.split("\n")[:-1]
check(len(names) == len(set(names)), "names are unique")
listed = run("ctest", "-N", cwd=BUILD).out
known = re.findall(r"^ +Test +#\d+: (.*)$", listed, re.M)
here = set(names) | {
    n for n in known if "e2e" in n
}  # ctest lists the long ones, too, where it is told to
check(
    set(names) <= set(known) and set(known) <= here,
    "ctest -N",
    sorted(set(names) ^ set(known))[:20],
)
base = [os.path.basename(n) for n in names if n.startswith("tests/e2e/")]
check(
    len(base) == len(set(base)),
    "two scripts of one name",
    sorted(n for n in base if base.count(n) > 1),
)

one = next(n for n in names if n.startswith("tests/compiler/ok/"))
result = run("ctest", "-R", f"^{re.escape(one)}$", cwd=BUILD)
check("100% tests passed" in result.out and one in result.out, "one test", result)
result = run(*RUN, "--exactly", one)
check("1 passed, 0 failed" in result.out, "the same by the runner", result)
result = run(*RUN, "--exactly", "tests/nothing", status=1)
check("0 passed, 0 failed" in result.out, "a test that is not there", result)
skipped = next((n for n in names if "clang" in n and n.endswith("races_clang.py")), None)
if skipped:
    result = run(
        *RUN,
        "--exactly",
        skipped,
        status=77,
        env={"PATH": os.path.dirname(sys.executable) + ":/nowhere"},
    )
    check("1 tests skipped" in result.out, "a test that cannot run", result)
print("pass")
