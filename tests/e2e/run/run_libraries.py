"""Private and shared data of UPC code in shared libraries: a copy for each thread on every mapping,
with pointers between modules."""

# sanitize: not thread (it does not see what orders threads of several processes)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

for n in "12":
    write(
        f"part{n}.upc",
        r"""
#include <upc.h>
int counter@ = 7, *pointer@ = &counter@;
static int zero@[100000];
shared int seen@[THREADS];
int bump@(void) { zero@[99999] += 2; ++*pointer@; seen@[MYTHREAD] = counter@; return zero@[99999]; }
""".replace("@", n),
    )
write(
    "main.upc",
    r"""
#include <upc.h>
#include <stdio.h>
extern int counter1, *pointer1, counter2;
int bump1(void), bump2(void);
extern shared int seen1[THREADS];
int mine = 3, **through = &pointer1, *other = &counter2;
int main(void)
{
    int zeros = 0;
    for (int i = 0; i <= MYTHREAD; i++) { zeros = bump1() + bump2(); mine++; }
    upc_barrier;
    printf("%d: %d %d %d %d %d %d %d\n", MYTHREAD, counter1, **through, counter2, *other, zeros,
           mine, seen1[(MYTHREAD + 1) % THREADS]);
    return 0;
}
""",
)
for n in "12":
    upcc("-O2", "-fPIC", "-shared", f"part{n}.upc", "-o", f"libpart{n}.so")
for options in ([], ["-O2"], ["-no-pie"], ["-fPIC"]):
    upcc(*options, "main.upc", "-L.", "-lpart1", "-lpart2", "-Wl,-rpath,$ORIGIN", "-o", "main")
    for threads in (1, 4, 7):
        for processes in sorted({1, min(2, threads), threads}):
            result = upcrun("-n", str(threads), "-p", str(processes), "./main")
            wanted = []
            for t in range(threads):
                right = (t + 1) % threads
                wanted.append(
                    f"{t}: {8 + t} {8 + t} {8 + t} {8 + t} {4 * (t + 1)} {4 + t} {8 + right}"
                )
            check(
                sorted(result.out.split("\n")[:-1]) == wanted,
                f"{options} {threads} threads, {processes} processes",
                result,
            )

# UPC code that arrives after the start is refused
write(
    "late.c",
    r"""
#include <dlfcn.h>
int load(void) { return dlopen("./libpart1.so", RTLD_NOW) != 0; }
""",
)
upcc("-x", "c", "-c", "late.c")
write("loads.upc", "#include <upc.h>\nint load(void);\nint main(void) { return load(); }\n")
upcc("loads.upc", "late.o", "-rdynamic", "-ldl", "-o", "loads")
result = upcrun("-n", "2", "./loads", status=1)
check("link it to the program" in result.err, "dlopen of UPC code", result)
print("pass")
