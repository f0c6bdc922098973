// Puts of collective operations into memory of other nodes. Memory in segments is reached by the
// transfers of runtime/rma. Private memory is reached by the conduit itself, with a key that the
// receiver sends.
//
// Private memory is registered for one message, and the registration is closed when the message has
// come. Only leaders' ends are the target of transfers, so it must be memory of the leader's
// process. Only conduits that register memory at next to no cost (caps.any_memory) are asked;
// elsewhere fragments go.
#include "runtime/coll/transport/am_transport.h"

#include "runtime/net/net.h"
#include "runtime/rma/async.h"
#include "runtime/segment/segment.h"

#include <cstdlib>
#include <cstring>
#include <new>

namespace polder::coll {
namespace {

// Measured over TCP: below this fragments are as fast, and need no answer.
constexpr std::size_t put_least = 128 * 1024;

// What a handle means: one of both.
struct Put {
    rma::TransferHandle transfer = 0;
    bool direct = false;
    ConduitOperation operation = {};
};

unsigned thread_of(const void *context, unsigned rank) {
    const TransportRoute &route = *static_cast<const TransportRoute *>(context);
    return route.thread_of(route.team, rank);
}

bool is_in_segments(unsigned node, polder_ga there, std::size_t bytes) {
    const polder_ga first = ga_of_segment(node_first(node));
    const polder_ga end = ga_of_segment(node_first(node) + node_size(node));
    return there >= first && there < end && bytes <= end - there;
}

bool put_direct(Put &put, unsigned node, void *memory, const ReceiveKey &key, const void *from, std::size_t bytes) {
    ConduitKey conduit_key = {};
    std::memcpy(conduit_key.bytes, key.bytes, sizeof key.bytes);
    const net::NetGuard guard;
    put.direct = true;
    return is_ok(net::net.table->put(*net::net.conduit, node, reinterpret_cast<std::uintptr_t>(memory), conduit_key,
                                     from, bytes, put.operation));
}

} // namespace

// No private memory of a node lies where its segments do.
bool transport_put(void *route, unsigned to, void *memory, const ReceiveKey *key, const void *from, std::size_t bytes,
                   std::uint64_t *handle) {
    const unsigned thread = thread_of(route, to);
    if (bytes < put_least || on_node(thread) || !net::net_on()) return false;
    const unsigned node = node_of(thread);
    const polder_ga there = reinterpret_cast<std::uintptr_t>(memory) + net::net_shift(node);
    if (!key && !is_in_segments(node, there, bytes)) return false;
    void *room = std::malloc(sizeof(Put));
    if (!room) return false;
    Put &put = *new (room) Put;
    if (!key)
        put.transfer = rma::async_put(there, from, bytes);
    else if (!put_direct(put, node, memory, *key, from, bytes)) {
        std::free(room);
        return false; // busy: fragments then, which wait for room
    }
    net::net_leave();
    *handle = reinterpret_cast<std::uintptr_t>(room);
    return true;
}

bool transport_put_done(void *, std::uint64_t handle) {
    Put *put = reinterpret_cast<Put *>(handle);
    if (put->direct ? put->operation.left.load(std::memory_order_acquire) != 0
                    : put->transfer && !rma::async_try(put->transfer))
        return false;
    std::free(put);
    return true;
}

// Messages go by the process's end, puts where threads have ends by these.
bool transport_put_ordered() {
    return net::net.caps->ordered && !net::net_ends.at;
}

void *transport_open(void *route, unsigned from, void *memory, std::size_t bytes, ReceiveKey *key) {
    if (bytes < put_least || !net::net_on() || !is_leader() || !net::net.caps->any_memory ||
        net::net.caps->key_bytes > sizeof key->bytes)
        return nullptr;
    if (on_node(thread_of(route, from)) || in_node_range(reinterpret_cast<std::uintptr_t>(memory))) return nullptr;
    ConduitRegion *region;
    ConduitKey conduit_key = {};
    const net::NetGuard guard;
    if (!is_ok(net::net.table->register_memory(*net::net.conduit, memory, bytes, &region, &conduit_key)))
        return nullptr;
    std::memcpy(key->bytes, conduit_key.bytes, sizeof key->bytes);
    return region;
}

void transport_close(void *opened) {
    const net::NetGuard guard;
    net::net.table->unregister_memory(*net::net.conduit, static_cast<ConduitRegion *>(opened));
}

} // namespace polder::coll
