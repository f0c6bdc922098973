// Puts and gets. A put is complete when the provider says that it was delivered
// (FI_DELIVERY_COMPLETE). A provider that cannot say so gets the reference versions instead:
// open.cc leaves the entries empty. A transfer longer than the provider takes at once goes in
// parts, one after the other. Until the last part has been started the route takes nothing else,
// which keeps the order.
#include "conduits/ofi/ofi.h"

#include <cstring>

namespace polder {

namespace {

OfiTarget target_of(const ConduitKey &key) {
    OfiTarget target;
    static_assert(sizeof target <= conduit_key_bytes);
    std::memcpy(&target, key.bytes, sizeof target);
    return target;
}

struct Transfer {
    OfiRoute &route;
    OfiUse use;
    std::uint64_t remote;
    OfiTarget target;
    unsigned char *local;
    std::size_t bytes;
};

ssize_t hand_over(OfiEnd &end, const Transfer &t, OfiContext *context, void *descriptor, std::uint64_t flags) {
    const OfiTarget &target = t.target;
    iovec local{t.local, t.bytes};
    fi_rma_iov there{end.traits.virtual_addresses ? t.remote : t.remote - target.base, t.bytes, target.key};
    fi_msg_rma message{};
    message.msg_iov = &local;
    message.desc = &descriptor;
    message.iov_count = 1;
    message.addr = t.route.address;
    message.rma_iov = &there;
    message.rma_iov_count = 1;
    message.context = &context->provider;
    context->use = t.use;
    context->route = &t.route;
    return t.use == OfiUse::get
               ? fi_readmsg(end.provider.endpoint, &message, FI_COMPLETION)
               : fi_writemsg(end.provider.endpoint, &message, FI_COMPLETION | end.traits.put_flags | flags);
}

Status start(OfiEnd &end, const Transfer &t, OfiContext *context, std::uint64_t flags) {
    void *descriptor = nullptr;
    if (end.traits.local_registration && context->bytes)
        descriptor = fi_mr_desc(end.contexts.arena_registration);
    else if (end.traits.local_registration && !(flags & FI_INJECT)) {
        const Status status =
            ofi_local(end, *context, t.local, t.bytes, t.use == OfiUse::get ? FI_READ : FI_WRITE, &descriptor);
        if (!is_ok(status)) {
            ofi_context_give(end, context);
            return status;
        }
    }
    if (const ssize_t code = hand_over(end, t, context, descriptor, flags)) {
        ofi_context_give(end, context);
        return ofi_refused(end, t.route, code);
    }
    t.route.taken = ofi_in_both;
    ofi_count_start(end, t.route, t.use);
    return Status::ok;
}

// The first start of a transfer may be refused. The later parts of a long transfer may not: a part
// that the provider refuses is put off.
Status run(OfiEnd &end, NodeNumber peer, OfiUse use, std::uint64_t remote, const ConduitKey &key, void *local,
           std::size_t bytes, ConduitOperation &operation) {
    if (peer >= end.options.nodes) return Status::bad_argument;
    OfiGuard guard(end);
    OfiRoute *route = ofi_route(end, peer);
    if (!route || route->unfinished) return Status::again;
    ofi_operation_begin(operation);
    if (route->lost || !bytes) {
        ofi_end_later(end, operation, route->lost ? Status::system_error : Status::ok);
        return Status::ok;
    }
    OfiContext *context = ofi_context_take(end, 0);
    if (!context) return Status::again;
    const std::size_t first = bytes < end.traits.max_transfer ? bytes : end.traits.max_transfer;
    const bool taken = use == OfiUse::put && bytes <= end.traits.inject;
    const Status status = start(end, {*route, use, remote, target_of(key), static_cast<unsigned char *>(local), first},
                                context, taken ? FI_INJECT : 0);
    if (status == Status::system_error) {
        ofi_end_later(end, operation, status);
        return Status::ok;
    }
    if (!is_ok(status)) return status;
    ofi_attach(end, context, operation);
    if (taken) operation.source.store(0, std::memory_order_release);
    context->rest = bytes - first;
    if (context->rest) {
        ++route->unfinished;
        context->local = static_cast<unsigned char *>(local) + first;
        context->remote = remote + first;
        std::memcpy(&context->key, &key, sizeof context->key);
    }
    return Status::ok;
}

} // namespace

Status ofi_go_on(OfiEnd &end, OfiContext *context) {
    const std::size_t bytes = context->rest < end.traits.max_transfer ? context->rest : end.traits.max_transfer;
    void *descriptor = nullptr;
    if (end.traits.local_registration) {
        if (context->registration) {
            fi_close(&context->registration->fid);
            context->registration = nullptr;
        }
        const Status status = ofi_local(end, *context, context->local, bytes,
                                        context->use == OfiUse::get ? FI_READ : FI_WRITE, &descriptor);
        if (!is_ok(status)) return status;
    }
    const Transfer t{*context->route, context->use, context->remote, context->key, context->local, bytes};
    if (const ssize_t code = hand_over(end, t, context, descriptor, 0)) return ofi_refused(end, t.route, code);
    t.route.taken = ofi_in_both;
    context->local += bytes;
    context->remote += bytes;
    context->rest -= bytes;
    if (!context->rest) --t.route.unfinished;
    return Status::ok;
}

Status ofi_put(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
               std::size_t bytes, ConduitOperation &operation) {
    return run(ofi(conduit), peer, OfiUse::put, remote, key, const_cast<void *>(local), bytes, operation);
}

Status ofi_get(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local,
               std::size_t bytes, ConduitOperation &operation) {
    return run(ofi(conduit), peer, OfiUse::get, remote, key, local, bytes, operation);
}

Status ofi_put_inline(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                      std::size_t bytes) {
    OfiEnd &end = ofi(conduit);
    if (peer >= end.options.nodes || bytes > end.caps.inline_put) return Status::bad_argument;
    if (!bytes) return Status::ok;
    OfiGuard guard(end);
    OfiRoute *route = ofi_route(end, peer);
    if (!route) return Status::again;
    if (route->lost) return Status::system_error;
    if (route->unfinished) return Status::again;
    OfiContext *context = ofi_context_take(end, bytes);
    if (!context) return Status::again;
    std::memcpy(context->bytes, local, bytes);
    return start(end, {*route, OfiUse::value_put, remote, target_of(key), context->bytes, bytes}, context,
                 bytes <= end.traits.inject ? FI_INJECT : 0);
}

bool ofi_flushed(Conduit &conduit, NodeNumber peer) {
    OfiEnd &end = ofi(conduit);
    OfiGuard guard(end);
    const OfiRoute *route = peer < end.options.nodes ? ofi_route_if_made(end, peer) : nullptr;
    return !route || route->lost || route->puts == 0;
}

bool ofi_all_flushed(Conduit &conduit) {
    OfiEnd &end = ofi(conduit);
    OfiGuard guard(end);
    return end.operations.started == 0 && !end.operations.has_ended.load(std::memory_order_relaxed);
}

} // namespace polder
