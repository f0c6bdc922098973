// Loops whose bound or index lies behind a private pointer, or is named by a variable of the body:
// each beside the same loop in private memory. Where the loop changes the bound (through another
// pointer to it, by a call, by a shared store, by characters), it ends where C's does.
// flags: -O2 -fupc-alias-versioning -fupc-unroll-and-jam
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

enum { B = 64, N = 4 * B };
struct size { int n, width, dims[2]; double scale; };
shared [B] double x[N * THREADS], y[N * THREADS];
shared [] struct size *common; // of this thread
static double mx[N], my[N];
static long wrong;
static struct size whole;

static double start(long i) { return (double)(i * 7 % 23) - 11.25; }
static void fill(void) {
    for (int i = 0; i < N; i++) x[N * MYTHREAD + i] = mx[i] = start(i), y[N * MYTHREAD + i] = my[i] = start(3 * i + 1);
}
static void same(const char *what) {
    for (int i = 0; i < N; i++)
        if ((x[N * MYTHREAD + i] != mx[i] || y[N * MYTHREAD + i] != my[i]) && ++wrong < 9)
            printf("%s: element %d is %g %g, not %g %g\n", what, i, x[N * MYTHREAD + i], y[N * MYTHREAD + i], mx[i], my[i]);
}
static void set(struct size *s, int n) { *s = (struct size){n, 16, {n - 1, n / 2}, 0.5}; }
static void lessen(struct size *s) { s->n--; }

// What keeps its value.
static void fixed(struct size *s, int *many, shared [] double *to, shared [] double *from) {
    const int base = N * MYTHREAD;
    fill();
    for (int i = 0; i < s->n; i++) x[base + i] = y[base + i] + s->scale;
    for (int i = 0; i < s->n; i++) mx[i] = my[i] + 0.5;
    same("a member");
    for (int i = s->dims[1]; i < s->dims[0]; i++) y[base + i] += 2 * x[base + i];
    for (int i = s->dims[1]; i < s->dims[0]; i++) my[i] += 2 * mx[i];
    same("an element");
    for (int i = *many - 1; i >= 0; i--) x[base + i] = y[base + i / 2];
    for (int i = *many - 1; i >= 0; i--) mx[i] = my[i / 2];
    for (int i = 0; i < *many; i++) y[base + i] = x[base + i] + 1;
    for (int i = 0; i < *many; i++) my[i] = mx[i] + 1;
    same("a number");
    for (int r = 0; r < s->n / 16; r++)
        for (int c = 0; c < s->width; c++) {
            const int at = base + r * s->width + c;
            int next = at + 1;
            if (next < base + N) x[next] = s->scale * y[at];
        }
    for (int r = 0; r < s->n / 16; r++)
        for (int c = 0; c < 16; c++)
            if (r * 16 + c + 1 < N) mx[r * 16 + c + 1] = 0.5 * my[r * 16 + c];
    same("a place by its name");
    for (int i = 0; i < s->n; i++) {
        const long at = i;
        to[at] = from[at] * s->scale;
    }
    for (int i = 0; i < s->n; i++)
        if (to[i] != from[i] * 0.5) wrong++;
}

// Names that are none: a variable that the body changes, a loop's variable that had another value.
static void names(void) {
    const int base = N * MYTHREAD;
    fill();
    for (int i = 0; i < 40; i++) {
        int at = base + i, j = 5;
        const int there = base + i + j;
        at += i % 2;
        x[at] = i;
        for (j = 0; j < 8; j++) y[there + j] = x[base + i] + j;
    }
    for (int i = 0; i < 40; i++) {
        mx[i + i % 2] = i;
        for (int j = 0; j < 8; j++) my[i + 5 + j] = mx[i] + j;
    }
    same("names");
}

// What the loop changes; each ends after about half of the iterations.
static void changed(struct size *s, struct size *other, int n) {
    const int base = N * MYTHREAD;
    char *bytes = (char *)other;
    int m;
    fill();
#define LOOP(what, pointer, change)                                                                                                                          \
    set(s, n);                                                                                                                                               \
    for (int i = 0; i < pointer->n; i++) { x[base + i] += i; change; }                                                                                       \
    m = n;                                                                                                                                                   \
    for (int i = 0; i < m; i++) mx[i] += i, m--;                                                                                                             \
    same(what)
    LOOP("another pointer", s, other->n--);
    LOOP("a call", s, lessen(other));
    LOOP("a structure", s, *other = ((struct size){.n = n - i - 1}));
    LOOP("characters", s, bytes[0]--);
    LOOP("an unsigned number", s, (*(unsigned *)other)--);
    struct size *own = (struct size *)common;
    set(own, n);
    for (int i = 0; i < own->n; i++) { x[base + i] += i; common->n--; }
    m = n;
    for (int i = 0; i < m; i++) mx[i] += i, m--;
    same("a shared store");
    struct size *named = &whole;
    set(named, n);
    for (int i = 0; i < named->n; i++) { x[base + i] += i; whole.n--; }
    m = n;
    for (int i = 0; i < m; i++) mx[i] += i, m--;
    same("a name");
}

// A pointer that is null where it is not used.
static void nowhere(struct size *s, int n) {
    const int base = N * MYTHREAD;
    fill();
    for (int i = 0; i < n; i++) {
        if (s) x[base + s->n + i] = 1;
        y[base + i] = i;
    }
    for (int i = 0; i < n; i++) my[i] = i;
    same("null");
}

int main(void) {
    struct size *s = malloc(sizeof *s);
    common = upc_alloc(sizeof *common);
    shared [] double *to = upc_alloc(N * sizeof(double)), *from = upc_alloc(N * sizeof(double));
    for (int i = 0; i < N; i++) from[i] = start(i);
    for (int n = 0; n <= 120; n += 1 + n / 3) {
        int many = n;
        set(s, n);
        fixed(s, &many, to, from);
        changed(s, s, n);
        nowhere(NULL, n);
    }
    names();
    free(s);
    upc_free(to), upc_free(from), upc_free(common);
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
