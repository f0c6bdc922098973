// Loops whose bounds, pointers and factors other units or other functions could change: variables
// of external linkage, variables whose address is taken, members behind pointers, elements of
// arrays of pointers. Each beside the same loop in private memory, both where the loop leaves them
// alone and where it changes them: by a pointer, by a function of the unit, by a function of C or
// UPC that is given an address, by recursion.
// flags: -O2 -fupc-alias-versioning -fupc-unroll-and-jam
// variants: off: -O2 -fno-upc-passes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>

enum { B = 64, N = 4 * B };
struct mesh { int n; double factor; shared [B] double *now, *next; };
shared [B] double x[N * THREADS], y[N * THREADS], z[N * THREADS];
shared [B] int counts[N * THREADS];
shared int common[THREADS], limit[THREADS];
shared [] int *box;
upc_lock_t *guard;
double mx[N], my[N], mz[N];
long wrong;

// What other units could name.
int n, *to_n = &n, calls, after;
double factor;
shared [B] double *from, *to, *table[3];
struct mesh mesh, *g = &mesh;
FILE *out;

double start(long i) { return (double)(i * 7 % 23) - 11.25; }
void fill(void) {
    for (int i = 0; i < N; i++) {
        x[N * MYTHREAD + i] = mx[i] = start(i);
        y[N * MYTHREAD + i] = my[i] = start(3 * i + 1);
        z[N * MYTHREAD + i] = mz[i] = start(5 * i + 2);
    }
}
void same(const char *what) {
    for (int i = 0; i < N; i++)
        if ((x[N * MYTHREAD + i] != mx[i] || y[N * MYTHREAD + i] != my[i] || z[N * MYTHREAD + i] != mz[i]) && ++wrong < 9)
            printf("%s: element %d is %g %g %g, not %g %g %g\n", what, i, x[N * MYTHREAD + i], y[N * MYTHREAD + i], z[N * MYTHREAD + i], mx[i], my[i], mz[i]);
}
double scaled(double v) { calls++; return v * factor; }
void lessen(void) { n--; }
void lessen_by(int *what) { (*what)--; }
void lessen_later(int depth) { if (depth) lessen_later(depth - 1); else n--; }
int compared(const void *a, const void *b) { n = after; return *(const int *)a - *(const int *)b; }
void turn(void) { shared [B] double *k = from; from = to; to = k; }
void turn_by(shared [B] double **a) { *a = &z[N * MYTHREAD]; }

// What keeps its value.
void kept(int many) {
    const int base = N * MYTHREAD;
    char text[40], line[40];
    int local;
    sprintf(text, "%d", many), sscanf(text, "%d", &local);
    n = many, factor = 0.5, from = &x[base], to = &y[base], table[0] = from, table[1] = to, table[2] = &z[base];
    fill();
    for (int i = 0; i < n; i++) to[i] = factor * from[i];
    for (int i = 0; i < n; i++) my[i] = 0.5 * mx[i];
    same("globals");
    for (int i = 0; i < n; i++) from[i] += scaled(to[i]);
    for (int i = 0; i < n; i++) mx[i] += 0.5 * my[i];
    same("a call that computes");
    for (int i = 0; i < local; i++) { y[base + i] -= i; if (i % 32 == 3) fprintf(out, "%d %s %g\n", i, text, (double)from[i]), fflush(out); }
    for (int i = 0; i < many; i++) my[i] -= i;
    same("an address that is taken, and printing");
    for (int i = 0; i < n; i++) { upc_lock(guard); to[i] += 1; upc_unlock(guard); sprintf(line, "%d", i), to[i] += strlen(line); }
    for (int i = 0; i < many; i++) my[i] += 1 + (i > 9 ? i > 99 ? 3 : 2 : 1);
    same("locks");
    for (int f = 1; f < 3; f++) for (int i = 0; i < n; i++) table[f][i] += table[f - 1][i];
    for (int i = 0; i < many; i++) my[i] += mx[i], mz[i] += my[i];
    same("an array of pointers");
    for (int i = -1; i < 5; i++) { if (i >= 0 && i < 3) for (int k = 0; k < n; k++) table[i][k] += i; for (int k = 0; k < 4; k++) if (i >= 0 && i < 3) table[i][k] *= 2; }
    for (int k = 0; k < many; k++) my[k] += 1, mz[k] += 2;
    for (int k = 0; k < 4; k++) mx[k] *= 2, my[k] *= 2, mz[k] *= 2;
    same("an array of pointers beyond its end");
    for (int i = 0; i < n / (many / 3 + 1); i++) { x[base + i] = y[base + i]; counts[base + i] = i; }
    for (int i = 0; i < many / (many / 3 + 1); i++) mx[i] = my[i];
    same("a quotient");
    limit[MYTHREAD] = many;
    for (int i = 0; i < limit[MYTHREAD]; i++) y[base + i] = x[base + i] + 1;
    for (int i = 0; i < many; i++) my[i] = mx[i] + 1;
    same("a shared bound");
}

// What the loop changes; each ends after about half of the iterations.
void changed(int many) {
    const int base = N * MYTHREAD;
    struct { int n; } part, *whole = &part;
    int m, numbers[2] = {2, 1}, *p = &n;
    char text[40], wide[400];
    unsigned one;
    shared [B] double *at, **to_at = &at;
    fill();
#define LOOP(what, bound, change)                                                                                                                            \
    n = part.n = m = many;                                                                                                                                   \
    for (int i = 0; i < bound; i++) { x[base + i] += i; change; }                                                                                            \
    for (int i = 0; i < m; i++) mx[i] += i, m--;                                                                                                             \
    same(what)
    LOOP("its name", n, n--);
    LOOP("a pointer", n, (*p)--);
    LOOP("a pointer of the file", n, --*to_n);
    LOOP("an unsigned pointer", n, (*(unsigned *)p)--);
    LOOP("characters", n, ((char *)p)[0]--);
    LOOP("a function", n, lessen());
    LOOP("a function with its address", n, lessen_by(to_n));
    LOOP("recursion", n, lessen_later(2));
    LOOP("a function through a pointer", n, void (*f)(void) = lessen; f());
    LOOP("a function that C calls", n, after = n - 1; qsort(numbers, 2, sizeof(int), compared));
    LOOP("reading", n, sprintf(text, "%d", n - 1); sscanf(text, "%d", p));
    LOOP("reading into it", n, sprintf(text, "%d", n - 1); sscanf(text, "%d", &n));
    LOOP("how much was printed", n, sprintf(wide, "%*d%n", n - 1 > 1 ? n - 1 : 1, 1, p));
    LOOP("a copy", n, one = (unsigned)n - 1; memcpy(p, &one, sizeof one));
    LOOP("a copy from shared memory", n, common[MYTHREAD] = n - 1; upc_memget(p, &common[MYTHREAD], sizeof n));
    LOOP("a structure", whole->n, part.n--);
    LOOP("a structure as a whole", whole->n, (*whole).n--);
    LOOP("a shared bound", limit[MYTHREAD], limit[MYTHREAD]--);
#undef LOOP
    fill();
    limit[MYTHREAD] = many;
    for (int i = 0; i < limit[MYTHREAD]; i++) { x[base + i] += i; common[MYTHREAD] = i; limit[MYTHREAD]--; }
    m = many;
    for (int i = 0; i < m; i++) mx[i] += i, m--;
    same("a shared bound that the loop changes");
    *box = many;
    for (int i = 0; i < *box; i++) { x[base + i] -= i; --*(int *)box; }
    m = many;
    for (int i = 0; i < m; i++) mx[i] -= i, m--;
    same("a shared bound that a private pointer changes");
#define LOOP(what, change)                                                                                                                                   \
    from = at = &x[base], to = &y[base];                                                                                                                     \
    for (int i = 0; i < many; i++) { from[i] += 1; if (i == many / 2) { change; } }                                                                          \
    for (int i = 0; i < many; i++) (i <= many / 2 ? mx : my)[i] += 1;                                                                                        \
    same(what)
    LOOP("two pointers by name", shared [B] double *k = from; from = to; to = k);
    LOOP("two pointers by a function", turn());
#undef LOOP
    for (int i = 0; i < many; i++) { at[i] += 2; if (i == many / 2) *to_at = &z[base]; }
    for (int i = 0; i < many; i++) (i <= many / 2 ? mx : mz)[i] += 2;
    same("a pointer behind its address");
    at = &x[base];
    for (int i = 0; i < many; i++) { at[i] += 3; if (i == many / 2) turn_by(&at); }
    for (int i = 0; i < many; i++) (i <= many / 2 ? mx : mz)[i] += 3;
    same("a pointer by a function with its address");
    table[0] = &x[base], table[1] = &y[base];
    for (int i = 0; i < many; i++) { table[0][i] += 4; if (i == many / 2) table[0] = table[1]; }
    for (int i = 0; i < many; i++) (i <= many / 2 ? mx : my)[i] += 4;
    same("an element of an array of pointers");
    table[0] = &x[base], table[1] = &y[base];
    for (int i = 0; i < many; i++) { table[0][i] += 4; if (i == many / 2) turn_by(&table[0]); }
    for (int i = 0; i < many; i++) (i <= many / 2 ? mx : mz)[i] += 4;
    same("an element of an array by a function");
}

// Own iterations, with affinities behind pointers; and inside another upc_forall, where all are
// own.
void shares(int many) {
    int i, t, ran = 0;
    const int last = many * THREADS;
    upc_barrier;
    mesh.n = last, mesh.factor = 2, mesh.now = x, mesh.next = y;
    for (i = 0; i < N; i++) x[N * MYTHREAD + i] = start(i), y[N * MYTHREAD + i] = z[N * MYTHREAD + i] = -1, counts[N * MYTHREAD + i] = 0;
    upc_barrier;
    upc_forall (i = 0; i < g->n; i++; &g->next[i]) g->next[i] = g->factor * g->now[i], ran += upc_threadof(&y[i]) == MYTHREAD;
    if (i != last) wrong++;
    upc_forall (i = 0; i < mesh.n; i++; &mesh.now[i]) { mesh.now[i] += 1; counts[i]++; }
    upc_barrier;
    upc_forall (i = 0; i < g->n; i += 2; &g->now[i]) { struct mesh *h = g; h->now[i] -= 1; if (i % 8 == 0) printf("%s", ""); }
    upc_barrier;
    table[1] = z;
    upc_forall (i = 0; i < g->n; i++; &table[1][i]) table[1][i] = g->next[i] + i;
    upc_barrier;
    for (i = N * MYTHREAD; i < N * MYTHREAD + N; i++) {
        const double v = start(i % N);
        if (i < last ? y[i] != 2 * v || x[i] != v + i % 2 || z[i] != 2 * v + i || counts[i] != 1 : y[i] != -1 || x[i] != v || z[i] != -1 || counts[i] != 0)
            if (++wrong < 9) printf("own iterations: element %d is %g %g %g\n", i, x[i], y[i], z[i]);
    }
    upc_barrier;
    ran = 0;
    upc_forall (t = 0; t < THREADS; t++; t) {
        struct mesh *nowhere = NULL;
        mesh.next = &y[N * t], mesh.n = many;
        upc_forall (i = 0; i < many; i++; &nowhere->next[i]) ran++;
        upc_forall (i = 0; i < g->n; i++; &g->next[i]) { g->next[i] = i; ran++; if (i == many / 2) g->next = &z[N * t]; }
        for (i = 0; i < many; i++)
            if ((i <= many / 2 ? y : z)[N * t + i] != i) wrong++;
    }
    if (ran != 2 * many) wrong++;
    upc_barrier;
}

int main(void) {
    out = fopen("/dev/null", "w");
    guard = upc_all_lock_alloc();
    box = upc_alloc(sizeof(int));
    for (int many = 0; many <= 120; many += 1 + many / 3) {
        kept(many);
        changed(many);
        shares(many);
    }
    fclose(out);
    upc_barrier;
    if (wrong == 0 && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
