/* Intervals: what -fupc-check asks in front of a loop. Accesses of the loop then need no checks of
 * their own (compiler/lower/checks). check.h includes this header.
 *
 * An interval holds all values that an integer expression takes while the loop runs: those from low
 * to high. It may hold more. Values are as an index has them: of 64 bits, signed. An interval with
 * low above high belongs to code that never runs. Arithmetic that leaves 64 bits gives the interval
 * of all numbers. No object contains that, so the loop is checked access by access. */
#ifndef POLDER_INTERVALS_H
#define POLDER_INTERVALS_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

#include "abi.h"

#ifdef __cplusplus
extern "C" {
#endif

struct polder_interval {
    long low;
    long high;
};
#define POLDER_LONG_MAX 9223372036854775807L

POLDER_INLINE struct polder_interval polder_interval_of(long low, long high) {
    struct polder_interval s;
    s.low = low;
    s.high = high;
    return s;
}
POLDER_INLINE struct polder_interval polder_interval_at(long value) {
    return polder_interval_of(value, value);
}
POLDER_INLINE struct polder_interval polder_interval_all(void) {
    return polder_interval_of(-POLDER_LONG_MAX - 1, POLDER_LONG_MAX);
}
POLDER_INLINE long polder_least(long a, long b) { return a < b ? a : b; }
POLDER_INLINE long polder_most(long a, long b) { return a > b ? a : b; }

POLDER_INLINE struct polder_interval polder_interval_add(struct polder_interval a,
                                                         struct polder_interval b) {
    struct polder_interval s;
    if (__builtin_add_overflow(a.low, b.low, &s.low) ||
        __builtin_add_overflow(a.high, b.high, &s.high))
        return polder_interval_all();
    return s;
}
POLDER_INLINE struct polder_interval polder_interval_subtract(struct polder_interval a,
                                                              struct polder_interval b) {
    struct polder_interval s;
    if (__builtin_sub_overflow(a.low, b.high, &s.low) ||
        __builtin_sub_overflow(a.high, b.low, &s.high))
        return polder_interval_all();
    return s;
}
POLDER_INLINE struct polder_interval polder_interval_times(struct polder_interval a,
                                                           struct polder_interval b) {
    long c[4];
    if (__builtin_mul_overflow(a.low, b.low, &c[0]) ||
        __builtin_mul_overflow(a.low, b.high, &c[1]) ||
        __builtin_mul_overflow(a.high, b.low, &c[2]) ||
        __builtin_mul_overflow(a.high, b.high, &c[3]))
        return polder_interval_all();
    return polder_interval_of(polder_least(polder_least(c[0], c[1]), polder_least(c[2], c[3])),
                              polder_most(polder_most(c[0], c[1]), polder_most(c[2], c[3])));
}
POLDER_INLINE struct polder_interval polder_interval_and(struct polder_interval a,
                                                         struct polder_interval b) {
    if (a.low < 0 && b.low < 0) return polder_interval_all();
    return polder_interval_of(0, a.low < 0   ? b.high
                                 : b.low < 0 ? a.high
                                             : polder_least(a.high, b.high));
}
/* is_unsigned: the operands are unsigned, so a negative number stands for one beyond a long. */
POLDER_INLINE struct polder_interval
polder_interval_remainder(struct polder_interval a, struct polder_interval b, int is_unsigned) {
    if (b.low <= 0) return polder_interval_all();
    if (a.low >= 0) return polder_interval_of(0, polder_least(a.high, b.high - 1));
    return polder_interval_of(is_unsigned ? 0 : 1 - b.high, b.high - 1);
}
POLDER_INLINE struct polder_interval
polder_interval_quotient(struct polder_interval a, struct polder_interval b, int is_unsigned) {
    if (b.low <= 0 || (is_unsigned && a.low < 0)) return polder_interval_all();
    return polder_interval_of(polder_least(a.low / b.low, a.low / b.high),
                              polder_most(a.high / b.low, a.high / b.high));
}
POLDER_INLINE struct polder_interval polder_interval_right(struct polder_interval a, int bits,
                                                           int is_unsigned) {
    if (is_unsigned && a.low < 0)
        return bits > 0 ? polder_interval_of(0, (long)(~0UL >> bits)) : polder_interval_all();
    return polder_interval_of(a.low >> bits, a.high >> bits);
}
/* Either of the two. */
POLDER_INLINE struct polder_interval polder_interval_join(struct polder_interval a,
                                                          struct polder_interval b) {
    return polder_interval_of(polder_least(a.low, b.low), polder_most(a.high, b.high));
}
/* Converted to a type that holds the numbers from low to high. */
POLDER_INLINE struct polder_interval polder_interval_within(struct polder_interval a, long low,
                                                            long high) {
    return a.low >= low && a.high <= high ? a : polder_interval_of(low, high);
}
/* The variable of a loop that goes up from `start` by `step` while it is below `bound`; `inclusive`
 * 1: or equal. It has a type that holds numbers up to `most`, and must not pass that behind the
 * last iteration. */
POLDER_INLINE struct polder_interval polder_interval_up(struct polder_interval start,
                                                        struct polder_interval bound, long step,
                                                        long inclusive, long most) {
    if (bound.high > most - step) return polder_interval_all();
    return polder_interval_of(start.low, bound.high - 1 + inclusive);
}
/* The same downwards, of a type that holds numbers from `least` on. */
POLDER_INLINE struct polder_interval polder_interval_down(struct polder_interval start,
                                                          struct polder_interval bound, long step,
                                                          long inclusive, long least) {
    if (bound.low < least + step - 1 + inclusive) return polder_interval_all();
    return polder_interval_of(bound.low + 1 - inclusive, start.high);
}
/* While it is not `bound`, which is one number: it must meet that. */
POLDER_INLINE struct polder_interval polder_interval_until(struct polder_interval start,
                                                           struct polder_interval bound, int up) {
    if (bound.low != bound.high || (up ? start.high > bound.low : start.low < bound.high))
        return polder_interval_all();
    return up ? polder_interval_of(start.low, bound.high - 1)
              : polder_interval_of(bound.low + 1, start.high);
}

/* Are all of these indexes of an array of `count` elements?
 * beyond 1: one behind the last is one. */
POLDER_INLINE int polder_interval_inside(struct polder_interval s, unsigned long count,
                                         unsigned long beyond) {
    return s.low > s.high || (s.low >= 0 && (unsigned long)s.high < count + beyond);
}

/* Do all elements of these indexes lie in the live object that the pointer `from` leads to? The
 * elements lie one behind another. The object that the thread met last at the place is asked; the
 * runtime looks it up if that says no. */
int polder_interval_lookup(polder_ga from, struct polder_interval s, unsigned long size,
                           const struct polder_place *place);
POLDER_INLINE int polder_interval_reached(polder_env e, polder_ga from, struct polder_interval s,
                                          unsigned long size, unsigned long align,
                                          const struct polder_place *place) {
    const struct polder_met *m =
        (const struct polder_met *)((char *)&polder_met[place->number] + e.delta);
    const long far = 1L << (size < 1UL << 22 ? 40 : 20); /* so that no product leaves 64 bits */
    const unsigned long ga = from + (unsigned long)s.low * size;
    const unsigned long bytes = ((unsigned long)(s.high - s.low) + 1) * size;
    if (s.low > s.high) return 1;
    if (s.low < -far || s.high > far || (from & (align - 1))) return 0;
    if (__builtin_expect(polder_met_before(e, from, ga, bytes, m), 1)) return 1;
    return polder_interval_lookup(from, s, size, place);
}
/* The same of elements that are dealt out to the threads in blocks of `block` elements. */
int polder_interval_dealt(polder_ga from, unsigned long phase, struct polder_interval s,
                          unsigned long size, unsigned long block, unsigned long align);

/* Which indexes of the pointer `from` are right: `count` from `first` on; 0: each is looked up. */
struct polder_reach {
    long first;
    unsigned long count;
    polder_ga from;
    unsigned long phase;
    unsigned long size;
    unsigned long block; /* in elements; 0: they lie one behind another */
    unsigned long align;
};
struct polder_reach polder_reach_of(polder_ga from, unsigned long phase, unsigned long size,
                                    unsigned long block, unsigned long align);
/* The rest of polder_in_reach: looks the element up, and ends the job if it is wrong. */
void polder_check_reached(long index, const struct polder_reach *reach,
                          const struct polder_place *place) POLDER_COLD;
/* first, count: those of the reach, which compilers keep in registers. */
POLDER_INLINE long polder_in_reach(long index, long first, unsigned long count,
                                   const struct polder_reach *reach,
                                   const struct polder_place *place) {
    if (__builtin_expect((unsigned long)index - (unsigned long)first >= count, 0))
        polder_check_reached(index, reach, place);
    return index;
}

#ifdef __cplusplus
}
#endif

#endif
