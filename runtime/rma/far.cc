// Blocking transfers to and from other nodes; see far.h.
#include "runtime/rma/far.h"

#include "base/copy_once.h"
#include "runtime/cache/cache.h"
#include "runtime/net/net.h"
#include "runtime/put/put_pool.h"
#include "runtime/registered/registered.h"
#include "runtime/rma/copy.h"
#include "runtime/rma/transfer.h"

#include <cstring>

namespace polder::rma {

namespace {

sync::WaitReason reason(polder_ga ga) {
    return {WaitKind::copy, ga, ga_thread(ga), true};
}

} // namespace

void far_put(polder_ga to, const void *from, std::size_t bytes, std::uint32_t scope) {
    if (ga_is_registered(to))
        return registered::registered_expect(registered::registered_put(to, from, bytes), to, bytes);
    if (bytes > put::put_copied && !ga_is_near(to)) {
        Transfer transfer;
        transfer_start(transfer, {TransferKind::put, to, 0, const_cast<void *>(from), bytes});
        return transfer_finish(transfer);
    }
    far_check("put", to, bytes);
    cache::far_order(to, bytes, true);
    if (ga_is_near(to)) {
        copy_once(near_pointer(to), from, bytes);
        return;
    }
    put::put_copy(ga_node(to), to, from, bytes, scope);
}

void far_get(void *to, polder_ga from, std::size_t bytes) {
    if (ga_is_registered(from))
        return registered::registered_expect(registered::registered_get(to, from, bytes), from, bytes);
    if (bytes > far_piece && !ga_is_near(from)) {
        Transfer transfer;
        transfer_start(transfer, {TransferKind::get, 0, from, to, bytes});
        return transfer_finish(transfer);
    }
    far_check("get", from, bytes);
    cache::far_order(from, bytes, false);
    if (ga_is_near(from)) {
        std::memcpy(to, near_pointer(from), bytes);
        return;
    }
    const NodeNumber node = ga_node(from);
    ConduitOperation operation;
    operation.done = nullptr;
    const auto start = [&] { return net::net_get(node, from, to, bytes, operation) != Status::again; };
    if (!start()) net::net_wait(reason(from), start);
    net::net_wait(reason(from), [&] { return operation.left.load(std::memory_order_acquire) == 0; });
}

namespace {

// Others see the target: a conduit that stores bytes twice fills a buffer first.
void get_to_shared(void *to, polder_ga from, std::size_t bytes) {
    constexpr std::size_t most = 4096;
    if (bytes > most || !net::net_on() || net::net.caps->stores_once) return far_get(to, from, bytes);
    alignas(16) char buffer[most];
    far_get(buffer, from, bytes);
    copy_once(to, buffer, bytes);
}

} // namespace

namespace {

// Of which one or both are registered.
void copy_by_buffer(polder_ga to, polder_ga from, std::size_t bytes) {
    char buffer[8192];
    for (std::size_t at = 0; at < bytes; at += sizeof buffer) {
        const std::size_t part = bytes - at < sizeof buffer ? bytes - at : sizeof buffer;
        copy_get(buffer, from + at, part);
        copy_put(to + at, buffer, part);
    }
}

} // namespace

void far_copy(polder_ga to, polder_ga from, std::size_t bytes) {
    if (ga_is_registered(to) || ga_is_registered(from)) return copy_by_buffer(to, from, bytes);
    const bool near_to = ga_is_near(to);
    const bool near_from = ga_is_near(from);
    if (near_from) cache::far_cache_order(from, bytes, false);
    if (near_from) return far_put(to, near_pointer(from), bytes);
    if (near_to) cache::far_cache_order(to, bytes, true);
    if (near_to) return get_to_shared(near_pointer(to), from, bytes);
    Transfer transfer;
    transfer_start(transfer, {TransferKind::copy, to, from, nullptr, bytes});
    transfer_finish(transfer);
}

void far_fill(polder_ga to, int value, std::size_t bytes) {
    constexpr std::size_t small = 8192;
    if (bytes <= small) {
        char image[small];
        __builtin_memset(image, value, bytes);
        return far_put(to, image, bytes);
    }
    if (ga_is_registered(to)) {
        for (std::size_t at = 0; at < bytes; at += small)
            far_fill(to + at, value, bytes - at < small ? bytes - at : small);
        return;
    }
    if (ga_is_near(to)) {
        cache::far_order(to, bytes, true);
        std::memset(near_pointer(to), value, bytes);
        return;
    }
    Transfer transfer;
    transfer_start(transfer, {TransferKind::fill, to, 0, nullptr, bytes, value});
    transfer_finish(transfer);
}

} // namespace polder::rma
