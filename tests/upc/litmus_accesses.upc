// Appendix B: outcomes of strict, relaxed and local accesses and of fences. Examples are those of
// B.5; the other names are the usual ones of such races: MP message passing, SB store buffering, LB
// load buffering, IRIW independent reads of independent writes, WRC write to read causality, RWC
// read to write causality, 2+2W, R, S, ISA2.
// sanitize: not thread (the program races on purpose)
#include <upc_relaxed.h>

#include "litmus.h"

// Two accesses a role, on two variables.
ROLE(rx_rwx2, a[i] = RR(x); D; RW(x, 2))
ROLE(rx_rwx1, a[i] = RR(x); D; RW(x, 1))
ROLE(sx_swx2, a[i] = SR(x); D; SW(x, 2))
ROLE(sx_swx1, a[i] = SR(x); D; SW(x, 1))
ROLE(swx2_sx, SW(x, 2); D; a[i] = SR(x))
ROLE(swx1_sx, SW(x, 1); D; a[i] = SR(x))
ROLE(rwx_rwy, RW(x, 1); D; RW(y, 1))
ROLE(ry_rx, a[i] = RR(y); D; b[i] = RR(x))
ROLE(rwx_ry, RW(x, 1); D; a[i] = RR(y))
ROLE(rwy_rx, RW(y, 1); D; a[i] = RR(x))
ROLE(ex6_0, RW(x, 1); SW(y, 1); D; RW(x, 2))
ROLE(rx_rx, a[i] = RR(x); D; b[i] = RR(x))
ROLE(ex7_1, a[i] = RR(x); D; RW(x, 3); D; b[i] = RR(x))
ROLE(rwx1_rwx2, RW(x, 1); D; RW(x, 2))
ROLE(sx_sx, a[i] = SR(x); D; b[i] = SR(x))
ROLE(sy_sx, a[i] = SR(y); D; b[i] = SR(x))
ROLE(rwx_swy, RW(x, 1); D; SW(y, 1))
ROLE(ex10_1, a[i] = RR(y); b[i] = RR(x); D; c[i] = RR(x))
OUTCOME(a1_a2, A(0) == 1 && A(1) == 2)
OUTCOME(mp, A(1) == 1 && B(1) == 0)
OUTCOME(sb, A(0) == 0 && A(1) == 0)
OUTCOME(a2_b1, A(1) == 2 && B(1) == 1)
OUTCOME(ex7, A(1) == 2 && B(1) == 1)
OUTCOME(ex10, A(1) == 1 && B(1) == 1 && CC(1) == 0)

ROLE(sy_rx, a[i] = SR(y); D; b[i] = RR(x))
ROLE(fence_xy, RW(x, 1); D; upc_fence; D; RW(y, 1))
ROLE(y_fence_x, a[i] = RR(y); D; upc_fence; D; b[i] = RR(x))
ROLE(local_xy, LW(x, 1); D; SW(y, 1))
ROLE(y_local_x, a[i] = SR(y); D; b[i] = LR(x))
ROLE(swx_sy, SW(x, 1); D; a[i] = SR(y))
ROLE(swy_sx, SW(y, 1); D; a[i] = SR(x))
ROLE(x_fence_ry, RW(x, 1); D; upc_fence; D; a[i] = RR(y))
ROLE(y_fence_rx, RW(y, 1); D; upc_fence; D; a[i] = RR(x))
ROLE(rwx_sy, RW(x, 1); D; a[i] = SR(y))
ROLE(swy_rx, SW(y, 1); D; a[i] = RR(x))
ROLE(lwx_sy, LW(x, 1); D; a[i] = SR(y))
ROLE(swy_lx, SW(y, 1); D; a[i] = LR(x))
// a strict access to something else is between
ROLE(x_swz_y, RW(x, 1); D; SW(z, 1); D; a[i] = RR(y))
ROLE(y_srz_x, RW(y, 1); D; (void)SR(z); D; a[i] = RR(x))
ROLE(sx_swy, a[i] = SR(x); D; SW(y, 1))
ROLE(sy_swx, a[i] = SR(y); D; SW(x, 1))
ROLE(rx_fence_y, a[i] = RR(x); D; upc_fence; D; RW(y, 1))
ROLE(ry_fence_x, a[i] = RR(y); D; upc_fence; D; RW(x, 1))
ROLE(rx_swy, a[i] = RR(x); D; SW(y, 1))
ROLE(sy_rwx, a[i] = SR(y); D; RW(x, 1))
OUTCOME(lb, A(0) == 1 && A(1) == 1)

// Three and four roles.
ROLE(swx, SW(x, 1))
ROLE(swy, SW(y, 1))
ROLE(rwx, RW(x, 1))
ROLE(rwy, RW(y, 1))
ROLE(read_xy, a[i] = SR(x); D; b[i] = SR(y))
ROLE(read_yx, a[i] = SR(y); D; b[i] = SR(x))
ROLE(x_fence_y, a[i] = RR(x); upc_fence; D; b[i] = RR(y))
ROLE(y_fence_x2, a[i] = RR(y); upc_fence; D; b[i] = RR(x))
OUTCOME(iriw, A(2) == 1 && B(2) == 0 && A(3) == 1 && B(3) == 0)
OUTCOME(wrc, A(1) == 1 && A(2) == 1 && B(2) == 0)
ROLE(sy_swz, a[i] = SR(y); D; SW(z, 1))
ROLE(sz_rx, a[i] = SR(z); D; b[i] = RR(x))
ROLE(swy_rx3, SW(y, 1); D; a[i] = RR(x))
OUTCOME(rwc, A(1) == 1 && B(1) == 0 && A(2) == 0)

// Who wrote last.
ROLE(x1_y2, SW(x, 1); D; SW(y, 2))
ROLE(y1_x2, SW(y, 1); D; SW(x, 2))
ROLE(rx1_y2, RW(x, 1); D; SW(y, 2))
ROLE(ry1_x2, RW(y, 1); D; SW(x, 2))
OUTCOME(two_writes, LAST(0) == 1 && LAST(1) == 1)
ROLE(swy2_rx, SW(y, 2); D; a[i] = RR(x))
OUTCOME(r, LAST(1) == 2 && A(1) == 0)
ROLE(rwx2_swy, RW(x, 2); D; SW(y, 1))
OUTCOME(s, A(1) == 1 && LAST(0) == 2)

static const struct shape shapes[] = {
    {"example 1: relaxed read and write of one variable", 2, {rx_rwx2, rx_rwx1}, never, a1_a2},
    {"example 2: the same, strict", 2, {sx_swx2, sx_swx1}, a1_a2},
    {"example 3: MP, relaxed", 2, {rwx_rwy, ry_rx}, never, mp},
    {"example 4: SB, relaxed", 2, {rwx_ry, rwy_rx}, never, sb},
    {"example 5: writes of one variable, strict", 2, {swx2_sx, swx1_sx}, a1_a2},
    {"example 6: relaxed reads of one variable", 2, {ex6_0, rx_rx}, never, a2_b1},
    {"example 7: with a write between them", 2, {ex6_0, ex7_1}, ex7},
    {"example 8: strict reads of one variable", 2, {rwx1_rwx2, sx_sx}, a2_b1},
    {"example 9: strict reads of relaxed writes", 2, {rwx_rwy, sy_sx}, never, mp},
    {"example 10: relaxed reads of a strict write", 2, {rwx_swy, ex10_1}, never, ex10},
    {"MP, strict flag", 2, {rwx_swy, sy_rx}, mp},
    {"MP, fences", 2, {fence_xy, y_fence_x}, mp},
    {"MP, local accesses and strict flag", 2, {local_xy, y_local_x}, mp},
    {"SB, strict", 2, {swx_sy, swy_sx}, sb},
    {"SB, fences", 2, {x_fence_ry, y_fence_rx}, sb},
    {"SB, RW SR against SW RR", 2, {rwx_sy, swy_rx}, sb},
    {"SB, LW SR against SW LR", 2, {lwx_sy, swy_lx}, sb},
    {"SB, strict accesses to another variable between", 2, {x_swz_y, y_srz_x}, sb},
    {"LB, strict", 2, {sx_swy, sy_swx}, lb},
    {"LB, fences", 2, {rx_fence_y, ry_fence_x}, lb},
    {"LB, RR SW against SR RW", 2, {rx_swy, sy_rwx}, lb},
    {"IRIW, strict", 4, {swx, swy, read_xy, read_yx}, iriw},
    {"IRIW, relaxed writes", 4, {rwx, rwy, read_xy, read_yx}, iriw},
    {"IRIW, relaxed with fences", 4, {rwx, rwy, x_fence_y, y_fence_x2}, never, iriw},
    {"WRC, strict but for the first write and the last read", 3, {rwx, sx_swy, sy_rx}, wrc},
    {"RWC, strict but for the first write and the last read", 3, {rwx, read_xy, swy_rx3}, rwc},
    {"ISA2, strict flags", 3, {rwx_swy, sy_swz, sz_rx}, wrc},
    {"2+2W, strict", 2, {x1_y2, y1_x2}, two_writes},
    {"2+2W, RW SW", 2, {rx1_y2, ry1_x2}, two_writes},
    {"R, RW SW against SW RR", 2, {rwx_swy, swy2_rx}, r},
    {"S, RW SW against SR RW", 2, {rwx2_swy, sy_rwx}, s},
};

int main(void)
{
    LITMUS(shapes);
    return 0;
}
