// What the conduit asks and tells about extents, and the look-up before a transfer.
#include "runtime/net/extents.h"

#include "base/config.h"
#include "runtime/directory/address_cache.h"
#include "runtime/directory/heap_extents.h"
#include "runtime/net/net.h"
#include "runtime/segment/growth.h"
#include "runtime/segment/segment.h"

namespace polder::net {

namespace {

void *find(void *, NodeNumber, std::uint64_t remote, std::uint64_t bytes, ConduitExtent *extent) {
    return directory::heap_extents_find(remote, bytes, extent);
}

void learn(void *, NodeNumber peer, const ConduitExtent &extent) {
    directory::address_learn(extent.begin + net_shift(peer), peer, {extent.at, extent.bytes, extent.key});
}

// Where a transfer goes, and with which key; without one it goes by messages.
struct Target {
    std::uint64_t remote;
    directory::Address address = {};
    bool looked_up = false;
    bool known = false;
};

// A transfer of at most `by_message` bytes is a message anyway.
Target target_of(NodeNumber node, polder_ga remote, std::size_t bytes, std::size_t by_message) {
    Target target{remote - net_shift(node)};
    if (bytes <= by_message || !directory::address_cache_on()) return target;
    const std::uint64_t offset = ga_offset(remote);
    const SegmentExtent extent = growth_extent(offset);
    if (offset + bytes > extent.begin + extent.bytes) return target;
    target.looked_up = true;
    target.known = directory::address_find(remote - (offset - extent.begin), node, &target.address);
    if (target.known) target.remote = target.address.at + (offset - extent.begin);
    return target;
}

// Once for each transfer, however often the conduit does not take it.
Status counted(const Target &target, Status status) {
    if (target.looked_up && status != Status::again) directory::address_count(target.known);
    return status;
}

} // namespace

void extents_prepare(ConduitOptions *options) {
    options->find = find;
    if (setting_number(Setting::addresses)) options->learn = learn;
}

void extents_open() {
    directory::address_cache_open(setting_number(Setting::addresses));
    if (is_leader() && net.by_extent) directory::heap_extents_open(*net.conduit);
}

void extents_close() {
    if (is_leader()) directory::heap_extents_close();
    directory::address_cache_close();
}

Status net_put_by_extent(NodeNumber node, polder_ga remote, const void *local, std::size_t bytes,
                         ConduitOperation &operation) {
    const Target target = target_of(node, remote, bytes, net.caps->message_put);
    const NetUse end;
    return counted(target,
                   end.started(end->put(*end, node, target.remote, target.address.key, local, bytes, operation)));
}

Status net_get_by_extent(NodeNumber node, polder_ga remote, void *local, std::size_t bytes,
                         ConduitOperation &operation) {
    const Target target = target_of(node, remote, bytes, 0);
    const NetUse end;
    return counted(target,
                   end.started(end->get(*end, node, target.remote, target.address.key, local, bytes, operation)));
}

Status net_put_signal_by_extent(NodeNumber node, polder_ga remote, const void *local, std::size_t bytes,
                                polder_ga signal, std::uint64_t add, ConduitOperation &operation) {
    const Target target = target_of(node, remote, bytes, net.caps->message_put);
    const NetUse end;
    return counted(target, end.started(end->put_signal(*end, node, target.remote, target.address.key, local, bytes,
                                                       signal - net_shift(node), add, operation)));
}

} // namespace polder::net
