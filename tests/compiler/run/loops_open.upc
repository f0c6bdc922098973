// Loops that end by more than a bound: conditions behind the first one, bounds that change, no
// condition at all, with references in them. Each beside the same loop in private memory: what it
// leaves in the arrays, where its variable is in the end, how often each condition was asked.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
#include <limits.h>
#include <stdio.h>
#include <upc_relaxed.h>

enum { B = 64, N = 4 * B };
shared [B] int a[N * THREADS];
shared int c[N * THREADS];
static int m[N], mc[N];
static long wrong, asked, masked;
static int bound;

static void fill(int key) {
    for (int i = 0; i < N; i++) {
        a[N * MYTHREAD + i] = m[i] = i == key ? -7 : i * 7 % 23;
        c[N * MYTHREAD + i] = mc[i] = i == key ? -7 : i * 5 % 19;
    }
}
static void same(const char *what, long i, long k) {
    if (i != k || asked != masked) wrong++, printf("%s: ends at %ld, not %ld; asked %ld times, not %ld\n", what, i, k, asked, masked);
    for (int j = 0; j < N; j++)
        if ((a[N * MYTHREAD + j] != m[j] || c[N * MYTHREAD + j] != mc[j]) && ++wrong < 9) printf("%s: element %d\n", what, j);
    asked = masked = 0;
}
static int ask(int x) { asked++; return x; }
static int mask(int x) { masked++; return x; }
static int size(void) { return bound; }

static void ends(int key, int n) {
    const int base = N * MYTHREAD;
    int i, k;
    long l, ml;
    fill(key);
    for (i = 0; i < n && a[base + i] != -7; i++) a[base + i] += 1;
    for (k = 0; k < n && m[k] != -7; k++) m[k] += 1;
    same("a guard", i, k);
    i = 0, k = 0;
    while (i < n && ask(c[base + i] != -7) && a[base + i] >= 0) { c[base + i]--; i++; }
    while (k < n && mask(mc[k] != -7) && m[k] >= 0) { mc[k]--; k++; }
    same("a while with two guards", i, k);
    for (i = base + n - 1; i >= base && a[i] != -7; i--) { if (a[i] % 3 == 0) continue; a[i] = a[i] * 2; if (a[i] > 40) break; }
    for (k = n - 1; k >= 0 && m[k] != -7; k--) { if (m[k] % 3 == 0) continue; m[k] = m[k] * 2; if (m[k] > 40) break; }
    same("downwards", i - base, k);
    for (i = 0; a[base + i] != -7; i++) a[base + i] ^= 1;
    for (k = 0; m[k] != -7; k++) m[k] ^= 1;
    same("no bound", i, k);
    for (i = 0; ; i += 3) { if (i >= n || a[base + i] == 5) break; a[base + i] -= 1; }
    for (k = 0; ; k += 3) { if (k >= n || m[k] == 5) break; m[k] -= 1; }
    same("no condition", i, k);
    bound = n;
    for (l = 0; ask(l < size()); l++) { a[base + l] += 2; if (l % 3 == 0) bound--; }
    bound = n;
    for (ml = 0; mask(ml < bound); ml++) { m[ml] += 2; if (ml % 3 == 0) bound--; }
    same("a bound that is called", l, ml);
    for (long top = n, z = 0; z < top; z = z + 2) { if (z % 5 == 3) top--; a[base + z] += 1; a[base + z] |= 4; l = z; }
    for (long top = n, z = 0; z < top; z = z + 2) { if (z % 5 == 3) top--; m[z] += 1; m[z] |= 4; ml = z; }
    same("a bound that changes, in steps", l, ml);
    for (long top = 0, z = n - 1; z >= top; z -= 3) { if (z % 5 == 3) top++; a[base + z] += 1; l = z; }
    for (long top = 0, z = n - 1; z >= top; z -= 3) { if (z % 5 == 3) top++; m[z] += 1; ml = z; }
    same("a bound that changes, downwards", l, ml);
    for (i = 0; (i < n) & (a[base + i % N] != -7); i++) a[base + i] ^= 2;
    for (k = 0; (k < n) & (m[k % N] != -7); k++) m[k] ^= 2;
    same("both", i, k);
    for (i = n; i-- > 0 && a[base + i] != -7;) a[base + i] += 3;
    for (k = n; k-- > 0 && m[k] != -7;) m[k] += 3;
    same("stepped in the condition", i, k);
    for (i = 0; i < n - 1 && a[base + i] <= a[base + i + 1]; i++) a[base + i]++;
    for (k = 0; k < n - 1 && m[k] <= m[k + 1]; k++) m[k]++;
    same("sorted", i, k);
    for (i = 0; i < n && c[base + i] != -7; i++) for (int j = 0; j < 5 && a[base + j] != i; j++) a[base + j]++;
    for (k = 0; k < n && mc[k] != -7; k++) for (int j = 0; j < 5 && m[j] != k; j++) m[j]++;
    same("a nest", i, k);
    int found = 0, mfound = 0;
    for (i = 0; i < n && !found; i++) if (a[base + i] == 9) found = 1; else a[base + i]--;
    for (k = 0; k < n && !mfound; k++) if (m[k] == 9) mfound = 1; else m[k]--;
    same("a flag", i, k);
    for (unsigned u = 0; u < (unsigned)n && a[base + u] != -7; u++) a[base + u] += 5, found = u;
    for (unsigned u = 0; u < (unsigned)n && m[u] != -7; u++) m[u] += 5, mfound = u;
    same("unsigned", found, mfound);
    size_t s, ms;
    for (s = 0; s < (size_t)n && s < (size_t)size() && a[base + s] != -7; s += 2) a[base + s] += 5;
    for (ms = 0; ms < (size_t)n && ms < (size_t)bound && m[ms] != -7; ms += 2) m[ms] += 5;
    same("size_t", (long)s, (long)ms);
}

/// By number over blocks, with any start, end and step, near the end of the numbers as well.
static void numbers(int low, int high) {
    int i;
    upc_barrier;
    for (i = 0; i < N; i++) a[N * MYTHREAD + i] = 0, c[N * MYTHREAD + i] = 0;
    upc_barrier;
    upc_forall (i = low; i < high; i++; i) { a[i] += 1; a[i] += MYTHREAD == i % THREADS; }
    if (i != (high > low ? high : low)) wrong++;
    upc_barrier;
    upc_forall (i = low; i < high; i++; i + 3) { if (a[i] == 2) c[i] += a[i]; }
    upc_barrier;
    upc_forall (i = low - 5; i < high; i++; i) { if (i >= low) a[i] += 2; }
    upc_barrier;
    upc_forall (i = INT_MAX - 9; i < INT_MAX; i++; i) a[i - (INT_MAX - 9)] += 100;
    upc_barrier;
    upc_forall (unsigned u = low; u < (unsigned)(high > low ? high : low); u++; u) a[u] += 10;
    upc_barrier;
    for (i = 0; i < N * THREADS; i++) {
        const int in = i >= low && i < high;
        if ((a[i] != (in ? 14 : 0) + (i < 9 ? 100 : 0) || c[i] != (in ? 2 : 0)) && ++wrong < 9) printf("numbers %d to %d: element %d is %d, %d\n", low, high, i, a[i], c[i]);
    }
    upc_barrier;
    for (i = MYTHREAD; i < high; i += THREADS) a[i] = i;
    for (i = MYTHREAD; i < high; i += THREADS) if (a[i] != i) wrong++;
    upc_forall (int k = 0; k < 3; k++; continue) upc_forall (i = low; i < high; i++; i) c[i] += k;
    upc_barrier;
}

int main(void) {
    for (int key = 0; key < N; key += 1 + key / 2)
        for (int n = 0; n <= N; n += 1 + n / 2) ends(key, n);
    for (int low = 0; low < 80; low += 13)
        for (int high = low - 1; high <= N * THREADS; high = high * 3 / 2 + 7) numbers(low, high);
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
