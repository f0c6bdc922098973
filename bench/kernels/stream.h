/* STREAM's triad, a = b + 3 c, on arrays larger than the caches; twisted: each thread on what
 * another one owns. Both sides share sizes and values.
 *
 *     S 2^12 elements a thread, W 2^18, A 2^21 */
#ifndef BENCH_STREAM_H
#define BENCH_STREAM_H

#include "../apps/program.h"

enum { STREAM_MOST = 2 << 20 }; /* elements a thread */

/* Elements a thread; 0: no such class. */
static inline long stream_elements(char class) {
    return class == 'S' ? 1 << 12 : class == 'W' ? 1 << 18 : class == 'A' ? STREAM_MOST : 0;
}

static inline double stream_b(long i) {
    return (double)(i % 1021);
}
static inline double stream_c(long i) {
    return (double)(i % 509);
}

/* The same numbers as the triad's, as all of them are whole and small. */
static inline double stream_expected(long i) {
    return stream_b(i) + 3.0 * stream_c(i);
}

#endif
