// Non-blocking copies: UPC 1.3, optional library, 7.9. On one node a copy is the processor's own work: there is nothing
// to overlap it with, so it is done at once and every handle is UPC_COMPLETE_HANDLE: any number may be outstanding. Another
// value is none that was ever given out.
#include "runtime/core/job.h"
#include "runtime/rma/copy.h"

using namespace polder;

using upc_handle_t = unsigned long;

namespace {

void check_handle(const char *function, upc_handle_t handle) {
    if (__builtin_expect(handle != 0, 0))
        job_fail(1, "%s: %#lx is no handle of a non-blocking copy (was it set by upc_mem..._nb?)", function, handle);
}

} // namespace

extern "C" {

void upc_memcpy_nbi(polder_gp dst, polder_gp src, std::size_t n) {
    copy_shared(dst.ga, src.ga, n);
}
void upc_memget_nbi(void *dst, polder_gp src, std::size_t n) {
    copy_get(dst, src.ga, n);
}
void upc_memput_nbi(polder_gp dst, const void *src, std::size_t n) {
    copy_put(dst.ga, src, n);
}
void upc_memset_nbi(polder_gp dst, int c, std::size_t n) {
    fill_shared(dst.ga, c, n);
}

upc_handle_t upc_memcpy_nb(polder_gp dst, polder_gp src, std::size_t n) {
    copy_shared(dst.ga, src.ga, n);
    return 0;
}
upc_handle_t upc_memget_nb(void *dst, polder_gp src, std::size_t n) {
    copy_get(dst, src.ga, n);
    return 0;
}
upc_handle_t upc_memput_nb(polder_gp dst, const void *src, std::size_t n) {
    copy_put(dst.ga, src, n);
    return 0;
}
upc_handle_t upc_memset_nb(polder_gp dst, int c, std::size_t n) {
    fill_shared(dst.ga, c, n);
    return 0;
}

int upc_sync_attempt(upc_handle_t handle) {
    check_handle("upc_sync_attempt", handle);
    return 1;
}
void upc_sync(upc_handle_t handle) {
    check_handle("upc_sync", handle);
}
int upc_synci_attempt(void) {
    return 1;
}
void upc_synci(void) {}

} // extern "C"
