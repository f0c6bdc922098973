// <polder/scope.h> on the scopes of runtime/rma. A detector of races is told of transfers in scopes
// as of blocking ones.
#include "runtime/api/atomic_types.h"
#include "runtime/api/signal.h"
#include "runtime/net/net.h"
#include "runtime/race/race.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"

#include <polder/scope.h>
#include <polder/transfer.h>

using namespace polder;
using namespace polder::api;

namespace polder::api {
namespace {

rma::ScopeNumber known(polder_scope scope, const char *function) {
    if (!rma::scope_exists(scope)) job_fail(1, "%s: %u is no scope of this thread, or has ended", function, scope);
    return scope;
}

} // namespace
} // namespace polder::api

extern "C" {
#pragma GCC visibility push(default)

polder_scope polder_scope_make(void) {
    return rma::scope_make();
}

void polder_scope_end(polder_scope scope) {
    if (scope == rma::implicit_scope) job_fail(1, "polder_scope_end: scope 0 does not end");
    rma::scope_end(known(scope, "polder_scope_end"));
}

void polder_scope_put(polder_scope scope, polder_ga to, const void *from, size_t bytes) {
    known(scope, "polder_scope_put");
    if (race::race_watched()) return polder_put(to, from, bytes);
    rma::scope_order(scope, to);
    rma::scope_join(scope, rma::async_put(to, from, bytes));
}

void polder_scope_get(polder_scope scope, void *to, polder_ga from, size_t bytes) {
    known(scope, "polder_scope_get");
    if (race::race_watched()) return polder_get(to, from, bytes);
    rma::scope_join(scope, rma::async_get(to, from, bytes));
}

void polder_scope_copy(polder_scope scope, polder_ga to, polder_ga from, size_t bytes) {
    known(scope, "polder_scope_copy");
    if (race::race_watched()) return polder_copy(to, from, bytes);
    rma::scope_order(scope, to);
    rma::scope_join(scope, rma::async_copy(to, from, bytes));
}

void polder_scope_put_signal(polder_scope scope, polder_ga to, const void *from, size_t bytes, polder_ga signal,
                             uint64_t value, polder_signal_operation operation) {
    known(scope, "polder_scope_put_signal");
    const rma::AsyncSignal word = {signal, value, operation == POLDER_SIGNAL_SET};
    if (race::race_watched())
        return put_with_signal(to, from, bytes, word, {&polder_scope_put_signal, __builtin_return_address(0)});
    rma::scope_order(scope, bytes ? to : signal);
    rma::scope_join(scope, rma::async_put_signal(to, from, bytes, word, scope));
}

void polder_scope_put_signal_buffered(polder_scope scope, polder_ga to, const void *from, size_t bytes,
                                      polder_ga signal, uint64_t value, polder_signal_operation operation) {
    known(scope, "polder_scope_put_signal_buffered");
    const rma::AsyncSignal word = {signal, value, operation == POLDER_SIGNAL_SET};
    if (race::race_watched())
        return put_with_signal(to, from, bytes, word, {&polder_scope_put_signal_buffered, __builtin_return_address(0)});
    rma::scope_order(scope, bytes ? to : signal);
    const rma::TransferHandle handle = rma::async_put_signal(to, from, bytes, word, scope);
    if (handle) net::net_wait({WaitKind::copy, to, ga_thread(to), true}, [&] { return rma::async_is_read(handle); });
    rma::scope_join(scope, handle);
}

void polder_scope_put_buffered(polder_scope scope, polder_ga to, const void *from, size_t bytes) {
    known(scope, "polder_scope_put_buffered");
    if (race::race_watched()) return polder_put(to, from, bytes);
    rma::scope_order(scope, to);
    rma::copy_put(to, from, bytes, scope);
}

void polder_scope_atomic(polder_scope scope, polder_type type, polder_operation operation, polder_ga target,
                         const void *operand, const void *second, void *before) {
    known(scope, "polder_scope_atomic");
    race::race_at({&polder_scope_atomic, __builtin_return_address(0)});
    const atomic::AtomicRequest request =
        atomic_request("polder_scope_atomic", type, operation, operand, second, before);
    rma::scope_order(scope, target);
    rma::scope_join(scope, rma::async_atomic(target, request, scope));
}

size_t polder_scope_count(polder_scope scope) {
    return rma::scope_count(known(scope, "polder_scope_count"));
}

int polder_scope_test(polder_scope scope) {
    return rma::scope_try(known(scope, "polder_scope_test"));
}

void polder_scope_wait(polder_scope scope) {
    rma::scope_wait(known(scope, "polder_scope_wait"));
}

void polder_scope_fence(polder_scope scope) {
    rma::scope_fence(known(scope, "polder_scope_fence"));
}
#pragma GCC visibility pop
} // extern "C"
