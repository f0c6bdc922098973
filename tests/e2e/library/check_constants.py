"""Constant indexes beyond a shared array, and lengths of upc_mem* beyond an object, are warned
about as in C, and switched off as in C."""

import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

if not shutil.which("gcc"):
    skip("gcc is not there")
GCC = {"POLDER_CC": "gcc"}

write(
    "wrong.upc",
    """#include <upc.h>
shared [] int a[10];
shared [2] int b[2*THREADS];
int buffer[4];
int main(void) {
    int local[4];
    upc_memget(local, a, 5 * sizeof(int));
    upc_memput(a, buffer, 5 * sizeof(int));
    upc_memget(local + 1, a, 4 * sizeof(int));
    upc_memset(&a[8], 0, 3 * sizeof(int));
    upc_memcpy(b, &a[8], 3 * sizeof(int));
    a[10] = local[0] + local[1];
    shared [] int *p = upc_alloc(4 * sizeof(int));
    p[4] = 1;
    return local[3];
}
""",
)
EXPECTED = {
    7: "-Wstringop-overflow",
    8: "-Wstringop-overread",
    9: "-Wstringop-overflow",
    10: "-Wstringop-overflow",
    11: "-Wstringop-overread",
    12: "-Warray-bounds",
    14: "-Warray-bounds",
}


def warned(text):
    """Lines with their warnings, in order; one line may have several."""
    return [
        (int(line.split(":")[1]), line.rsplit("[", 1)[1].rstrip("]").split("=")[0])
        for line in text.splitlines()
        if ": warning: " in line
    ]


result = upcc("-O2", "-Wall", "-c", "wrong.upc", env=GCC)
said = warned(result.err)
check(
    sorted(said) == sorted(EXPECTED.items()),
    "other warnings than in C, or one said twice",
    said,
    result,
)
check(
    "upc_memget" in result.err and "polder_" not in result.err,
    "other names than the user's",
    result,
)
result = upcc(
    "-O2",
    "-Wall",
    "-Wno-stringop-overflow",
    "-Wno-stringop-overread",
    "-Wno-array-bounds",
    "-c",
    "wrong.upc",
    env=GCC,
)
check(not result.err, "they are not switched off", result)

write(
    "right.upc",
    """#include <upc.h>
struct grows { int n; double data[]; };
shared [] int a[10];
shared [3] int b[30*THREADS];
shared int c[3*THREADS];
shared double m[THREADS][5];
int main(void) {
    int local[30];
    shared [3] int *end = &b[30*THREADS];
    shared [] int *last = &a[10];
    upc_memget(local, &c[MYTHREAD], 3 * sizeof(int));
    upc_memget(local, b, 30 * sizeof(int));
    upc_memget(local, &b[3*(THREADS-1)], 30 * sizeof(int));
    upc_memget(local, a, 10 * sizeof(int));
    upc_memset(&c[THREADS - 1], 0, 3 * sizeof(int));
    upc_memcpy(&a[5], a, 5 * sizeof(int));
    shared [] struct grows *g = upc_alloc(sizeof(struct grows) + 4 * sizeof(double));
    for (int i = 0; i < 4; i++) g->data[i] = i;
    shared int *spread = upc_all_alloc(THREADS, 2 * sizeof(int));
    spread[2*THREADS - 1] = local[0] + local[29];
    shared [2] int *blocks = upc_global_alloc(THREADS, 2 * sizeof(int));
    blocks[THREADS] = 2;
    m[THREADS-1][4] = end - b + (last - a);
    return 0;
}
""",
)
for flags in (
    ["-O2", "-Wall", "-Wextra"],
    ["-Wall"],
    ["-O3", "-Wall"],
    ["-O2", "-Wall", "-T", "4"],
    ["-O2", "-Wall", "-T", "1"],
):
    result = upcc(*flags, "-c", "right.upc", env=GCC)
    check(not warned(result.err), f"{flags}: a correct program is warned about", result)
print("pass")
