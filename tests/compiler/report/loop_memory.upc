// Bounds and indexes that lie behind a private pointer: taken where nothing in the loop may change them, by C's rule of types, and left alone
// everywhere else; variables that are names for an index.
// flags: -O2 -fno-upc-passes -fupc-strip-mine -fupc-nodes=one
// report: 56: [strip-mine] done: 2 references in runs through 2 spans
// report: 57: [strip-mine] done: 2 references in runs through 2 spans
// report: 58: [strip-mine] done: 2 references in runs through 2 spans
// report: 59: [strip-mine] done: 2 references in runs through 2 spans
// report: 60: [strip-mine] done: 2 references in runs through 2 spans
// report: 61: [strip-mine] done: 2 references in runs through 2 spans
// report: 62: [strip-mine] done: 2 references in one run through 2 spans
// report: 63: [strip-mine] done: 2 references in runs through 2 spans
// report: 64: [strip-mine] done: 2 references in runs through 2 spans
// report: 65: [strip-mine] done: 1 reference in runs through 1 span
// report: 66: [strip-mine] done: 2 references in runs through 2 spans
// report: 67: [strip-mine] done: 2 references in runs through 2 spans
// report: 70: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 71: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 72: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 73: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 74: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 75: [strip-mine] done: 3 references in runs through 3 spans; its condition as written
// report: 76: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 77: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 78: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 79: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 80: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 81: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 82: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 83: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 84: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 86: [strip-mine] done: 2 references in runs through 2 spans; its condition as written
// report: 87: [strip-mine] done: 2 references in runs through 2 spans
// report: 89: [strip-mine] done: 1 reference in runs through 1 span
// report: 90: [strip-mine] done: 1 reference in runs through 1 span
// report: 90: [strip-mine] not done: its index is not a sum of multiples of variables
// report: 90: [strip-mine] done: 1 reference in one run through 1 span
// report: 93: [strip-mine] done: 2 references in runs through 2 spans
#include <math.h>
#include <upc_relaxed.h>
struct grid {
    int n, width, dims[2];
    union { int u; double d; };
    int bits : 5;
    volatile int v;
    _Atomic int at;
    struct { int k; } in;
} whole;
typedef struct grid grid_t;
typedef union { grid_t g; double d; } mixed_t;
shared [64] double a[64 * THREADS], b[64 * THREADS];
shared [64] int ints[64 * THREADS];
strict shared int flag;
void other(void);

// The bound is read once: a bound, an element, a member of a member, a number, a structure by its name.
void yes1(grid_t *g) { for (int i = 0; i < g->n; i++) a[i] = b[i]; }
void yes2(grid_t *g) { for (int i = 0; i < g->dims[1]; i++) a[i] = b[i]; }
void yes3(grid_t *g) { for (int i = 0; i < g->in.k; i++) a[i] = b[i]; }
void yes4(int *n) { for (int i = 0; i < *n; i++) a[i] = b[i]; }
void yes5(void) { for (int i = 0; i < whole.n; i++) a[i] = b[i]; }
void yes6(grid_t *g, int y) { for (int x = 0; x < g->width; x++) { const int at = y * g->width + x; a[at] = b[at]; } }
void yes7(int y) { for (int x = 0; x < 8; x++) { int at = y * 8 + x, to = at + 1; a[to] = b[at]; } }
void yes8(grid_t *g) { int s = 0; for (int i = 0; i < g->n; i++) { a[i] = b[i]; s += i; } ints[0] = s; }
void yes9(grid_t *g) { for (int i = 0; i < g->n; i++) a[i] = sqrt(b[i]); }
void yes10(grid_t *g, int n, int m) { if (g->n) for (int i = 0; i < n; i++) if (m) a[g->width + i] = 1; }
void yes11(grid_t *g, long *to) { for (int i = 0; i < g->n; i++) a[i] = b[i], to[i] = 2; }
void yes12(grid_t *g) { const int n = g->n; for (int i = 0; i < n; i++) a[g->width * 64 + i] = b[i]; }

// The condition stays as it is written, in runs: a union's, a bit-field, volatile, atomic; changed by a call, a shared store, a character, a structure, a union; synchronisation; another pointer.
void no1(grid_t *g) { for (int i = 0; i < g->u; i++) a[i] = b[i]; }
void no2(grid_t *g) { for (int i = 0; i < g->bits; i++) a[i] = b[i]; }
void no3(grid_t *g) { for (int i = 0; i < g->v; i++) a[i] = b[i]; }
void no4(grid_t *g) { for (int i = 0; i < g->at; i++) a[i] = b[i]; }
void no5(grid_t *g) { for (int i = 0; i < g->n; i++) a[i] = b[i], other(); }
void no6(grid_t *g) { for (int i = 0; i < g->n; i++) a[i] = b[i], ints[i] = 2; }
void no7(grid_t *g, char *c) { for (int i = 0; i < g->n; i++) a[i] = b[i], c[i] = 2; }
void no8(grid_t *g, grid_t *h) { for (int i = 0; i < g->n; i++) a[i] = b[i], *h = whole; }
void no9(grid_t *g, mixed_t *h) { for (int i = 0; i < g->n; i++) a[i] = b[i], h->d = 1; }
void no10(grid_t *g, unsigned *h) { for (int i = 0; i < g->n; i++) a[i] = b[i], *h = 1; }
void no11(grid_t *g) { for (int i = 0; i < g->n; i++) { a[i] = b[i]; upc_fence; } }
void no12(grid_t *g) { for (int i = 0; i < g->n; i++) { a[i] = b[i]; upc_barrier; } }
void no13(grid_t *g) { for (int i = 0; i < g->n; i++) a[i] = b[i] + flag; }
void no14(grid_t *g) { for (int i = 0; i < g->n; i++) { a[i] = b[i]; if (i > 3) g++; } }
void no15(void) { grid_t *g = &whole; for (int i = 0; i < g->n; i++) { a[i] = b[i]; whole.n--; } }
static void lessen(grid_t *g) { g->n--; }
void no16(grid_t *g) { for (int i = 0; i < g->n; i++) { a[i] = b[i]; lessen(g); } }
void no17(int **n) { for (int i = 0; i < **n; i++) a[i] = b[i]; }
// Perhaps not there: a pointer that may be null, one whose memory may have been given back. The variable that is no name goes on as an index.
void no18(grid_t *g, int n) { for (int i = 0; i < n; i++) { if (g) a[g->n + i] = 1; ints[i] = 2; } }
void no19(grid_t *g, int n) { g->n = n, other(); for (int i = 0; i < n; i++) { if (n > 70) a[g->width + i] = 1; a[i] = 2; } for (int x = 0; x < 8; x++) { int j = 5; const int at = j + x; for (j = 0; j < 8; j++) a[at + j] = 1; } }
// The pointer of an array: taken, and changed by a store of a pointer.
struct values { int n; shared [64] double *values; shared [64] double **others; };
void yes13(struct values *g) { for (int i = 0; i < g->n; i++) g->values[i] = a[i]; }
void no20(struct values *g) { for (int i = 0; i < g->n; i++) { g->values[i] = 1; *g->others = a; } }
void no21(struct values *g, int n) { for (int i = 0; i < n; i++) if (g) g->values[i] = 1; }
