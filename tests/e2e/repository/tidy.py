"""./dev tidy reports what .clang-tidy asks for, each finding once, and nothing that is known."""

# sanitize: no, nothing is built
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import json  # noqa: E402
import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

if not any(shutil.which(f"clang-tidy-{version}") for version in range(17, 26)):
    skip("needs clang-tidy-17 or later")
shutil.copytree(f"{SOURCE}/tools/tidy", "p/tools/tidy")
shutil.copytree(f"{SOURCE}/tools/check/support", "p/tools/check/support")
shutil.copy(f"{SOURCE}/.clang-tidy", "p/.clang-tidy")
os.unlink("p/tools/tidy/known.txt")
write(
    "p/base/number.h",
    "#pragma once\n#include <cstdint>\ninline int twice(int x) { return 2 * x; }\n",
)
write("p/base/unused.h", "#pragma once\ninline int thrice(int x) { return 3 * x; }\n")
write(
    "p/base/a.cc",
    """#include "number.h"
#include "unused.h"
std::int64_t pick(int a, int b) {
    if (a == 1)
        return twice(a);
    else if (b == 1)
        return twice(a);
    return a * b;
}
""",
)
here = os.path.abspath("p")
write(
    "p/build/compile_commands.json",
    json.dumps(
        [{"directory": here, "file": f"{here}/base/a.cc", "command": "c++ -std=c++20 -c base/a.cc"}]
    ),
)
TIDY = (sys.executable, "p/tools/tidy/tidy.py", "--build", "p/build")
result = run(*TIDY, status=1)
check(
    result.out.count("base/a.cc:2: included header unused.h") == 1,
    "an include that nothing uses",
    result,
)
check(
    "bugprone-branch-clone" in result.out and "bugprone-easily" not in result.out, "checks", result
)
check("no header providing" not in result.out, "what comes by way of another header", result)
run(*TIDY, "--known")
check("0 of files with new ones" in run(*TIDY).out, "what is known is no problem")
check(
    len(read("p/tools/tidy/known.txt").splitlines()) == 4,
    "the list",
    read("p/tools/tidy/known.txt"),
)
write(
    "p/base/a.cc",
    read("p/base/a.cc")
    + "int more(int a) { if (a == 1) return 1; else if (a == 2) return 1; return 0; }\n",
)
result = run(*TIDY, "base/a.cc", status=1)
check("bugprone-branch-clone" in result.out and "unused.h" not in result.out, "one more", result)
print("pass")
