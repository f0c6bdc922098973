// A loop behind the check of all its accesses, and with each check in its place.
// flags: -O2 -fno-upc-passes -fupc-check-ahead -fupc-strip-mine -fupc-check -fupc-nodes=one
// emit: polder_interval_up(polder_interval_at((1L)), polder_interval_at((long)(n)), 1L, 0L,
// emit: polder_interval_inside(polder_i_range, 64UL * (unsigned long)polder_e.threads, 0)
// emit: polder_interval_reached(polder_e, polder_p_from,
// emit: polder_interval_add(polder_interval_at(0L), polder_interval_subtract(polder_i_range,
// emit: polder_interval_at((1L)))), sizeof(double), 8UL, &polder_site
// emit: (polder_a_ptr[(long)(i)]) = (*(double *)polder_addr_1node(((polder_ga)((double *)
// emit: polder_addr_1node(p) + ((long)(i - 1)))))); } } } } else { for (int i = 1; i < n; i++)
// emit: (*(double *)polder_addr_1node(polder_index_blocked(polder_e, polder_s_a,
// emit: (long)(polder_checked_index(i, 64UL * polder_e.threads, 0, &polder_site
#include <upc_relaxed.h>
shared [64] double a[64 * THREADS];
void f(shared [] double *p, int n) {
    for (int i = 1; i < n; i++) a[i] = p[i - 1];
}
