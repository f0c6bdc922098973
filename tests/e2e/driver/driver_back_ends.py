"""Every gcc and clang that is installed works underneath: hello with optimisation, debug
information and warnings, on every mapping."""

# sanitize: no, other compilers bring other sanitizers
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import glob  # noqa: E402
import re  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

names = {
    os.path.basename(p)
    for d in os.environ["PATH"].split(":")
    for p in glob.glob(d + "/gcc*") + glob.glob(d + "/clang*")
}
compilers = sorted(n for n in names if re.fullmatch(r"(gcc|clang)(-\d+)?", n))
if not compilers:
    skip("no gcc or clang in PATH")
write("hello.upc", HELLO)
write(
    "gathered.upc",
    """#include <upc.h>
#include <bupc_collectivev.h>
int main(void)
{
    int all[THREADS];
    bupc_allv_gather_all(int, MYTHREAD, all);
    return all[MYTHREAD] - MYTHREAD;
}
""",
)
write(
    "limits.c",
    "#include <limits.h>\n#include <stdatomic.h>\n#include <math.h>\n#include <pthread.h>\n"
    "int x = INT_MAX;\n",
)
for compiler in compilers:
    for flags in (["-O0", "-g3"], ["-O2", "-Wall", "-Wextra"], ["-O3", "-std=c11", "-fPIE"]):
        result = upcc(f"--cc={compiler}", *flags, "hello.upc", "-o", "hello")
        check(not result.err, "warnings for a clean program", result)
        check_hello("./hello", threads=2)
    result = upcc(f"--cc={compiler}", "-Wall", "-Wextra", "-c", "gathered.upc")
    check(not result.err, "warnings for a macro of the library whose value nobody wants", result)
    upcc(f"--cc={compiler}", "-c", "limits.c")
    check(run(UPCC, "-c", "limits.c", env={"POLDER_CC": compiler}).err == "", "POLDER_CC")
    version = upcc(f"--cc={compiler}", "--version").out
    check(version.startswith("upcc (Polder) "), "--version", version)
    print(compiler, "good")
print("pass")
