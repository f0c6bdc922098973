"""-fupc-check of whole loops: what is right in all iterations is asked once, in front of the loop.

A mistake is found where it happens, in loops of every form, on every mapping. Right programs have
loops that only seem to leave their arrays. Counts say how many checks are left.
"""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

MAPPINGS = (["-p", "1"], ["-p", "4"], ["-p", "2"], ["--nodes", "2"])
HEAD = """#include <upc_relaxed.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 64, B = 8 };
struct s { int x; int in[3]; double y; };
typedef shared [] int *row_t;
typedef shared [] struct { int x[1 << 22]; } *huge_t;
shared [B] int a[N*THREADS], b[N*THREADS];
shared int c[N*THREADS], m[N][THREADS];
shared struct s r[THREADS];
shared [B] int *p;
shared int *q;
row_t own, *rows;
int column[N], n = N, first, zero;
static int less(int i) { return i - 1; }
static void drop(void) { if (own) upc_free(own); own = 0; }
int main(int words, char **word) {
    static row_t table[2];
    p = upc_all_alloc(N, B * sizeof(int));
    q = upc_all_alloc(N*THREADS, sizeof(int));
    own = upc_alloc(N * sizeof(int));
    rows = table;
    rows[0] = rows[1] = own;
    for (int i = 0; i < N; i++) column[i] = i;
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        int sum = 0, i, j;
        row_t mine = own;
        shared [B] int *at = p;
        (void)i, (void)j, (void)mine, (void)at;
        switch (words > 1 ? atoi(word[1]) : 0) {
"""
TAIL = """
        }
        first = sum;
    }
    upc_barrier;
    if (MYTHREAD == 0) puts("end");
    return 0;
}
"""
LINE = HEAD.count("\n") + 1

PLACES = {
    "mistake.upc:" + name: f"mistake.upc:{HEAD[:HEAD.index(text)].count(chr(10)) + 1}"
    for name, text in (
        ("Q", "    q = "),
        ("P", "    p = "),
        ("OWN", "    own = "),
        ("DROP", "static void drop"),
    )
}

# One line each; what the message says.
MISTAKES = [
    (
        "for (i = 0; i <= N*THREADS; i++) a[i] = i;",
        "index 256 is out of range in 'a': the array has 256 elements",
    ),
    (
        "for (i = 0; i < N*THREADS; i++) a[i] = b[i + 1];",
        "index 256 is out of range in 'b': the array has 256 elements",
    ),
    (
        "for (i = N; i >= 0; i--) c[i - 1] = i;",
        "index -1 is out of range in 'c': the array has 256 elements",
    ),
    (
        "for (i = 0; i < N; i++) for (j = 0; j <= THREADS; j++) m[i][j] = 1;",
        "index 4 is out of range in 'm[i]': the array has 4 elements",
    ),
    (
        "for (i = 0; i < N; i++) for (j = 0; j <= i; j += 3) sum += m[i - j + 1][0];",
        "index 64 is out of range in 'm': the array has 64 elements",
    ),
    (
        "for (i = 0; i < THREADS; i++) for (j = 0; j < 4; j++) r[i].in[j] = 1;",
        "index 3 is out of range in 'r[i].in': the array has 3 elements",
    ),
    (
        "for (i = 0; i < N; i++) sum += a[column[i] * 5];",
        "index 260 is out of range in 'a': the array has 256 elements",
    ),
    (
        "for (i = 0; i < 3 * N; i++) sum += a[2 * (i & 255)];",
        "index 256 is out of range in 'a': the array has 256 elements",
    ),
    (
        "for (unsigned u = 4; u < 8; u++) a[u - 5] = 1;",
        "index 4294967295 is out of range in 'a': the array has 256 elements",
    ),
    (
        "for (i = 0; i < n; i++) mine[i + 1] = 1;",
        "'mine[i+1]' (4 bytes) is beyond the block of 256 bytes that upc_alloc made at "
        "mistake.upc:OWN: at byte 256 of the 256",
    ),
    (
        "for (i = 0; i < n; i++) mine[less(i)] = 1;",
        "'mine[less(i)]' (4 bytes) lies 4 bytes before the block of 256 bytes",
    ),
    (
        "for (i = 0; i < N; i++) sum += mine[column[i] + 1];",
        "'mine[column[i]+1]' (4 bytes) is beyond the block of 256 bytes",
    ),
    (
        "for (i = 0; i <= N * B; i++) at[i] = 1;",
        "is beyond the block of 2048 bytes that upc_all_alloc made at mistake.upc:P: at byte "
        "512 of the 512 that thread 0 has of it",
    ),
    (
        "for (i = 0; i < N; i++) sum += at[column[i] * 9];",
        "is beyond the block of 2048 bytes that upc_all_alloc made at mistake.upc:P",
    ),
    (
        "for (i = 0; i <= N*THREADS; i++) q[i] = 1;",
        "is beyond the block of 1024 bytes that upc_all_alloc made at mistake.upc:Q",
    ),
    (
        "for (i = -1; i < N; i++) q[i] = 1;",
        "'q[i]' (4 bytes) lies 4 bytes before the block of 1024 bytes",
    ),
    (
        "for (i = 0; i < N; i++) { if (i == 7) drop(); sum += mine[i]; }",
        "'mine[i]' lies in memory that has been freed: the block of 256 bytes that upc_alloc "
        "made at mistake.upc:OWN and that was freed at mistake.upc:DROP",
    ),
    (
        "drop(); for (i = 0; i < N; i++) mine[i] = 1;",
        "'mine[i]' lies in memory that has been freed",
    ),
    (
        "mine = 0; for (i = 0; i < N; i++) mine[i] = 1;",
        "'mine[i]' is reached through a null pointer-to-shared",
    ),
    (
        "i = 0; while (i < n) { mine[i + 1] = i; i++; }",
        "'mine[i+1]' (4 bytes) is beyond the block of 256 bytes",
    ),
    (
        "upc_forall (i = 0; i <= N*THREADS; i++; continue) a[i] = 1;",
        "index 256 is out of range in 'a'",
    ),
    (
        "upc_forall (i = 0; i < N*THREADS; i++; &c[i]) c[i] = a[i + 1];",
        "index 256 is out of range in 'a'",
    ),
    (
        "for (i = 0; i < N; i++) { shared [5] int *d = (shared [5] int *)p; for (j = 0; j < 3 "
        "* N * B; j++) d[j] = 1; }",
        "is beyond the block of 2048 bytes",
    ),
    (
        "for (i = 0; i < 2; i++) for (j = 0; j <= N; j++) rows[i][j] = 1;",
        "'rows[i][j]' (4 bytes) is beyond the block of 256 bytes",
    ),
    (
        "for (long k = 0, end = N*THREADS + 1; k < end; k++) a[k] = 1;",
        "index 256 is out of range in 'a'",
    ),
    (
        "for (i = 0, j = 300; i < j; i++, j--) b[2 * i] = 1;",
        "index 256 is out of range in 'b'",
    ),
    # 2^40 elements of 2^24 bytes.
    (
        "{ huge_t h = (huge_t)mine; for (long k = 0; k < 1L << (n - 24); k++) h[k].x[0] = 1; }",
        " the block of 256 bytes",
    ),
]

CASES = "\n".join(f"        case {n}: {mistake[0]} break;" for n, mistake in enumerate(MISTAKES))
write("mistake.upc", HEAD + CASES + TAIL)
LEVELS = [["-O2"], ["-O3", "-T", "4"], ["-O1"]]
for number, flags in enumerate(LEVELS):
    upcc("-fupc-check", *flags, "mistake.upc", "-o", f"mistake{number}")
for number, (statement, wanted) in enumerate(MISTAKES):
    for name, place in PLACES.items():
        wanted = wanted.replace(name, place)
    for mapping in MAPPINGS if LONG else [MAPPINGS[number % len(MAPPINGS)]]:
        program = number % len(LEVELS)
        result = upcrun("-n", "4", *mapping, f"./mistake{program}", str(number), status=None)
        said = f"mistake.upc:{LINE + number}: " in result.err and wanted in result.err
        what = f"{statement} {LEVELS[program]} {mapping}"
        check(result.status == 1 and said, f"{what}: '{wanted}' is not said", result)

# Loops that only seem to leave their arrays: conditions, early ends, empty loops.
RIGHT = [
    "for (i = 0; i < N; i++) if (i > 0) sum += mine[i - 1];",
    "for (i = 0; i < N; i++) sum += i ? a[i - 1] : 0;",
    "for (i = 0; ; i++) { if (i == N) break; mine[i] = 1; }",
    "for (i = 0; i < 1000; i++) { if (i == n) break; mine[i] = a[i]; }",
    "for (i = 0; i < zero; i++) a[i + 1000] = mine[i - 1000];",
    "for (i = 5; i < zero; i++) for (j = 0; j < 10; j++) a[1000 * j] = 1;",
    "for (i = 0; i < N && mine[i] >= 0; i++) sum++;",
    "for (i = N*THREADS; i-- > 0; ) b[i] = 1;",
    "for (i = N - 1; i >= 0; i--) mine[i] = q[N - 1 - i];",
    "for (i = 0; i < N; i++) for (j = i + 1; j < N; j++) sum += mine[j - i - 1] + a[j];",
    "for (unsigned long u = 3; u < 1000000; u += 7) sum += a[u % (N*THREADS)] + mine[u & (N - "
    "1)] + c[u >> 13];",
    "for (i = 0; i < N * B; i++) at[i] = i;",
    "at += 5; for (i = -5; i < N * B - 5; i++) sum += at[i];",
    "upc_forall (i = 0; i < N*THREADS; i++; &c[i]) c[i] = a[i] + q[i];",
    "for (i = 0; i < N; i++) { mine[i] = 1; if (i == N - 1) { drop(); mine = 0; } }",
    "for (i = MYTHREAD; i < N*THREADS; i += THREADS) q[i] += c[i];",
    "for (i = 0; i < THREADS; i++) for (j = 0; j < 3; j++) r[i].in[j] = r[i].x = j;",
    "for (shared [B] int *w = p; w < p + N * B; w++) *w = 1;",
]

# One program has all.
STATEMENTS = "\n".join("        " + s for s in RIGHT)
write("right.upc", HEAD + "        default:\n" + STATEMENTS + TAIL)
for number, flags in enumerate((["-O1"], ["-O3"], ["-O2", "-T", "4"])):
    upcc("-fupc-check", *flags, "right.upc", "-o", "right")
    for mapping in MAPPINGS if LONG or flags == ["-O3"] else [MAPPINGS[number]]:
        result = upcrun("-n", "4", *mapping, "./right", status=None)
        right = result.status == 0 and result.out == "end\n"
        check(right, f"{flags} {mapping}: a correct program fails", result)

# How many checks run in these loops: none. Indexes of the last two are compared with bounds.
LOOPS = [
    "for (int i = 1; i < N*THREADS; i++) a[i] = b[i - 1];",
    "for (int i = 0; i < N * B; i++) p[i] = p[N * B - 1 - i];",
    "for (int i = 0; i < N; i++) for (int j = 0; j < THREADS; j++) m[i][j] += c[i + j];",
    "for (int i = 0; i < N; i++) own[i] = q[i] + (int)r[i % THREADS].y;",
    "upc_forall (int i = 0; i < N*THREADS; i++; &a[i]) a[i] = b[i] + 1;",
    "for (unsigned long u = 1; u < 1000; u++) q[u * 2654435761UL & (N - 1)] ^= u;",
    '{ row_t mine = own; for (int i = 0; i < N; i++) __asm__ volatile("" : : "r"(mine[i])); }',
    "for (int i = 0; i < N; i++) own[column[i]]++;",
    "for (int i = 0; i < N; i++) p[column[i] * 3]++;",
]
COUNT = """
extern int dprintf(int, const char *, ...);
static long met;
static inline polder_ga count_checked(polder_env e, polder_ga from, polder_ga ga,
                                      unsigned long size, unsigned long align,
                                      const struct polder_place *place) {
    __atomic_fetch_add(&met, 1, 5);
    return polder_checked(e, from, ga, size, align, place);
}
static inline long count_index(long index, unsigned long count, unsigned long beyond,
                               const struct polder_place *place) {
    __atomic_fetch_add(&met, 1, 5);
    return polder_checked_index(index, count, beyond, place);
}
static void __attribute__((destructor)) say(void) { dprintf(2, "checks: %ld\\n", met); }
"""
library = os.path.join(BUILD, "lib", "libpolder.a")


def counting(*options):
    """Makes a program of all loops that counts its checks."""
    body = HEAD.split("    upc_barrier;\n", maxsplit=1)[0]
    body = body.replace("for (int i = 0; i < N; i++) column[i] = i;", "")
    cases = "\n".join(f"    case {number}: {loop} break;" for number, loop in enumerate(LOOPS))
    body += "    upc_barrier;\n    switch (atoi(word[1])) {\n"
    write("loop.upc", body + cases + "\n    }\n    return 0;\n}\n")
    generated = upcc("-fupc-check", *options, "--trans", "loop.upc", "-o", "-").out
    at = generated.rindex("\n", 0, generated.index("less(int")) + 1
    counted = generated[at:].replace("polder_checked(", "count_checked(")
    counted = counted.replace("polder_checked_index(", "count_index(")
    write("loop.c", generated[:at] + COUNT + counted)
    run(CC, "-w", options[0], "loop.c", library, "-lpthread", "-lm", "-ldl", "-o", "loop")


def checks_of(number, mapping):
    result = upcrun("-n", "4", *mapping, "./loop", str(number))
    counts = re.findall(r"checks: (\d+)", result.err)
    check(counts, "no process says how many checks it made", result)
    return sum(map(int, counts))


counting("-O2")
for number, loop in enumerate(LOOPS):
    for mapping in MAPPINGS if LONG else [MAPPINGS[number % len(MAPPINGS)]]:
        checks = checks_of(number, mapping)
        check(checks == 0, f"{loop} {mapping}: {checks} checks in the loop")
counting("-O2", "-fno-upc-check-ahead")
apart = checks_of(0, ["-p", "1"])
check(apart >= 1000, f"the count of checks counts: {apart}")
print("pass")
