/* Part of abi.h: which iterations of a loop are the calling thread's, where that follows from
 * arithmetic.
 *
 * A loop of `count` iterations is counted from 0. In iteration k its place is start + factor * k,
 * and the iteration belongs to thread (place / block) mod THREADS, rounded down. An array of block
 * B has its places in elements; of an integer affinity the block is 1. Where the program itself
 * divides, negative places are otherwise: C rounds to 0, and its remainder may be negative.
 * `whole`: inside a controlling upc_forall, where every iteration is the thread's.
 */
#ifndef POLDER_ITERATIONS_H
#define POLDER_ITERATIONS_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

/* Whose negative places are. */
enum polder_below {
    polder_below_floor,     /* as others: rounded down, round the threads */
    polder_below_quotient,  /* upc_forall (...; i / B): rounded to 0, then round the threads */
    polder_below_remainder, /* if (i / B % THREADS == MYTHREAD): both as C has them */
    polder_below_unsigned   /* the same in unsigned arithmetic */
};

POLDER_INLINE unsigned long polder_owner_of_place(polder_env e, unsigned long place,
                                                  unsigned long block) {
    const unsigned long q = place / block;
    return q >> 40 ? q % e.threads : q - polder_quotient(e, q) * e.threads;
}
/* The same for any place. */
int polder_owns_below(unsigned long mythread, long place, long block, int below) POLDER_CALLED;
POLDER_INLINE int polder_owns_place(polder_env e, long place, long block, int below) {
    if (__builtin_expect(place < 0, 0)) return polder_owns_below(e.mythread, place, block, below);
    return polder_owner_of_place(e, (unsigned long)place, (unsigned long)block) == e.mythread;
}

/* How many iterations a loop has that runs from `from` to `to` (inclusive or not) in steps; the
 * caller knows that it has one. Numbers beyond 2^62 are never counted to. */
POLDER_INLINE long polder_trip_count(unsigned long from, unsigned long to, unsigned long step,
                                     int inclusive) {
    const unsigned long n = (to - from - !inclusive) / step;
    return n >> 62 ? 1L << 62 : (long)n + 1;
}
__extension__ typedef __int128 polder_signed_wide;
/* Is the place of any iteration negative? Those of unsigned numbers from 2^63 on are. */
POLDER_INLINE int polder_goes_below(long factor, long start, long count) {
    const polder_signed_wide last = (polder_signed_wide)factor * (count - 1) + start;
    return count > 0 && (start < 0 || last != (long)last || last < 0);
}

/* Where the caller's elements lie that a pointer counts in: of the block it points into, the first
 * one on the calling thread. */
POLDER_INLINE polder_ga polder_own_part(polder_env e, polder_ga ga, unsigned long phase,
                                        unsigned long size) {
    return ga - phase * size + ((polder_ga)(e.mythread - ((ga - e.base) >> e.shift)) << e.shift);
}

/* A place in units of rows; -1 if it is none's beginning. */
POLDER_INLINE long polder_row_of(long place, long length) {
    return place % length ? -1 : place / length;
}

/* Block 1: own iterations are `period` apart. */
long polder_period_of(unsigned long threads, unsigned long factor) POLDER_CALLED;
POLDER_INLINE long polder_own_period(polder_env e, int whole, long factor) {
    if (whole) return 1;
    if (factor == 1 || factor == -1) return (long)e.threads;
    return polder_period_of(e.threads, factor < 0 ? -(unsigned long)factor : (unsigned long)factor);
}
/* The first one; `count` if there is none. */
long polder_first_of_thread(unsigned long mythread, long factor, long start,
                            long count) POLDER_CALLED;
POLDER_INLINE long polder_own_first(polder_env e, int whole, long factor, long start, long count) {
    return whole ? 0 : polder_first_of_thread(e.mythread, factor, start, count);
}

/* Any block: own iterations come in runs, one for each own block. The first of the run at or behind
 * k; `count` if there is none. */
long polder_run_of_thread(unsigned long mythread, long factor, long start, long block, int below,
                          long k, long count) POLDER_CALLED;
POLDER_INLINE long polder_run_first(polder_env e, int whole, long factor, long start, long block,
                                    int below, long k, long count) {
    return whole ? k : polder_run_of_thread(e.mythread, factor, start, block, below, k, count);
}
/* Where a run that has begun at k ends. */
long polder_run_end(int whole, long factor, long start, long block, int below, long k,
                    long count) POLDER_CALLED;

/* The two where the caller knows that no place is negative and nobody else's iterations are wanted.
 * They are in place where places go up by a constant. */
POLDER_INLINE long polder_steps_to(long way, long by) { return (way - 1) / by + 1; } /* way > 0 */
POLDER_INLINE long polder_own_run_first(polder_env e, long factor, long start, long block, long k,
                                        long count) {
    const unsigned long place = (unsigned long)start + (unsigned long)factor * (unsigned long)k;
    const unsigned long q = place / (unsigned long)block;
    const long at = (long)polder_owner_of_place(e, q, 1);
    const long ahead = (long)e.mythread - at + (at > (long)e.mythread ? (long)e.threads : 0);
    long to;
    if (!__builtin_constant_p(factor) || factor <= 0 || factor > block)
        return polder_run_first(e, 0, factor, start, block, polder_below_floor, k, count);
    if (k >= count || ahead == 0) return k;
    if (__builtin_mul_overflow((long)q + ahead, block, &to)) return count;
    to = polder_steps_to(to - (long)place, factor);
    return to < count - k ? k + to : count;
}
POLDER_INLINE long polder_own_run_end(long factor, long start, long block, long k, long count) {
    const unsigned long place = (unsigned long)start + (unsigned long)factor * (unsigned long)k;
    long to;
    if (!__builtin_constant_p(factor) || factor <= 0)
        return polder_run_end(0, factor, start, block, polder_below_floor, k, count);
    if (__builtin_mul_overflow((long)(place / (unsigned long)block) + 1, block, &to)) return count;
    to = polder_steps_to(to - (long)place, factor);
    return to < count - k ? k + to : count;
}

/* A loop over all threads, one transfer of `bytes` with each: may it begin anywhere? Yes, if
 * targets do not overlap, and the private side is no shared memory, or the caller's own and apart
 * from `own`.
 *   first, second  the private sides of iterations 0 and 1
 *   written        they are the targets
 *   own            the shared side of the iteration in which the partner is the calling thread */
static __inline__ __attribute__((unused, no_profile_instrument_function)) int
polder_may_turn(polder_env e, const void *first, const void *second, unsigned long bytes,
                int written, polder_ga own) {
    const long step = (const char *)second - (const char *)first;
    const long all = step * (long)(e.threads - 1);
    const polder_ga low = (polder_ga)first + (polder_ga)(all < 0 ? all : 0);
    const polder_ga length = (polder_ga)(all < 0 ? -all : all) + bytes;
    const polder_ga begin = low + polder_node.shift - polder_node.first;
    const polder_ga mine =
        (polder_ga)polder_to_private(e.base + ((polder_ga)e.mythread << e.shift));
    const polder_ga target = (polder_ga)polder_to_private(own);
    if (written && (unsigned long)(step < 0 ? -step : step) < bytes) return 0;
    if (begin >= polder_node.length && begin + length - 1 >= polder_node.length &&
        begin + length > begin)
        return 1;
    return low - mine < 1UL << e.shift && low + length - mine <= 1UL << e.shift &&
           (target >= low + length || target + bytes <= low);
}
/* Of two transfers in such a loop: does one leave the other alone? Its private side over all
 * iterations must be apart from two ranges. One is what the other moves in the own iteration; the
 * second is the other's private side over all iterations. */
POLDER_INLINE polder_ga polder_side_low(polder_env e, const void *first, const void *second) {
    const long all = ((const char *)second - (const char *)first) * (long)(e.threads - 1);
    return (polder_ga)first + (polder_ga)(all < 0 ? all : 0);
}
POLDER_INLINE unsigned long polder_side_length(polder_env e, const void *first, const void *second,
                                               unsigned long bytes) {
    const long all = ((const char *)second - (const char *)first) * (long)(e.threads - 1);
    return (unsigned long)(all < 0 ? -all : all) + bytes;
}
static __inline__ __attribute__((unused, no_profile_instrument_function)) int
polder_side_disjoint(polder_env e, const void *first, const void *second, unsigned long bytes,
                     polder_ga own, unsigned long own_bytes) {
    const polder_ga low = polder_side_low(e, first, second);
    const polder_ga target = (polder_ga)polder_to_private(own);
    return low + polder_side_length(e, first, second, bytes) <= target || target + own_bytes <= low;
}
static __inline__ __attribute__((unused, no_profile_instrument_function)) int
polder_sides_disjoint(polder_env e, const void *first, const void *second, unsigned long bytes,
                      const void *other_first, const void *other_second,
                      unsigned long other_bytes) {
    const polder_ga low = polder_side_low(e, first, second);
    const polder_ga other = polder_side_low(e, other_first, other_second);
    return low + polder_side_length(e, first, second, bytes) <= other ||
           other + polder_side_length(e, other_first, other_second, other_bytes) <= low;
}
#endif
