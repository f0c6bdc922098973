"""What a loop writes to another node. Adjacent elements leave as puts of up to 64 KiB, with as many
messages as a copy by hand. Loops whose writes go by buffers give what they give without, in all
shapes. These are reads of the same elements, pointers that overlap, nests, steps and conditions."""

# sanitize: not thread (processes)
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

OPERATION = re.compile(r"^polder: conduit: node 0: (get|put|put_signal) to", re.MULTILINE)
N = 16384

write(
    "count.upc",
    r"""
#include <upc_relaxed.h>
#include <stdio.h>
#include <string.h>
enum { N = """
    + str(N)
    + r""" };
shared [N] double a[N * THREADS], b[N * THREADS];
int main(int words, char **word) {
    const char *what = word[1];
    shared [] double *there = (shared [] double *)&a[N * (THREADS - 1)];
    upc_barrier;
    if (MYTHREAD == 0) {
        const int first = N * (THREADS - 1), end = N * THREADS;
        if (!strcmp(what, "array")) for (int i = first; i < end; i++) a[i] = i;
        if (!strcmp(what, "pointer")) for (int i = 0; i < N; i++) there[i] = i;
        if (!strcmp(what, "pairs"))
            for (int i = first; i < end; i += 2) {
                a[i] = i;
                a[i + 1] = -i;
            }
        if (!strcmp(what, "nest"))
            for (int i = first / 16; i < end / 16; i++)
                for (int j = 0; j < 16; j++) a[16 * i + j] = j;
        if (!strcmp(what, "update")) for (int i = first; i < end; i++) a[i] += 1;
        if (!strcmp(what, "two")) for (int i = first; i < end; i++) { a[i] = i; b[i] = 2 * i; }
        if (!strcmp(what, "part")) for (int i = first; i < end; i++) if (i % 2) a[i] = i;
    }
    upc_barrier;
    return 0;
}
""",
)

write(
    "same.upc",
    r"""
#include <upc_relaxed.h>
#include <stdio.h>
enum { B = 96, N = 24 * B };
shared [B] long a[N * THREADS], b[N * THREADS];
shared [B] unsigned char c[N * THREADS];
shared [B] struct { int p; long q; } s[N * THREADS];
shared int cyclic[N * THREADS];
shared long total[THREADS];
static unsigned long sum;
static long all(void) { return (long)N * THREADS; }
static void add(unsigned long v) { sum = sum * 6364136223846793005UL + v + 1442695040888963407UL; }
static long half(long v) { return v / 2; }
static long looks(long i) { return a[i]; }

static void copy(shared [] long *to, shared [] long *from, int n)
{
    for (int i = 0; i < n; i++) to[i] = from[i] + 1;
}
static void shift(shared [] long *to, shared [] long *from, int n)
{
    for (int i = 0; i < n; i++) {
        to[i] = from[i];
        to[i] += from[i + 1];
    }
}
static void drain(shared [] long *to, shared [] long *from, int n)
{
    for (int i = 0; i < n; i++) to[0] += from[i];
}

static void loops(int w, long k) {
    const long n = all();
    for (long i = 0; i < n; i++) a[i] = i * k;
    for (long i = 0; i < n; i++) a[i] += half(i);
    for (long i = 0; i + 2 < n; i++) a[i + 2] = a[i + 1] + a[i] / 3;
    for (long i = 1; i + 1 < n; i++) b[i] = a[i - 1] ^ a[i + 1];
    for (long i = 0; i + 1 < n; i += 2) { b[i] = b[i + 1] - k; b[i + 1] = b[i] * 2; }
    for (long i = 0; i + 3 < n; i += 3) { b[i] = i; b[i + 2] = k; }
    for (long i = 0; i < n / 16; i++) for (int j = 0; j < 16; j++) b[16 * i + j] += j * i;
    for (long i = 0; i < n / 16; i++) for (int j = 0; j < 16; j += 2) b[16 * i + j] = j - i;
    for (long i = 0; i < n / 16; i++) for (int j = 15; j >= 0; j--) a[16 * i + j] = j + i;
    for (long i = 0; i < n; i++) c[i] = (unsigned char)(a[i] + w);
    for (long i = 0; i < n; i++) { c[i]++; if (i % 5 == 0) continue; b[i] -= c[i]; }
    for (long i = 0; i < n; i++) if (i % 7) a[i] = b[i];
    for (long i = 0; i < n; i++) { a[i] = i; a[i] = a[i] > 40 ? a[i] - 1 : looks(i); }
    for (long i = 0; i < n; i++) { a[i] = k; b[i] = looks(i / 2); }
    for (long i = 0; i < n; i++) { s[i].p = (int)i; s[i].q = k; }
    for (long i = 0; i < n; i++) s[i].q += s[i].p;
    for (long i = 0; i < n; i++) b[i] = cyclic[i] + b[n - 1 - i];
    for (long i = 0; i < n; i++) { b[i] = k + i; cyclic[i] = (int)b[i]; }
    for (long i = n - 1; i >= 0; i--) b[i] = b[i] * 3 + i;
    for (long i = 0; i < n; i++) { a[i] = i; if (i == n - 100) break; }
    for (long i = 0; i < n; i++) a[i % B] = i + k;
    for (long i = MYTHREAD; i < n; i += THREADS) cyclic[i] += (int)i;
    for (long i = (MYTHREAD + 1) % THREADS; i < n; i += THREADS) cyclic[i] ^= (int)(i * k);
    for (int t = 0; t < THREADS; t++) {
        shared [] long *mine = (shared [] long *)&a[t * B], *other = (shared [] long *)&b[t * B];
        copy(mine, other, B);
        copy(mine, mine, B);
        copy(mine + 1, mine, B - 1);
        copy(mine, mine + 5, B - 5);
        copy(mine + 40, mine, B - 40);
        shift(other, mine, B - 1);
        shift(mine + 3, mine, B - 3);
        drain(mine, other, B);
        drain(mine + 7, mine, B);
    }
}

int main(void) {
    for (int round = 0; round < 2; round++)
        for (int w = 0; w < THREADS; w++) { /* one at a time, so that there is one result */
            if (w == MYTHREAD) loops(w, 3 + round * 7 + w);
            upc_barrier;
            for (long i = 0; i < all(); i += 5) {
                add((unsigned long)a[i] ^ (unsigned long)b[i] << 7);
                add((unsigned long)c[i] + (unsigned long)s[i].q + (unsigned long)cyclic[i]);
            }
            upc_barrier;
        }
    total[MYTHREAD] = (long)sum;
    upc_barrier;
    if (MYTHREAD == 0) for (int t = 0; t < THREADS; t++) printf("%ld\n", total[t]);
}
""",
)

upcc("-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "count.upc", "-o", "count")
upcc("-O2", "-fno-upc-passes", "count.upc", "-o", "each")


def operations(program, what, **environment):
    said = upcrun(
        "--nodes",
        "2",
        "-n",
        "2",
        program,
        what,
        env={
            "POLDER_CONDUIT": "smp",
            "POLDER_HOOKS": "trace",
            "POLDER_CACHE_WAIT": "0",
            **environment,
        },
    ).err
    counts = {"get": 0, "put": 0}
    for kind in OPERATION.findall(said):
        counts["get" if kind == "get" else "put"] += 1
    return counts


PUTS = N * 8 // 65536
SLACK = 2  # of a barrier's own, and the first write behind a fence, which is not kept
for what, puts, gets in (
    ("array", PUTS, 0),
    ("pointer", PUTS, 0),
    ("pairs", PUTS, 0),
    ("nest", PUTS, 0),
    ("update", PUTS, N * 8 // 8192),
    ("two", 4 * PUTS, 0),
):
    counts = operations("./count", what)
    check(counts["put"] <= puts + SLACK, f"{what}: {counts}, expected {puts} puts of up to 64 KiB")
    check(counts["get"] <= gets, f"{what}: {counts}, expected at most {gets} gets")
check(
    operations("./each", "array", POLDER_CACHE="0")["put"] >= N,
    "without cache and optimiser each write is a put",
)
check(operations("./count", "part")["put"] >= N // 4, "what the program does not write is not sent")

upcc("-O2", "-fwrapv", "same.upc", "-o", "all")
upcc("-O0", "-fwrapv", "-fno-upc-passes", "same.upc", "-o", "plain")
for threads in ("2", "3"):
    expected = upcrun("-n", threads, "./plain").out
    runs = [
        ([], {}),
        ([], {"POLDER_FAR_TEST": "1"}),
        ([], {"POLDER_FAR_TEST": "1", "POLDER_CACHE": "0"}),
        ([], {"POLDER_FAR_TEST": "1", "POLDER_CACHE": "1k"}),
        (["--nodes", threads], {"POLDER_CONDUIT": "smp"}),
        (["--nodes", threads], {"POLDER_CONDUIT": "smp", "POLDER_CACHE": "0"}),
        (
            ["--nodes", "2", "--per-node", "1"],
            {"POLDER_CONDUIT": "smp", "POLDER_NODE_PLACE": "apart"},
        ),
    ]
    for words, environment in runs:
        result = upcrun("-n", threads, *words, "./all", env=environment)
        check(result.out == expected, f"{words} {environment}: expected\n{expected}", result)
print("pass")
