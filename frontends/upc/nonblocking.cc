// Non-blocking copies: UPC 1.3, optional library, 7.9. On one node a copy is the processor's own work: there is nothing to overlap it
// with, so it is done at once and its handle is UPC_COMPLETE_HANDLE. What goes over the network is under way when the call returns
// (runtime/rma/async.h); any number may be outstanding. Another value is none that was ever given out, or one that is used up.
#include "runtime/core/job.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"

using namespace polder;

using upc_handle_t = unsigned long;

namespace polder {
namespace {

void check_handle(const char *function, upc_handle_t handle) {
    if (__builtin_expect(handle != 0 && !async_is_handle(handle), 0))
        job_fail(1, "%s: %#lx is no handle of a non-blocking copy (was it set by upc_mem..._nb?)", function, handle);
}

upc_handle_t start_copy(polder_ga dst, polder_ga src, std::size_t n) {
    if (n && (is_far(dst) || is_far(src))) return async_copy(dst, src, n);
    return copy_shared(dst, src, n), 0;
}
upc_handle_t start_get(void *dst, polder_ga src, std::size_t n) {
    if (n && is_far(src)) return async_get(dst, src, n);
    return copy_get(dst, src, n), 0;
}
upc_handle_t start_put(polder_ga dst, const void *src, std::size_t n) {
    if (n && is_far(dst)) return async_put(dst, src, n);
    return copy_put(dst, src, n), 0;
}
upc_handle_t start_fill(polder_ga dst, int c, std::size_t n) {
    if (n && is_far(dst)) return async_fill(dst, c, n);
    return fill_shared(dst, c, n), 0;
}

void implicitly(upc_handle_t handle) {
    if (handle) async_implicit(handle);
}

} // namespace
} // namespace polder

extern "C" {
#pragma GCC visibility push(default)

void upc_memcpy_nbi(polder_gp dst, polder_gp src, std::size_t n) {
    implicitly(start_copy(dst.ga, src.ga, n));
}
void upc_memget_nbi(void *dst, polder_gp src, std::size_t n) {
    implicitly(start_get(dst, src.ga, n));
}
void upc_memput_nbi(polder_gp dst, const void *src, std::size_t n) {
    implicitly(start_put(dst.ga, src, n));
}
void upc_memset_nbi(polder_gp dst, int c, std::size_t n) {
    implicitly(start_fill(dst.ga, c, n));
}

upc_handle_t upc_memcpy_nb(polder_gp dst, polder_gp src, std::size_t n) {
    return start_copy(dst.ga, src.ga, n);
}
upc_handle_t upc_memget_nb(void *dst, polder_gp src, std::size_t n) {
    return start_get(dst, src.ga, n);
}
upc_handle_t upc_memput_nb(polder_gp dst, const void *src, std::size_t n) {
    return start_put(dst.ga, src, n);
}
upc_handle_t upc_memset_nb(polder_gp dst, int c, std::size_t n) {
    return start_fill(dst.ga, c, n);
}

int upc_sync_attempt(upc_handle_t handle) {
    check_handle("upc_sync_attempt", handle);
    return handle == 0 || async_try(handle);
}
void upc_sync(upc_handle_t handle) {
    check_handle("upc_sync", handle);
    if (handle) async_wait(handle);
}
int upc_synci_attempt(void) {
    return polder_job.one_node || async_try_implicit();
}
void upc_synci(void) {
    if (!polder_job.one_node) async_wait_implicit();
}
#pragma GCC visibility pop
} // extern "C"
