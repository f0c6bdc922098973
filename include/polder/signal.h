/* <polder/signal.h>: puts with a signal, and waits for signals. A *signal* is an aligned word of 8
 * bytes in shared memory that others set or add to, and whose owner's node compares.
 *
 * A put with a signal changes the word once its bytes are visible there. A wait is an acquire: who
 * has seen the new value sees the bytes. Values are compared without sign. A wait makes progress
 * meanwhile; nobody needs to wake it. polder_put_signal and polder_signal_wait, in
 * <polder/transfer.h>, are the usual pair. C11 and C++. */
#ifndef POLDER_SIGNAL_H
#define POLDER_SIGNAL_H

#include <polder/memory.h>
#include <polder/transfer.h>

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum polder_signal_operation {
    POLDER_SIGNAL_ADD,
    POLDER_SIGNAL_SET
} polder_signal_operation;

/* The put of polder_put_signal, whose word becomes `value`. */
void polder_put_signal_set(polder_ga to, const void *from, size_t bytes, polder_ga signal,
                           uint64_t value);

typedef enum polder_relation {
    POLDER_EQ,
    POLDER_NE,
    POLDER_GT,
    POLDER_GE,
    POLDER_LT,
    POLDER_LE
} polder_relation;

/* Waits until the word, which lies on this node, is in that relation to `value`. Returns what the
 * word was then. The test looks once: 1 if the relation holds. Else it makes progress and returns
 * 0. */
uint64_t polder_signal_wait_until(polder_ga signal, polder_relation relation, uint64_t value);
int polder_signal_test(polder_ga signal, polder_relation relation, uint64_t value);

/* Of several words. skip: not 0 for those that are left out; may be null. With none left, all is
 * true at once, and any and some give count and 0. */
void polder_signals_wait_all(const polder_ga *signals, size_t count, const int *skip,
                             polder_relation relation, uint64_t value);
/* The index of one for which it holds. Successive calls begin behind the one found last. */
size_t polder_signals_wait_any(const polder_ga *signals, size_t count, const int *skip,
                               polder_relation relation, uint64_t value);
/* How many it holds for, at least one; `which` gets their indexes. */
size_t polder_signals_wait_some(const polder_ga *signals, size_t count, const int *skip,
                                polder_relation relation, uint64_t value, size_t *which);
/* One look each. polder_signals_test_any returns count if the relation holds for no word. */
int polder_signals_test_all(const polder_ga *signals, size_t count, const int *skip,
                            polder_relation relation, uint64_t value);
size_t polder_signals_test_any(const polder_ga *signals, size_t count, const int *skip,
                               polder_relation relation, uint64_t value);
size_t polder_signals_test_some(const polder_ga *signals, size_t count, const int *skip,
                                polder_relation relation, uint64_t value, size_t *which);

#ifdef __cplusplus
}
#endif

#include <polder/inline/signal.h>

#endif
