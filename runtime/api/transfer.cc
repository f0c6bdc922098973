// <polder/transfer.h> on runtime/rma: a public handle is a TransferHandle in the form of a pointer.
#include "runtime/am/am.h"
#include "runtime/api/in_place.h"
#include "runtime/api/known_thread.h"
#include "runtime/cache/cache.h"
#include "runtime/fence/strict.h"
#include "runtime/net/net.h"
#include "runtime/race/race.h"
#include "runtime/rma/async.h"
#include "runtime/rma/copy.h"
#include "runtime/rma/strided.h"
#include "runtime/sync/spin_loop.h"
#include "runtime/team/team.h"

#include <polder/transfer.h>

using namespace polder;

namespace polder::api {
namespace {

rma::TransferHandle handle_of(polder_transfer transfer) {
    return reinterpret_cast<rma::TransferHandle>(transfer);
}
polder_transfer public_form(rma::TransferHandle handle) {
    return reinterpret_cast<polder_transfer>(handle);
}

void expect_handle(polder_transfer transfer, const char *function) {
    if (!rma::async_is_handle(handle_of(transfer)) && !race::race_copy_is_handle(handle_of(transfer)))
        job_fail(1, "%s: no handle of a transfer, or waited for before", function);
}

// With a detector of races: what is on this node is told as a copy that is under way until it is
// waited for.
enum class Scope { done, handle, implicit };

template <class Copy>
rma::TransferHandle watched(bool near, const race::RaceCopy &copy, Scope scope, const race::RaceSite &site, Copy make) {
    const race::RaceCall call(site);
    const rma::TransferHandle handle = make();
    if (!near || !copy.bytes) return handle;
    if (scope == Scope::handle) return race::race_copy_begun(copy, site);
    if (scope == Scope::implicit) {
        race::race_copy_implicit(copy, site);
        return 0;
    }
    if (copy.source) call.reads(copy.source, copy.bytes);
    call.writes(copy.target, copy.bytes);
    return 0;
}
rma::TransferHandle watched_put(polder_ga to, const void *from, std::size_t bytes, Scope scope,
                                const race::RaceSite &site) {
    return watched(ga_is_near(to), {from, near_pointer(to), bytes}, scope, site,
                   [&] { return rma::async_put(to, from, bytes); });
}
rma::TransferHandle watched_get(void *to, polder_ga from, std::size_t bytes, Scope scope, const race::RaceSite &site) {
    return watched(ga_is_near(from), {near_pointer(from), to, bytes}, scope, site,
                   [&] { return rma::async_get(to, from, bytes); });
}
rma::TransferHandle watched_copy(polder_ga to, polder_ga from, std::size_t bytes, Scope scope,
                                 const race::RaceSite &site) {
    return watched(ga_is_near(to) && ga_is_near(from), {near_pointer(from), near_pointer(to), bytes}, scope, site,
                   [&] { return rma::async_copy(to, from, bytes); });
}
rma::TransferHandle watched_fill(polder_ga to, int value, std::size_t bytes, Scope scope, const race::RaceSite &site) {
    return watched(ga_is_near(to), {nullptr, near_pointer(to), bytes}, scope, site,
                   [&] { return rma::async_fill(to, value, bytes); });
}

} // namespace
} // namespace polder::api

using namespace polder::api;

extern "C" {
#pragma GCC visibility push(default)

void polder_put(polder_ga to, const void *from, size_t bytes) {
    if (race::race_watched()) {
        rma::async_wait(watched_put(to, from, bytes, Scope::done, {&polder_put, __builtin_return_address(0)}));
        return;
    }
    rma::copy_put(to, from, bytes);
}
void polder_get(void *to, polder_ga from, size_t bytes) {
    if (race::race_watched()) {
        rma::async_wait(watched_get(to, from, bytes, Scope::done, {&polder_get, __builtin_return_address(0)}));
        return;
    }
    rma::copy_get(to, from, bytes);
}
void polder_copy(polder_ga to, polder_ga from, size_t bytes) {
    if (race::race_watched()) {
        rma::async_wait(watched_copy(to, from, bytes, Scope::done, {&polder_copy, __builtin_return_address(0)}));
        return;
    }
    rma::copy_shared(to, from, bytes);
}
void polder_fill(polder_ga to, int value, size_t bytes) {
    if (race::race_watched()) {
        rma::async_wait(watched_fill(to, value, bytes, Scope::done, {&polder_fill, __builtin_return_address(0)}));
        return;
    }
    rma::fill_shared(to, value, bytes);
}

void polder_flush(int thread) {
    const unsigned there = known_thread(thread, "polder_flush");
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (!on_node(there)) cache::far_flush(node_of(there));
}
void polder_flush_all(void) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    race::race_fence();
    cache::far_fence();
}

polder_transfer polder_put_start(polder_ga to, const void *from, size_t bytes) {
    if (race::race_watched())
        return public_form(
            watched_put(to, from, bytes, Scope::handle, {&polder_put_start, __builtin_return_address(0)}));
    return public_form(rma::async_put(to, from, bytes));
}
polder_transfer polder_get_start(void *to, polder_ga from, size_t bytes) {
    if (race::race_watched())
        return public_form(
            watched_get(to, from, bytes, Scope::handle, {&polder_get_start, __builtin_return_address(0)}));
    return public_form(rma::async_get(to, from, bytes));
}
polder_transfer polder_copy_start(polder_ga to, polder_ga from, size_t bytes) {
    if (race::race_watched())
        return public_form(
            watched_copy(to, from, bytes, Scope::handle, {&polder_copy_start, __builtin_return_address(0)}));
    return public_form(rma::async_copy(to, from, bytes));
}

int polder_transfer_test(polder_transfer *transfer) {
    expect_handle(*transfer, "polder_transfer_test");
    if (race::race_copy_is_handle(handle_of(*transfer)))
        race::race_copy_waited(handle_of(*transfer));
    else if (!rma::async_try(handle_of(*transfer)))
        return 0;
    *transfer = nullptr;
    return 1;
}

void polder_transfer_wait(polder_transfer *transfer) {
    expect_handle(*transfer, "polder_transfer_wait");
    if (race::race_copy_is_handle(handle_of(*transfer)))
        race::race_copy_waited(handle_of(*transfer));
    else
        rma::async_wait(handle_of(*transfer));
    *transfer = nullptr;
}

void polder_transfer_wait_source(polder_transfer *transfer) {
    expect_handle(*transfer, "polder_transfer_wait_source");
    const rma::TransferHandle handle = handle_of(*transfer);
    if (race::race_copy_is_handle(handle)) return; // a detector knows only of the end of the whole
    if (handle) net::net_wait({WaitKind::copy, 0}, [&] { return rma::async_is_read(handle); });
}

void polder_put_implicit(polder_ga to, const void *from, size_t bytes) {
    if (race::race_watched())
        return rma::async_implicit(
            watched_put(to, from, bytes, Scope::implicit, {&polder_put_implicit, __builtin_return_address(0)}));
    rma::async_implicit(rma::async_put(to, from, bytes));
}
void polder_get_implicit(void *to, polder_ga from, size_t bytes) {
    if (race::race_watched())
        return rma::async_implicit(
            watched_get(to, from, bytes, Scope::implicit, {&polder_get_implicit, __builtin_return_address(0)}));
    rma::async_implicit(rma::async_get(to, from, bytes));
}
int polder_implicit_test(void) {
    if (!rma::async_try_implicit()) return 0;
    if (race::race_watched()) race::race_copies_waited();
    return 1;
}
void polder_implicit_wait(void) {
    rma::async_wait_implicit();
    if (race::race_watched()) race::race_copies_waited();
}

void polder_put_strided(polder_ga to, const size_t *to_strides, const void *from, const size_t *from_strides,
                        const size_t *counts, size_t levels) {
    const race::RaceCall call({&polder_put_strided, __builtin_return_address(0)});
    rma::strided_put(to, to_strides, from, from_strides, counts, levels);
}
void polder_get_strided(void *to, const size_t *to_strides, polder_ga from, const size_t *from_strides,
                        const size_t *counts, size_t levels) {
    const race::RaceCall call({&polder_get_strided, __builtin_return_address(0)});
    rma::strided_get(to, to_strides, from, from_strides, counts, levels);
}
void polder_put_indexed(size_t n, const polder_ga *to, const void *const *from, size_t bytes) {
    const race::RaceCall call({&polder_put_indexed, __builtin_return_address(0)});
    rma::indexed_put(n, to, from, bytes);
}
void polder_get_indexed(size_t n, void *const *to, const polder_ga *from, size_t bytes) {
    const race::RaceCall call({&polder_get_indexed, __builtin_return_address(0)});
    rma::indexed_get(n, to, from, bytes);
}

unsigned polder_progress(void) {
    fence::strict_acquire(); // as a wait for what others write would
    const unsigned found = am::am_poll(am::AmPoller::loop) + team::team_progress();
    if (found)
        sync::spin_again();
    else
        sync::poll_turn(); // a loop of calls that find nothing gives its core away
    return found;
}
#pragma GCC visibility pop
} // extern "C"

POLDER_OF_LIBRARY(polder_put)
POLDER_OF_LIBRARY(polder_get)
POLDER_OF_LIBRARY(polder_put_start)
POLDER_OF_LIBRARY(polder_get_start)
POLDER_OF_LIBRARY(polder_put_implicit)
POLDER_OF_LIBRARY(polder_get_implicit)
POLDER_OF_LIBRARY(polder_flush_all)
