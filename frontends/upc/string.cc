// Shared string handling: UPC 1.3, 7.2.5. Relaxed accesses; nothing is ordered but by what the
// program does around them.
#include "runtime/race/race.h"
#include "runtime/rma/copy.h"

namespace polder::upc {
namespace {

// With a detector of races, for which the calls below leave their short way.
[[gnu::cold, gnu::noinline]] void watched_copy(polder_ga dst, polder_ga src, std::size_t n,
                                               const race::RaceSite &site) {
    const race::RaceCall call(site);
    call.reads(src, n);
    call.writes(dst, n);
    rma::copy_shared(dst, src, n);
}
[[gnu::cold, gnu::noinline]] void watched_get(void *dst, polder_ga src, std::size_t n, const race::RaceSite &site) {
    const race::RaceCall call(site);
    call.reads(src, n);
    call.writes(dst, n);
    rma::copy_get(dst, src, n);
}
[[gnu::cold, gnu::noinline]] void watched_put(polder_ga dst, const void *src, std::size_t n,
                                              const race::RaceSite &site) {
    const race::RaceCall call(site);
    call.reads(src, n);
    call.writes(dst, n);
    rma::copy_put(dst, src, n);
}
[[gnu::cold, gnu::noinline]] void watched_fill(polder_ga dst, int c, std::size_t n, const race::RaceSite &site) {
    const race::RaceCall call(site);
    call.writes(dst, n);
    rma::fill_shared(dst, c, n);
}

} // namespace
} // namespace polder::upc

using namespace polder;
using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

void upc_memcpy(polder_gp dst, polder_gp src, std::size_t n) {
    if (race::race_watched()) return watched_copy(dst.ga, src.ga, n, {&upc_memcpy, __builtin_return_address(0)});
    rma::copy_shared(dst.ga, src.ga, n);
}

void upc_memget(void *dst, polder_gp src, std::size_t n) {
    if (race::race_watched()) return watched_get(dst, src.ga, n, {&upc_memget, __builtin_return_address(0)});
    rma::copy_get(dst, src.ga, n);
}

void upc_memput(polder_gp dst, const void *src, std::size_t n) {
    if (race::race_watched()) return watched_put(dst.ga, src, n, {&upc_memput, __builtin_return_address(0)});
    rma::copy_put(dst.ga, src, n);
}

void upc_memset(polder_gp dst, int c, std::size_t n) {
    if (race::race_watched()) return watched_fill(dst.ga, c, n, {&upc_memset, __builtin_return_address(0)});
    rma::fill_shared(dst.ga, c, n);
}
#pragma GCC visibility pop
} // extern "C"
