"""-fsanitize=address and -fsanitize=undefined with upcc: silent about a right program on threads,
and by the line about mistakes."""

# sanitize: no (programs have sanitizers of their own)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

import shutil  # noqa: E402

from runner.e2e import *  # noqa: E402,F403

write(
    "memory.upc",
    """#include <stdlib.h>
#include <upc.h>

shared int all[THREADS];
int table[4], place = 3, largest = 2147483647;

int main(void)
{
    int *mine = malloc(4 * sizeof *mine);
    for (int i = 0; i < 4; i++)
        mine[i] = table[i] + MYTHREAD;
    all[MYTHREAD] = mine[0];
    upc_barrier;
    int seen = all[(MYTHREAD + 1) % THREADS];
#ifdef FREED
    free(mine);
    seen = mine[1];
#elif defined OVERRUN
    seen = mine[place + 1];
    free(mine);
#elif defined OVERFLOW
    seen = largest + 1 + MYTHREAD;
    free(mine);
#else
    free(mine);
#endif
    return seen > THREADS;
}
""",
)
MISTAKES = (
    ("FREED", "address", "heap-use-after-free", 17),
    ("OVERRUN", "address", "heap-buffer-overflow", 19),
    ("OVERFLOW", "undefined", "signed integer overflow", 22),
)
tried = 0
for cc in filter(shutil.which, ("gcc", "clang")):
    write("probe.c", "int main(void) { return 0; }\n")
    if (
        run(cc, "-fsanitize=address,undefined", "probe.c", "-o", "probe", status=None).status
        or run("./probe", status=None).status
    ):
        continue
    tried += 1
    upcc(f"--cc={cc}", "-g", "-O1", "-fsanitize=address,undefined", "memory.upc", "-o", "right")
    result = run(UPCRUN, "-n", "3", "-p", "1", "./right")
    check(not result.out + result.err, f"{cc}: a right program is not silent", result)
    for macro, kind, text, line in MISTAKES:
        upcc(
            f"--cc={cc}",
            "-g",
            "-O1",
            f"-fsanitize={kind}",
            "-D" + macro,
            "memory.upc",
            "-o",
            "wrong",
        )
        result = run(UPCRUN, "-n", "3", "-p", "1", "./wrong", status=None)
        check(
            text in result.err and f"memory.upc:{line}" in result.err,
            f"{cc}: '{text}' at line {line} is missing",
            result,
        )
if not tried:
    skip("no compiler with sanitizers")
