/* Part of abi.h: shared memory that a loop goes through by C's own arithmetic.
 *
 * A block span is a range of indexes whose elements lie one behind the other. A stride leads from
 * block to block with an addition instead of a division. An array base descriptor is what indexes
 * from a pointer count from. How loops are made of them stands in
 * compiler/lower/runs/strip_mine.h.
 */
#ifndef POLDER_SPANS_H
#define POLDER_SPANS_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

/* A block span of a shared array: consecutive elements that lie one behind the other on one thread.
 * Element i, counted from where indexes count from, lies at bias + i * size for first <= i < end.
 * With one thread everything is one span. Null: one element at null. */
typedef struct polder_span {
    polder_ga bias;
    long first;
    long end;
} polder_span;
POLDER_INLINE polder_span polder_span_all(polder_ga ga) {
    const polder_span p = {ga, -(1L << 60), 1L << 60};
    return p;
}
/* The span that element `at` (any sign) is in: of an object with block B > 1, of a pointer with B
 * > 1. */
POLDER_INLINE polder_span polder_span_object(polder_env e, polder_ga ga, long at,
                                             unsigned long size, unsigned long block) {
    const long sign = at >> 63;
    const long b = (long)((unsigned long)(at ^ sign) / block) ^ sign;
    const long row = (long)polder_quotient(e, (unsigned long)(b ^ sign)) ^ sign;
    polder_span p;
    if (e.threads == 1) return polder_span_all(ga);
    p.bias = ga + (polder_ga)b * (e.segment - block * size) +
             (polder_ga)row * (block * size - e.threads * e.segment);
    p.first = b * (long)block;
    p.end = p.first + (long)block;
    return p;
}
POLDER_INLINE polder_span polder_span_pointer(polder_env e, polder_gp pointer, long at,
                                              unsigned long size, unsigned long block) {
    const long x = (long)pointer.phase + at;
    const long sign = x >> 63;
    const long b = (long)((unsigned long)(x ^ sign) / block) ^ sign;
    const long t = (long)((pointer.ga - e.base) >> e.shift) + b;
    const long down = t >> 63;
    const long row = (long)polder_quotient(e, (unsigned long)(t ^ down)) ^ down;
    polder_span p;
    if (e.threads == 1 && pointer.ga) return polder_span_all(pointer.ga);
    p.bias = pointer.ga + (polder_ga)b * (e.segment - block * size) +
             (polder_ga)row * (block * size - e.threads * e.segment);
    p.first = b * (long)block - (long)pointer.phase;
    p.end = p.first + (long)block;
    if (pointer.ga == 0) {
        p.bias = -((polder_ga)at * size);
        p.first = at;
        p.end = at + 1;
    }
    return p;
}
/* The two as calls: code for several nodes finds spans so. */
polder_span polder_span_object_seldom(polder_ga ga, long at, unsigned long size,
                                      unsigned long block) POLDER_CALLED;
polder_span polder_span_pointer_seldom(polder_gp pointer, long at, unsigned long size,
                                       unsigned long block) POLDER_CALLED;
/* A span that a function keeps for its next loop. Which span an element is in depends on what the
 * index counts from, on the index and on the layout alone. So it is found anew for another base,
 * and where the element lies outside. `base`: of a pointer; an object stays what it is. */
typedef struct polder_kept_span {
    polder_span span;
    polder_gp base;
} polder_kept_span;
POLDER_INLINE polder_span polder_span_object_kept(polder_kept_span *kept, polder_env e,
                                                  polder_ga ga, long at, unsigned long size,
                                                  unsigned long block) {
    (void)e;
    if (at < kept->span.first || at >= kept->span.end)
        kept->span = polder_span_object_seldom(ga, at, size, block);
    return kept->span;
}
POLDER_INLINE polder_span polder_span_pointer_kept(polder_kept_span *kept, polder_env e,
                                                   polder_gp pointer, long at, unsigned long size,
                                                   unsigned long block) {
    (void)e;
    if (at < kept->span.first || at >= kept->span.end || pointer.ga != kept->base.ga ||
        pointer.phase != kept->base.phase) {
        kept->base = pointer;
        kept->span = polder_span_pointer_seldom(pointer, at, size, block);
    }
    return kept->span;
}
/* The same of a pointer that the function never changes. */
POLDER_INLINE polder_span polder_span_pointer_same(polder_kept_span *kept, polder_env e,
                                                   polder_gp pointer, long at, unsigned long size,
                                                   unsigned long block) {
    (void)e;
    if (at < kept->span.first || at >= kept->span.end)
        kept->span = polder_span_pointer_seldom(pointer, at, size, block);
    return kept->span;
}
/* Where all elements of an array of whole pages a block lie in the order of their indexes
 * (runtime/abi/linear.cc); 0: nowhere. */
polder_ga polder_linear_map(polder_ga array, unsigned long block_bytes);
/* The span of all elements there are, of a pointer to a place with that phase: end is 0 if memory
 * does not hold them so. */
POLDER_INLINE polder_span polder_span_whole(polder_env e, polder_ga ga, unsigned long phase,
                                            unsigned long size, unsigned long block) {
    const polder_span none = {0, 0, 0};
    polder_ga linear = 0;
    if (e.threads == 1 && ga) return polder_span_all(ga);
    if (size * block % 4096 == 0 && phase == 0) linear = polder_linear_map(ga, size * block);
    return linear ? polder_span_all(linear) : none;
}
/* What indexes from a pointer count from, as indexes into an array do. Element i (any sign) is
 * element i + ahead >= 0 from origin. Origin lies some rows before the pointer
 * (polder_back_in_blocks). */
typedef struct polder_array_base {
    polder_ga origin;
    long ahead;
} polder_array_base;
POLDER_INLINE polder_array_base polder_array_base_of(polder_env e, polder_ga ga,
                                                     unsigned long phase, unsigned long size,
                                                     unsigned long block) {
    const unsigned long thread = polder_thread_of(e, ga);
    const unsigned long back = polder_back_in_blocks(e, block);
    polder_array_base f;
    f.origin = ga - (thread << e.shift) - ((size * block) << back) - phase * size;
    f.ahead = (long)((thread + (e.threads << back)) * block + phase);
    return f;
}
/* Element `place` of the b-th block behind the pointer's, from the pointer's place on;
 * polder_index_in_block says more. */
POLDER_INLINE polder_ga polder_from_in_block(polder_env e, polder_array_base f, long b, long place,
                                             unsigned long size, unsigned long block) {
    const unsigned long ahead = (unsigned long)f.ahead;
    return polder_index_in_block(e, f.origin, b + (long)(ahead / block),
                                 place + (long)(ahead % block), size, block);
}
/* A loop that touches elements low to high, `step` further each time: how many times that stays
 * inside the span, at most `most`. Not positive: not once. `low` lies in the span. */
POLDER_INLINE long polder_span_run(polder_span p, long low, long high, long step, long most) {
    long n;
    if (__builtin_constant_p(step) && step == 1) return p.end - high < most ? p.end - high : most;
    if (high >= p.end) return 0;
    if (step == 0) return most;
    n = (step > 0 ? (p.end - 1 - high) / step : (low - p.first) / -step) + 1;
    return n < most ? n : most;
}

/* In code for several nodes: the elements of one block span that a run of a loop touches. The first
 * iteration touches some from `low` to `high`. Each later one touches those `step` further on. A
 * span elsewhere has a buffer of 8192 bytes. */
typedef struct polder_far_part {
    long step;
    unsigned long size;  /* of an element */
    unsigned long block; /* 0: all elements lie one behind the other */
    /* What polder_far_cut finds. */
    polder_ga bias;    /* where element 0 would be */
    polder_ga address; /* of element `low` */
    long extent;       /* high - low */
    int elsewhere;
    char *buffer; /* what polder_far_begin is given */
} polder_far_part;
/* How many iterations a run may have, at most `most`. All of them stay inside the span of `low`. If
 * the span lies elsewhere, they fit into the buffer, too. */
long polder_far_cut(polder_far_part *part, polder_gp base, long low, long high, long most);
/* In a run of so many iterations: do the parts have no byte elsewhere in common? */
int polder_far_apart(const polder_far_part *one, const polder_far_part *other, long count);
/* Begins a run of so many iterations, and gives the place where element 0 would be. That place is
 * in the buffer if the span lies elsewhere. `read`: the run reads the buffer. Then the elements are
 * fetched, as by a relaxed read of each. */
void *polder_far_begin(polder_far_part *part, char *buffer, long count, int read);
/* Ends a run of so many iterations, each of which wrote `width` elements from low + first on. They
 * are sent if they lie elsewhere, as by a relaxed write of each. */
void polder_far_end(const polder_far_part *part, long first, long width, long count);

/* Of a variable v with element factor * v + rest: the least and the greatest value for which that
 * lies in the span. Not below `least`, not above `most`. */
POLDER_INLINE long polder_span_floor(long x, long by) {
    return by == 1 ? x : x / by - (x % by < 0);
}
POLDER_INLINE long polder_span_least(polder_span p, long factor, long rest, long least) {
    const long x = factor > 0 ? rest - p.first : p.end - 1 - rest;
    const long v = -polder_span_floor(x, factor > 0 ? factor : -factor);
    return v > least ? v : least;
}
POLDER_INLINE long polder_span_most(polder_span p, long factor, long rest, long most) {
    const long x = factor > 0 ? p.end - 1 - rest : rest - p.first;
    const long v = polder_span_floor(x, factor > 0 ? factor : -factor);
    return v < most ? v : most;
}

/* Do two stretches of memory, each from its first byte to the one behind its last, not overlap?
 * Two overlap where the first one ends behind the other's begin, by less than both lengths make.
 * So one comparison tells, and the lengths do not change from test to test. */
POLDER_INLINE int polder_disjoint(polder_ga low, polder_ga end, polder_ga other_low,
                                  polder_ga other_end) {
    return end - other_low - 1 >= (end - low) + (other_end - other_low) - 1;
}

/* Steps of whole blocks through shared memory, from a place of one block to the same place of the
 * next. A step is an addition, and one more where it leads past the last thread. The empty
 * assembly keeps that a branch, which is foreseen: a conditional move takes two instructions more
 * and waits for the comparison. `bytes`: of a block. */
typedef struct polder_stride {
    polder_ga step;
    polder_ga back; /* over all segments, and on by a block */
    polder_ga turn; /* from here on a step leads past the last thread */
} polder_stride;
POLDER_INLINE polder_stride polder_stride_by_blocks(polder_env e, long blocks,
                                                    unsigned long bytes) {
    const long sign = blocks >> 63;
    const long row = __builtin_constant_p(blocks) && blocks == 1
                         ? e.threads == 1
                         : (long)polder_quotient(e, (unsigned long)(blocks ^ sign)) ^ sign;
    const polder_ga round = (polder_ga)e.threads << e.shift;
    polder_stride w;
    const polder_ga threads_on = (polder_ga)(blocks - row * (long)e.threads) << e.shift;
    w.step = threads_on + (polder_ga)(row * (long)bytes);
    w.back = bytes - round;
    w.turn = e.base + round - threads_on;
    return w;
}
POLDER_INLINE polder_ga polder_stride_step(polder_stride w, polder_ga ga) {
    if (__builtin_expect(ga >= w.turn, 0)) {
        ga += w.back;
        __asm__("" : "+r"(ga));
    }
    return ga + w.step;
}
/* The same where data decide when a step comes: a branch would not be foreseen. */
POLDER_INLINE polder_ga polder_stride_step_any(polder_stride w, polder_ga ga) {
    const polder_ga next = ga + w.step;
    const polder_ga turned = ga + (w.step + w.back);
    return __builtin_expect_with_probability(ga >= w.turn, 1, 0.5) ? turned : next;
}
/* The same of a pointer, so that compilers see what it is based on. */
POLDER_INLINE const void *polder_stride_step_pointer(polder_stride w, const void *at) {
    const char *from = (const char *)at;
    if (__builtin_expect((polder_ga)from >= w.turn, 0)) {
        from += (long)w.back;
        __asm__("");
    }
    return from + (long)w.step;
}
/* The same in steps of less than a block. `w` is the stride of one block in that direction. */
POLDER_INLINE polder_gp polder_stride_step_inside(polder_stride w, polder_gp p, long elements,
                                                  unsigned long size, unsigned long block) {
    const unsigned long whole = elements > 0 ? block : -block;
    p.ga += (polder_ga)(elements * (long)size);
    p.phase += (unsigned long)elements;
    if (p.phase >= block) {
        p.phase -= whole;
        p.ga = polder_stride_step(w, p.ga - whole * size);
    }
    return p;
}
#endif
