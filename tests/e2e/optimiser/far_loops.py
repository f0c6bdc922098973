"""Loops over memory of other nodes give the same with and without the passes for several nodes,
with and without the cache. The loops have conditions that guard what is outside, jumps, stores
beside reads, steps of all kinds, synchronisation and indirect reads. Code for several nodes runs on
one, and over nodes."""

# sanitize: not thread (processes)
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

from runner.e2e import *  # noqa: E402,F403

write(
    "loops.upc",
    r"""
#include <upc_relaxed.h>
#include <stdio.h>
#include <stdlib.h>
enum { B = 96, N = 24 * B, EVEN = 1024 };
shared [B] long a[N * THREADS], b[N * THREADS];
shared [EVEN] double x[4 * EVEN * THREADS];
shared [B] struct { int p; long q[2]; } s[N * THREADS];
shared int cyclic[N * THREADS];
shared [3] char odd[N * THREADS];
shared long total[THREADS];
static int at[5000];
static unsigned long sum;
static long all(void) { return (long)N * THREADS; }
static void add(unsigned long v) { sum = sum * 6364136223846793005UL + v + 1442695040888963407UL; }
static long twice(long v) { return 2 * v; }
static long meets(long v) { if (v % 700 == 0) upc_fence; return v; }

static void reads(void) {
    long t = 0;
    for (long i = 0; i < all(); i++) t += a[i] * 3;
    add(t);
    for (long i = 1; i < all() - 1; i++) t += a[i - 1] - 2 * a[i] + twice(a[i + 1]);
    add(t);
    for (long i = 0; i < all(); i++) if (i > 0) t += a[i - 1] ^ i;
    add(t);
    for (long i = 0; i < all(); i++) { if (i == all() - 1) continue; t += a[i + 1]; }
    add(t);
    for (long i = 0; i < all() + 500; i++) { if (i == all()) break; t += a[i]; }
    add(t);
    for (long i = all() - 1; i >= 0; i--) t = t * 3 + a[i];
    add(t);
    for (long i = 0; i < all(); i += 7) t = t * 5 + a[i];
    add(t);
    for (long i = 0; i < all() / 16; i++) for (int j = 0; j < 16; j++) t = t * 7 + a[16 * i + j];
    add(t);
    for (long i = 0; i < all(); i++) t += meets(a[i]);
    add(t);
    for (long i = 0; i < all(); i++) t += s[i].p + s[i].q[i & 1];
    add(t);
    shared [] long *mine = (shared [] long *)&a[(MYTHREAD + 1) % THREADS * B];
    for (int i = 0; i < B; i++) t = t * 3 + mine[i];
    add(t);
}

static void indirect(void) {
    double d = 0;
    for (int k = 0; k < 5000; k++) d = d * 0.5 + x[at[k]];
    add((unsigned long)(d * 1e6));
    long t = 0;
    for (int k = 0; k < 5000; k++) t = t * 3 + a[at[k] % all()];
    add(t);
    for (int k = 0; k < 5000; k++) t = t * 5 + cyclic[at[k] % all()] + odd[at[k] * 7 % all()];
    add(t);
    for (int k = 0; k < 300; k++) { t = t * 5 + cyclic[at[k] % 50]; if (k % 100 == 99) upc_fence; }
    add(t);
    int k = 0;
    while (k < 3000) { t += (long)x[at[k]]; k += 1 + at[k] % 3; }
    add(t);
}

/* One thread at a time, so that there is one result. */
static void writes(int round) {
    for (int w = 0; w < THREADS; w++) {
        if (w == MYTHREAD) {
            for (long i = 0; i < all(); i++) b[i] = a[i] + round;
            for (long i = 1; i < all(); i++) b[i] = b[i - 1] / 2 + a[i];
            for (long i = 0; i + 40 < all(); i++) a[i + 40] = a[i] + 1;
            for (int k = 0; k < 5000; k++) { x[at[k]] += 1; x[at[k] ^ 1] = x[at[k]] * 0.5; }
            for (int k = 0; k < 2000; k++) {
                cyclic[at[k] % all()] += k;
                odd[cyclic[at[k + 1] % all()] & 511] = (char)k;
            }
            for (long i = 0; i < all(); i += 3) s[i].q[i & 1] += b[i];
            for (long i = 0; i < all(); i++) if (b[i] % 3) a[i] += b[i];
        }
        upc_barrier;
        add((unsigned long)a[(w * 977 + round) % all()]);
        upc_barrier;
    }
}

int main(void) {
    unsigned v = 12345;
    upc_forall (long i = 0; i < all(); i++; &a[i]) { a[i] = i * i % 1009; b[i] = i; }
    upc_forall (long i = 0; i < all(); i++; &cyclic[i]) cyclic[i] = (int)(i * 3 % 701);
    upc_forall (long i = 0; i < all(); i++; &odd[i]) odd[i] = (char)(i * 5);
    upc_forall (long i = 0; i < all(); i++; &s[i]) {
        s[i].p = (int)i;
        s[i].q[0] = i * 3;
        s[i].q[1] = -i;
    }
    upc_forall (long i = 0; i < 4L * EVEN * THREADS; i++; &x[i]) x[i] = (double)(i % 511);
    for (int k = 0; k < 5000; k++)
        at[k] = (int)((v = v * 1664525 + 1013904223) >> 8) % (4 * EVEN * THREADS);
    upc_barrier;
    for (int round = 0; round < 3; round++) {
        reads();
        indirect();
        upc_barrier;
        writes(round);
        /* A loop in which what is read changes between its iterations. */
        for (int i = 0; i < 4; i++) {
            add((unsigned long)a[(i * B * 5 + 3) % all()]);
            upc_barrier;
            if (MYTHREAD == i % THREADS) a[((i + 1) * B * 5 + 3) % all()] += 17;
            upc_barrier;
        }
    }
    total[MYTHREAD] = (long)sum;
    upc_barrier;
    if (MYTHREAD == 0) for (int t = 0; t < THREADS; t++) printf("%ld\n", total[t]);
}
""",
)

upcc("-O2", "-fwrapv", "loops.upc", "-o", "all")
upcc("-O0", "-fwrapv", "-fno-upc-passes", "loops.upc", "-o", "plain")
for threads in ("2", "3"):
    expected = upcrun("-n", threads, "./plain").out
    runs = [
        ([], {"POLDER_FAR_TEST": "1"}),
        ([], {"POLDER_FAR_TEST": "1", "POLDER_CACHE": "0"}),
        ([], {"POLDER_FAR_TEST": "1", "POLDER_CACHE": "1k"}),
        (["--nodes", threads], {"POLDER_CONDUIT": "smp"}),
        (
            ["--nodes", "2", "--per-node", "1"],
            {"POLDER_CONDUIT": "smp", "POLDER_NODE_PLACE": "apart"},
        ),
    ]
    for program in ("./all", "./plain"):
        for words, environment in runs:
            result = upcrun("-n", threads, *words, program, env=environment)
            check(
                result.out == expected,
                f"{program} {words} {environment}: expected\n{expected}",
                result,
            )
print("pass")
