"""In the version for one thread, arrays that names alone lead to are pointers that do not overlap.
So sums stay in registers, and loops are vectors at -O2, as in C. Where something else may lead to
an array, nothing is promised."""

# sanitize: no, instrumented code is other code
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

HEAD = """
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>
enum { N = 64 };
shared [N] double a[N * THREADS], b[N * THREADS];
shared [N] struct { double x; } points[N * THREADS];
double *view;
shared [N] double *walker;
double other(int i);
double own(int i) { return sqrt(i); }
double reads(int i) { return b[i]; }
double follows(int i) { return view[i]; }
"""
# By name, what the loop does: whether all is known of its arrays.
LOOPS = {
    "plain": ("a[i] += b[i];", True),
    "rounded": ("a[i] = sqrt(b[i]) + own(i);", True),
    "printed": ('a[i] = b[i]; printf("%g\\n", a[i]);', True),
    "waiting": ("upc_barrier; a[i] = b[i];", True),
    "longs": ("a[i] = b[i] + of_long[i];", True),
    "reading": ("sum += a[i];", False),  # nothing is written
    "pointing": ("a[i] = view[i];", False),
    "walking": ("a[i] = walker[i];", False),
    "calling": ("a[i] = other(i);", False),
    "naming": ("a[i] = reads(i);", False),
    "following": ("a[i] = follows(i);", False),
    "addressing": ("view = (double *)&a[i]; b[i] = 0;", False),
    "copying": ("a[i] = 1; memcpy(view, view + 1, 8);", False),
    "members": ("points[i].x = a[i];", False),
    "characters": ("a[i] = of_char[i];", False),
    "assembly": ('a[i] = b[i]; __asm__ volatile("" ::: "memory");', False),
}
write(
    "loops.upc",
    HEAD
    + "".join(
        f"double {name}(int n, long *of_long, char *of_char) {{ double sum = 0; int i;"
        f" upc_forall(i = 0; i < n; i++; &a[i]) {{ {text} }} return sum; }}\n"
        for name, (text, _) in LOOPS.items()
    ),
)
told = upcc("-O2", "--trans", "loops.upc", "-o", "-").out
for name, (text, known) in LOOPS.items():
    check((f"polder_r1_{name}(" in told) == known, f"{name}: {text}", told[-2000:])
for options in (("-O1",), ("-O2", "-fno-upc-one-thread"), ("-O2", "-T", "2")):
    check("polder_r1_" not in upcc(*options, "--trans", "loops.upc", "-o", "-").out, str(options))

# What main was given leads to no array. A parameter of a function that main calls may.
for name, call, known in (("given", "atoi(words[1])", True), ("called", "first(view)", False)):
    write(
        f"{name}.upc",
        HEAD
        + "double first(double *of) { double x; memcpy(&x, of, sizeof x); return x; }\n"
        + "int main(int count, char **words) {"
        + f" for (int i = 0; i < N; i++) {{ a[i] = i; b[i] = {call}; }} return 0; }}\n",
    )
    told = upcc("-O2", "--trans", f"{name}.upc", "-o", "-").out
    check(("polder_r1_main(" in told) == known, f"main: {call}", told[-2000:])

# A matrix product: no store in its inner loop.
write(
    "product.upc",
    """
#include <upc_relaxed.h>
enum { N = 64 };
shared [N] double a[N * THREADS][N], b[N * THREADS][N], c[N * THREADS][N];
void product(void) {
    int i, j, k;
    upc_forall(i = 0; i < N; i++; &c[i][0]) for (j = 0; j < N; j++)
        for (k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j];
}
""",
)
for level in ("-O2", "-O3"):
    upcc(level, "-g0", "-S", "product.upc", "-o", "product.s")
    body = re.search(r"\npolder_1_product:(.*?)\n\s*\.size", read("product.s"), re.S)[1]
    loops = re.split(r"\n\.L\w+:", body)
    inner = [part for part in loops if re.search(r"\bv?f?mul|fmadd|fmla", part)]
    check(inner, "there is a loop", body)
    for part in inner:
        head = part[: re.search(r"\n\s+(j|b\.)n?e\b", part).start()]
        stores = re.findall(r"\n\s+(?:v?mov[a-z]*\s+%xmm\d+, [-\d]*\(|str\s)", head)
        check(not stores, f"{level}: the inner loop stores", part)
print("pass")
