/* <polder/scope.h>: completion scopes. A *scope* is a set of transfers that are counted, tested and
 * waited for together, apart from all others of the thread. Libraries in one program each have
 * their own, and so does each stream of work in one.
 *
 * Scopes are numbered, and belong to the thread that made them. Scope 0 is the implicit one, of
 * polder_put_implicit and upc_memput_nbi. It always exists. Any system thread of the thread may use
 * a scope and wait for it.
 *
 * Order. A transfer is in no order with others to or from the same bytes until its scope has been
 * waited for or fenced. *Buffered* are puts of polder_scope_put_buffered, and atomic operations
 * without `before`. They take effect in program order on the same bytes, whatever their scope.
 * polder_flush, polder_flush_all and barriers complete them, too. Inside the node every transfer is
 * complete when the call returns. C11 and C++. */
#ifndef POLDER_SCOPE_H
#define POLDER_SCOPE_H

#include <polder/atomics.h>
#include <polder/memory.h>
#include <polder/signal.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned polder_scope;

polder_scope polder_scope_make(void);
/* Waits for its transfers. */
void polder_scope_end(polder_scope scope);

/* Non-blocking: the local memory is the transfer's until the scope has been waited for. */
void polder_scope_put(polder_scope scope, polder_ga to, const void *from, size_t bytes);
void polder_scope_get(polder_scope scope, void *to, polder_ga from, size_t bytes);
void polder_scope_copy(polder_scope scope, polder_ga to, polder_ga from, size_t bytes);
void polder_scope_put_signal(polder_scope scope, polder_ga to, const void *from, size_t bytes,
                             polder_ga signal, uint64_t value, polder_signal_operation operation);
/* As polder_put: these return once the source may be reused. */
void polder_scope_put_buffered(polder_scope scope, polder_ga to, const void *from, size_t bytes);
void polder_scope_put_signal_buffered(polder_scope scope, polder_ga to, const void *from,
                                      size_t bytes, polder_ga signal, uint64_t value,
                                      polder_signal_operation operation);
/* As polder_atomic_do. What was there is in *before once the scope has been waited for; null: not
 * wanted. The operands are taken on return. */
void polder_scope_atomic(polder_scope scope, polder_type type, polder_operation operation,
                         polder_ga target, const void *operand, const void *second, void *before);

/* Of what the scope was given so far: how much is not complete; whether all is, making progress;
 * until it is. */
size_t polder_scope_count(polder_scope scope);
int polder_scope_test(polder_scope scope);
void polder_scope_wait(polder_scope scope);
/* What the scope was given before takes effect before what it is given later, for each thread that
 * is written to. It does not wait: what is given later to a thread of another node waits for what
 * went to that node before. */
void polder_scope_fence(polder_scope scope);

#ifdef __cplusplus
}
#endif

#endif
