// Initialisers with addresses of private data stay constants and are listed for the other copies.
// emit: {&(p), &p}
// emit: {&(t[1].where), &t}
// emit: {&(t[0].where), &polder_private_other}
int x;
int *p = &x;
extern int other;
struct { int n; int *where; } t[2] = { { 1, &other }, { 2, &x } };
int *f(void) { return p + t[0].n; }
