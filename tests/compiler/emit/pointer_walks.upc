// Pointers-to-shared: steps and comparisons of block 1 need no division and no multiplication by the size; with a phase the
// difference decides.
// emit: (p = polder_add_cyclic(polder_e, p, (long)(1), sizeof(long)))
// emit: polder_order_cyclic(polder_e, p, end) < 0
// emit: polder_order_cyclic(polder_e, end, p) >= 0
// emit: (q = polder_add_blocked(polder_e, q, (long)(1), sizeof(long), 4))
// emit: polder_sub_blocked(polder_e, q, last, sizeof(long), 4) < 0
// emit: polder_sub_cyclic(polder_e, end, p, sizeof(long))
// emit: r < (s)
// emit-not: polder_order_cyclic(polder_e, r
long cyclic(shared long *p, shared long *end)
{
    long sum = 0;
    for (; p < end; p++) sum += *p;
    return end >= p ? sum + (end - p) : 0;
}

long blocked(shared [4] long *q, shared [4] long *last)
{
    long sum = 0;
    for (; q < last; ++q) sum += *q;
    return sum;
}

int indefinite(shared [] long *r, shared [] long *s) { return r < (s); }
