"""What the linker finds is said in the program's words: no main, a shared variable defined in two
sources; -fcommon merges."""

import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write("part.upc", "#include <upc.h>\nshared int total;\nvoid add(int n) { total += n; }\n")
write(
    "main.upc",
    """
#include <stdio.h>
#include <upc.h>
shared int total;
void add(int n);
int main(void)
{
    if (MYTHREAD == THREADS - 1) add(7);
    upc_barrier;
    if (total != 7) return 1;
    if (!MYTHREAD) puts("pass");
    return 0;
}
""",
)

linkers = [()] + [
    (f"-fuse-ld={name}",) for name in ("gold", "lld", "mold") if shutil.which(f"ld.{name}")
]
for linker in linkers:
    result = upcc(*linker, "part.upc", "-o", "program", status=None)
    check(
        result.status > 0
        and "no source of the program defines 'main'" in result.err
        and "hint:" in result.err,
        f"{linker}: no main",
        result,
    )
    check("polder_user_main" not in result.err, f"{linker}: names the runtime's function", result)

    result = upcc(*linker, "main.upc", "part.upc", "-o", "program", status=None)
    check(
        result.status > 0
        and "total" in result.err
        and "hint:" in result.err
        and "extern" in result.err,
        f"{linker}: two definitions",
        result,
    )
    check(
        "main.upc" in result.err and "part.upc" in result.err,
        f"{linker}: does not name both sources",
        result,
    )

upcc("-fcommon", "main.upc", "part.upc", "-o", "program")
for shape in (("-n", "1"), ("-n", "3"), ("-n", "4", "-p", "2"), ("-n", "2", "--nodes", "2")):
    check(upcrun(*shape, "program").out == "pass\n", f"-fcommon, {shape}")

write("unknown.upc", "#include <upc.h>\nint nowhere(void);\nint main(void) { return nowhere(); }\n")
result = upcc("unknown.upc", "-o", "program", status=None)
check(
    result.status > 0
    and "nowhere" in result.err
    and "unknown.upc" in result.err
    and "defines 'main'" not in result.err,
    "an undefined function",
    result,
)
