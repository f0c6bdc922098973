// golden: a structure, a member and a bit-field of other nodes.
// flags: -O2 -fno-upc-one-thread
#include <upc_relaxed.h>
struct s { int x; unsigned low : 3, high : 5; double v[4]; };
shared struct s a[THREADS];
void f(struct s *to, int n) {
    for (int i = 0; i < n; i++) {
        to[i] = a[i];
        a[i].high++;
        a[i].v[2] = to[i].x;
    }
}
