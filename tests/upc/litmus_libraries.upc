// Appendix B and the libraries: copies are sets of relaxed accesses (B.3.2.1), non-blocking ones
// until they are synchronised, strict atomic operations are strict accesses, collective functions
// imply fences as their flags say (B.3.2.2).
// sanitize: not thread (the program races on purpose)
#include <upc_relaxed.h>

#include "litmus.h"
#include <upc_atomic.h>
#include <upc_collective.h>
#include <upc_nb.h>

static upc_atomicdomain_t *d;
static upc_op_t variable_set = UPC_SET, variable_get = UPC_GET; // not constants: done by the library

#define PUT(v, k) (c[i] = V(k), upc_memput(&(v)[C], &c[i], sizeof(int)))
#define GET(v, r) upc_memget(&r[i], &(v)[C], sizeof(int))
#define SET(v, k, op) (c[i] = V(k), upc_atomic_strict(d, 0, op, &(v)[C], &c[i], 0))
#define READ(v, r, op) upc_atomic_strict(d, &r[i], op, &(v)[C], 0, 0)

// Example 1 of B.3.2.1 with the fences it recommends: z is two cells.
ROLE(memput_between_fences, {
    const int two[2] = {V(1), V(2)};
    RW(x, 1);
    upc_fence;
    D;
    upc_memput(&z[C], two, sizeof two);
    D;
    upc_fence;
    RW(y, 2);
})
ROLE(read_all, {
    a[i] = SR(y);
    const int last = ((strict_cells_t)z)[C + 1];
    b[i] = V((last == V(2)) + (SR(z) == V(1)) + 1); // one more than how many of both are new
    c[i] = SR(x);
})
OUTCOME(out_of_order, (A(1) == 2 && (B(1) != 3 || CC(1) != 1)) || (CC(1) == 0 && (A(1) == 2 || B(1) > 1)))

ROLE(put_sw, PUT(x, 1); D; SW(y, 1))
ROLE(sr_get, a[i] = SR(y); D; GET(x, b))
ROLE(put_fence_put, PUT(x, 1); upc_fence; D; PUT(y, 1))
ROLE(get_fence_get, GET(y, a); upc_fence; D; GET(x, b))
ROLE(nb_sync_sw, c[i] = V(1); const upc_handle_t h = upc_memput_nb(&x[C], &c[i], sizeof(int)); D; upc_sync(h); SW(y, 1))
ROLE(sr_nb_sync, a[i] = SR(y); const upc_handle_t h = upc_memget_nb(&b[i], &x[C], sizeof(int)); D; upc_sync(h))
ROLE(nbi_sync_sw, c[i] = V(1); upc_memput_nbi(&x[C], &c[i], sizeof(int)); D; upc_synci(); SW(y, 1))
ROLE(sr_nbi_sync, a[i] = SR(y); upc_memget_nbi(&b[i], &x[C], sizeof(int)); D; upc_synci())
ROLE(strict_copy, strict_cells_t to = (strict_cells_t)x; c[i] = V(1); upc_memput(&to[C], &c[i], sizeof(int)); SW(y, 1))
ROLE(sr_rx, a[i] = SR(y); D; b[i] = RR(x))
OUTCOME(mp, A(1) == 1 && B(1) == 0)

ROLE(set_get_0, SET(x, 1, UPC_SET); D; READ(y, a, UPC_GET))
ROLE(set_get_1, SET(y, 1, UPC_SET); D; READ(x, a, UPC_GET))
ROLE(library_0, SET(x, 1, variable_set); D; READ(y, a, variable_get))
ROLE(library_1, SET(y, 1, variable_set); D; READ(x, a, variable_get))
ROLE(inc_0, RW(x, 1); D; upc_atomic_strict(d, 0, UPC_INC, &z[C], 0, 0); a[i] = RR(y))
ROLE(inc_1, RW(y, 1); D; upc_atomic_strict(d, 0, UPC_INC, &z[C + 1], 0, 0); a[i] = RR(x))
ROLE(get_0, RW(x, 1); D; READ(z, c, UPC_GET); a[i] = RR(y))
ROLE(get_1, RW(y, 1); D; READ(z, c, UPC_GET); a[i] = RR(x))
ROLE(cswap_0, const int no = -1; RW(x, 1); D; upc_atomic_strict(d, 0, UPC_CSWAP, &z[C], &no, &no); a[i] = RR(y))
ROLE(cswap_1, const int no = -1; RW(y, 1); D; upc_atomic_strict(d, 0, UPC_CSWAP, &z[C], &no, &no); a[i] = RR(x))
ROLE(rw_set, RW(x, 1); D; SET(y, 1, UPC_SET))
ROLE(get_rr, READ(y, a, UPC_GET); D; b[i] = RR(x))
ROLE(weak_0, RW(x, 1); D; upc_atomic_relaxed(d, &a[i], UPC_GET, &y[C], 0, 0))
ROLE(weak_1, RW(y, 1); D; upc_atomic_relaxed(d, &a[i], UPC_GET, &x[C], 0, 0))
OUTCOME(sb, A(0) == 0 && A(1) == 0)

// ---- collective functions ----

shared [] int source[2];
shared int copies[THREADS];
#define COLLECTIVE(name, move)                                                                                             \
    ROLE(name, {                                                                                                           \
        if (MYTHREAD == 0) RW(x, 1);                                                                                       \
        if (MYTHREAD == 1) RW(y, 1);                                                                                       \
        D;                                                                                                                 \
        move;                                                                                                              \
        a[i] = MYTHREAD ? RR(x) : RR(y);                                                                                   \
    })
COLLECTIVE(broadcast_my, upc_all_broadcast(copies, source, sizeof(int), UPC_IN_MYSYNC | UPC_OUT_NOSYNC))
COLLECTIVE(broadcast_out, upc_all_broadcast(copies, source, sizeof(int), UPC_IN_NOSYNC | UPC_OUT_MYSYNC))
COLLECTIVE(broadcast_all, upc_all_broadcast(copies, source, sizeof(int), 0))
COLLECTIVE(reduce_my, upc_all_reduceI(source, copies, UPC_ADD, THREADS, 1, NULL, UPC_IN_MYSYNC | UPC_OUT_MYSYNC))
ROLE(broadcast_sees, {
    if (MYTHREAD == 0) source[0] = V(1);
    D;
    upc_all_broadcast(copies, source, sizeof(int), UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
    a[i] = copies[MYTHREAD ? 0 : THREADS - 1];
    upc_barrier;
})
OUTCOME(not_there, A(0) == 0 || A(1) == 0)

static const struct shape shapes[] = {
    {"B.3.2.1 example 1: upc_memput between fences", 2, {memput_between_fences, read_all}, out_of_order},
    {"MP, upc_memput SW against SR upc_memget", 2, {put_sw, sr_get}, mp},
    {"MP, copies and fences", 2, {put_fence_put, get_fence_get}, mp},
    {"MP, upc_memput to strict data", 2, {strict_copy, sr_rx}, mp},
    {"MP, upc_memput_nb upc_sync SW against SR upc_memget_nb", 2, {nb_sync_sw, sr_nb_sync}, mp},
    {"MP, implicit handles", 2, {nbi_sync_sw, sr_nbi_sync}, mp},
    {"SB, strict atomics", 2, {set_get_0, set_get_1}, sb},
    {"SB, strict atomics of the library", 2, {library_0, library_1}, sb},
    {"SB, strict UPC_INC between", 2, {inc_0, inc_1}, sb},
    {"SB, strict UPC_GET between", 2, {get_0, get_1}, sb},
    {"SB, strict UPC_CSWAP that fails between", 2, {cswap_0, cswap_1}, sb},
    {"MP, strict atomic flag", 2, {rw_set, get_rr}, mp},
    {"SB, RW and relaxed UPC_GET", 2, {weak_0, weak_1}, never, sb},
    {"SB, upc_all_broadcast IN_MYSYNC", 0, {broadcast_my}, sb},
    {"SB, upc_all_broadcast OUT_MYSYNC", 0, {broadcast_out}, sb},
    {"SB, upc_all_broadcast ALLSYNC", 0, {broadcast_all}, sb},
    {"SB, upc_all_reduceI MYSYNC", 0, {reduce_my}, sb},
    {"upc_all_broadcast ALLSYNC sees what was written before", 0, {broadcast_sees}, not_there},
};

int main(void)
{
    d = upc_all_atomicdomain_alloc(UPC_INT, UPC_SET | UPC_GET | UPC_INC | UPC_CSWAP, 0);
    LITMUS(shapes);
    upc_all_atomicdomain_free(d);
    return 0;
}
