// Pointers-to-shared: steps and comparisons need no division. The order of blocks is a number; where
// it is equal, the phase decides.
// emit: (p = polder_add_cyclic(polder_e, p, (long)(1), sizeof(long)))
// emit: polder_block_order(polder_e, p) < polder_block_order(polder_e, end)
// emit: polder_block_order(polder_e, end) >= polder_block_order(polder_e, p)
// emit: (q = polder_add_blocked(polder_e, q, (long)(1), sizeof(long), 4))
// emit: polder_is_before(polder_e, q, last, sizeof(long))
// emit: polder_sub_cyclic(polder_e, end, p, sizeof(long))
// emit: r < (s)
// emit-not: polder_block_order(polder_e, r
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
