// Non-blocking copies: UPC 1.3, optional library, 7.9. On one node a copy is the processor's own
// work. There is nothing to overlap it with, so it is done at once and its handle is
// UPC_COMPLETE_HANDLE. A copy over the network is under way when the call returns
// (runtime/rma/async.h); any number may be outstanding. Another value is none that was ever given
// out, or one that is used up.
#include "runtime/core/job.h"
#include "runtime/race/race.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"

using namespace polder;

using upc_handle_t = unsigned long;

namespace polder::upc {
namespace {

void check_handle(const char *function, upc_handle_t handle) {
    if (__builtin_expect(handle != 0 && !rma::async_is_handle(handle) && !race::race_copy_is_handle(handle), 0))
        job_fail(1, "%s: %#lx is no handle of a non-blocking copy (was it set by upc_mem..._nb?)", function, handle);
}

upc_handle_t start_copy(polder_ga dst, polder_ga src, std::size_t n) {
    if (n && (is_far(dst) || is_far(src))) return rma::async_copy(dst, src, n);
    rma::copy_shared(dst, src, n);
    return 0;
}
upc_handle_t start_get(void *dst, polder_ga src, std::size_t n) {
    if (n && is_far(src)) return rma::async_get(dst, src, n);
    rma::copy_get(dst, src, n);
    return 0;
}
upc_handle_t start_put(polder_ga dst, const void *src, std::size_t n) {
    if (n && is_far(dst)) return rma::async_put(dst, src, n);
    rma::copy_put(dst, src, n);
    return 0;
}
upc_handle_t start_fill(polder_ga dst, int c, std::size_t n) {
    if (n && is_far(dst)) return rma::async_fill(dst, c, n);
    rma::fill_shared(dst, c, n);
    return 0;
}

// A detector of races is told of copies on this node as under way until they are waited for, as
// they would be elsewhere.
enum class Scope { handle, implicit };

upc_handle_t begun(const race::RaceCopy &copy, Scope scope, const race::RaceSite &site) {
    if (!copy.bytes) return 0;
    if (scope == Scope::handle) return race::race_copy_begun(copy, site);
    race::race_copy_implicit(copy, site);
    return 0;
}

// Runs start(), which makes the copy or begins it.
template <class Start>
upc_handle_t watched(bool near, const race::RaceCopy &copy, Scope scope, const race::RaceSite &site, Start start) {
    const race::RaceCall call(site);
    const upc_handle_t handle = start();
    return near ? begun(copy, scope, site) : handle;
}

void *pointer(polder_ga ga) {
    return near_pointer(ga);
}

[[gnu::cold]] upc_handle_t watched_copy(polder_ga dst, polder_ga src, std::size_t n, Scope scope,
                                        const race::RaceSite &site) {
    return watched(ga_is_near(dst) && ga_is_near(src), {pointer(src), pointer(dst), n}, scope, site,
                   [&] { return start_copy(dst, src, n); });
}
[[gnu::cold]] upc_handle_t watched_get(void *dst, polder_ga src, std::size_t n, Scope scope,
                                       const race::RaceSite &site) {
    return watched(ga_is_near(src), {pointer(src), dst, n}, scope, site, [&] { return start_get(dst, src, n); });
}
[[gnu::cold]] upc_handle_t watched_put(polder_ga dst, const void *src, std::size_t n, Scope scope,
                                       const race::RaceSite &site) {
    return watched(ga_is_near(dst), {src, pointer(dst), n}, scope, site, [&] { return start_put(dst, src, n); });
}
[[gnu::cold]] upc_handle_t watched_fill(polder_ga dst, int c, std::size_t n, Scope scope, const race::RaceSite &site) {
    return watched(ga_is_near(dst), {nullptr, pointer(dst), n}, scope, site, [&] { return start_fill(dst, c, n); });
}

void implicitly(upc_handle_t handle) {
    if (handle) rma::async_implicit(handle);
}

} // namespace
} // namespace polder::upc

using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

void upc_memcpy_nbi(polder_gp dst, polder_gp src, std::size_t n) {
    if (race::race_watched())
        return implicitly(
            watched_copy(dst.ga, src.ga, n, Scope::implicit, {&upc_memcpy_nbi, __builtin_return_address(0)}));
    implicitly(start_copy(dst.ga, src.ga, n));
}
void upc_memget_nbi(void *dst, polder_gp src, std::size_t n) {
    if (race::race_watched())
        return implicitly(watched_get(dst, src.ga, n, Scope::implicit, {&upc_memget_nbi, __builtin_return_address(0)}));
    implicitly(start_get(dst, src.ga, n));
}
void upc_memput_nbi(polder_gp dst, const void *src, std::size_t n) {
    if (race::race_watched())
        return implicitly(watched_put(dst.ga, src, n, Scope::implicit, {&upc_memput_nbi, __builtin_return_address(0)}));
    implicitly(start_put(dst.ga, src, n));
}
void upc_memset_nbi(polder_gp dst, int c, std::size_t n) {
    if (race::race_watched())
        return implicitly(watched_fill(dst.ga, c, n, Scope::implicit, {&upc_memset_nbi, __builtin_return_address(0)}));
    implicitly(start_fill(dst.ga, c, n));
}

upc_handle_t upc_memcpy_nb(polder_gp dst, polder_gp src, std::size_t n) {
    if (race::race_watched())
        return watched_copy(dst.ga, src.ga, n, Scope::handle, {&upc_memcpy_nb, __builtin_return_address(0)});
    return start_copy(dst.ga, src.ga, n);
}
upc_handle_t upc_memget_nb(void *dst, polder_gp src, std::size_t n) {
    if (race::race_watched())
        return watched_get(dst, src.ga, n, Scope::handle, {&upc_memget_nb, __builtin_return_address(0)});
    return start_get(dst, src.ga, n);
}
upc_handle_t upc_memput_nb(polder_gp dst, const void *src, std::size_t n) {
    if (race::race_watched())
        return watched_put(dst.ga, src, n, Scope::handle, {&upc_memput_nb, __builtin_return_address(0)});
    return start_put(dst.ga, src, n);
}
upc_handle_t upc_memset_nb(polder_gp dst, int c, std::size_t n) {
    if (race::race_watched())
        return watched_fill(dst.ga, c, n, Scope::handle, {&upc_memset_nb, __builtin_return_address(0)});
    return start_fill(dst.ga, c, n);
}

int upc_sync_attempt(upc_handle_t handle) {
    check_handle("upc_sync_attempt", handle);
    if (race::race_copy_is_handle(handle)) {
        race::race_copy_waited(handle);
        return 1;
    }
    return handle == 0 || rma::async_try(handle);
}
void upc_sync(upc_handle_t handle) {
    check_handle("upc_sync", handle);
    if (race::race_copy_is_handle(handle)) return race::race_copy_waited(handle);
    if (handle) rma::async_wait(handle);
}
int upc_synci_attempt(void) {
    const int done = polder_job.one_node || rma::async_try_implicit();
    if (done && race::race_watched()) race::race_copies_waited();
    return done;
}
void upc_synci(void) {
    if (!polder_job.one_node) rma::async_wait_implicit();
    if (race::race_watched()) race::race_copies_waited();
}
#pragma GCC visibility pop
} // extern "C"
