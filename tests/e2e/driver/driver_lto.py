"""Link-time optimisation: units compiled with -flto and without, private data, initialisers,
upc_forall and libraries, with gcc and clang."""

import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "main.upc",
    """
#include <stdio.h>
#include <upc.h>
extern shared [4] int a[16 * THREADS];
extern int g;
int f(int);
static int q = 3, *pq = &q;
shared int *shared where = 0;
strict shared int flag;
int main(void) {
    g = MYTHREAD;
    *pq += g;
    upc_forall (int i = 0; i < 16 * THREADS; i++; &a[i]) a[i] = f(i);
    if (MYTHREAD == THREADS - 1) flag = 7;
    upc_barrier;
    int sum = 0;
    for (int i = 0; i < 16 * THREADS; i++) sum += a[i];
    int expected = 0;
    for (int i = 0; i < 16 * THREADS; i++) expected += i * (i / 4 % THREADS);
    if (sum != expected || q != 3 + MYTHREAD || g != MYTHREAD || flag != 7) {
        printf("FAIL %d %d %d\\n", sum, expected, q);
        return 1;
    }
    if (!MYTHREAD) puts("pass");
    return 0;
}
""",
)
write(
    "other.upc",
    "#include <upc.h>\nshared [4] int a[16 * THREADS];\nint g = 5;\n"
    "int f(int i) { static int calls; calls++; return i * g + 0 * calls; }\n",
)
compilers = [c for c in ("gcc", "clang", "clang-16") if shutil.which(c)]
for compiler in compilers:
    environment = {"POLDER_CC": compiler}
    for flags in (("-flto", "-O2"), ("-flto", "-O2", "-g"), ("-flto", "-O3"), ("-flto", "-O0")):
        for unit in ("main", "other"):
            upcc(*flags, "-c", f"{unit}.upc", "-o", f"{unit}.o", env=environment)
        upcc(*flags, "main.o", "other.o", "-o", "program", env=environment)
        for shape in (("-n", "1"), ("-n", "4"), ("-n", "4", "-p", "2")):
            check(upcrun(*shape, "program").out == "pass\n", f"{compiler} {flags} {shape}")
    upcc("-O2", "-c", "other.upc", "-o", "other.o", env=environment)  # a unit without
    upcc("-flto", "-O2", "main.o", "other.o", "-o", "program", env=environment)
    check(upcrun("-n", "3", "program").out == "pass\n", f"{compiler}: mixed units")
    upcc("-flto", "-O2", "main.upc", "other.upc", "-o", "program", env=environment)
    check(
        upcrun("--nodes", "2", "-n", "4", "program").out == "pass\n", f"{compiler}: several nodes"
    )
