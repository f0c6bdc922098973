// Shared arrays whose pointers are members behind a private pointer, `m->values[i]`: each loop
// beside the same one in private memory. Where the loop changes the pointer (through another name
// of the structure, by a call, by a store to shared memory), it goes on where C's does.
// flags: -O2 -fupc-alias-versioning -fupc-unroll-and-jam
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>

enum { B = 32, N = 6 * B };
typedef shared [B] double *blocks_t;
typedef struct { int n; blocks_t values; shared double *dealt; shared [] double *mine; struct { blocks_t values; } in; } array_t;
shared [B] double first[N * THREADS], second[N * THREADS];
shared double dealt[N * THREADS];
shared [] array_t *common; // of this thread
static double mf[N], ms[N];
static long wrong;

static void fill(shared [] double *mine) {
    for (int i = 0; i < N; i++) {
        mf[i] = i * 5 % 17, ms[i] = i * 3 % 13;
        mine[i] = 1;
    }
    upc_barrier;
    upc_forall (int i = 0; i < N; i++; &first[i]) first[i] = mf[i];
    upc_forall (int i = 0; i < N; i++; &second[i]) second[i] = ms[i];
    upc_forall (int i = 0; i < N; i++; &dealt[i]) dealt[i] = 0;
    upc_barrier;
}
static void same(const char *what) {
    upc_barrier;
    for (int i = 0; i < N; i++)
        if ((first[i] != mf[i] || second[i] != ms[i]) && ++wrong < 9)
            printf("%s: element %d is %g %g, not %g %g\n", what, i, first[i], second[i], mf[i], ms[i]);
    upc_barrier;
}

// What keeps its value. One thread writes, or each its own.
static void fixed(array_t *a, array_t *b) {
    fill(a->mine);
    if (MYTHREAD == THREADS - 1) {
        for (int i = 0; i < a->n; i++) a->values[i] += 2 * b->values[i];
        for (int i = 0; i < a->n; i++) a->dealt[i] = i;
        for (int i = a->n - 1; i > 0; i--) b->in.values[i - 1] = a->dealt[i] + b->in.values[i];
    }
    for (int i = 0; i < a->n; i++) mf[i] += 2 * ms[i];
    for (int i = a->n - 1; i > 0; i--) ms[i - 1] = i + ms[i];
    same("members");
    upc_forall (int r = 0; r < a->n / 8; r++; r)
        for (int c = 0; c < 8; c++) a->values[r * 8 + c] = .5 * a->values[r * 8 + c] + 1;
    for (int i = 0; i < a->n / 8 * 8; i++) mf[i] = .5 * mf[i] + 1;
    same("rows");
    double sum = 0, expected = 0;
    for (int i = 0; i < a->n; i++) a->mine[i] = a->values[a->n - 1 - i];
    for (int i = 0; i < a->n; i++) sum += a->mine[i], expected += mf[i];
    if (sum != expected && ++wrong < 9) printf("sum is %g, not %g\n", sum, expected);
}

static void turn(array_t *a) { a->values = second; }

// From the middle on the other array.
static void changed(array_t *a, array_t *other) {
    const int base = 0;
#define LOOP(what, change)                                                                                                                                   \
    a->values = first;                                                                                                                                       \
    fill(a->mine);                                                                                                                                           \
    if (MYTHREAD == 0)                                                                                                                                       \
        for (int i = 0; i < a->n; i++) {                                                                                                                     \
            a->values[base + i] = i;                                                                                                                         \
            if (i == a->n / 2) { change; }                                                                                                                   \
        }                                                                                                                                                    \
    for (int i = 0; i < a->n; i++) *(i <= a->n / 2 ? mf + i : ms + i) = i;                                                                                   \
    same(what)
    LOOP("another name", other->values = second);
    LOOP("a call", turn(other));
    LOOP("a structure", { array_t copy = *other; copy.values = second; *other = copy; });
    LOOP("another member", { blocks_t *p = &other->values; *p = second; });
    array_t *kept = a;
    a = (array_t *)common;
    *a = *kept;
    LOOP("a shared store", common->values = second);
    kept->values = first;
}

// A structure that is nowhere, as nothing is asked of it.
static void nowhere(array_t *a, int n) {
    for (int i = 0; i < n; i++) a->values[i] = a->mine[i];
}

int main(void) {
    array_t *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    common = upc_alloc(sizeof *common);
    for (int n = 0; n <= N; n += 1 + n / 2) {
        *a = (array_t){n, first, dealt, upc_alloc(N * sizeof(double)), {first}};
        *b = (array_t){n, second, dealt, a->mine, {second}};
        fixed(a, b);
        changed(a, a);
        upc_free(a->mine);
    }
    nowhere(NULL, 0);
    free(a), free(b);
    upc_free(common);
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
