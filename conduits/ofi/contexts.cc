// Contexts: what the provider holds while something is under way. All are made at the start. Where
// none is left a start is refused, so memory and the provider's queues are bounded. Pages of slots
// that nobody used are never touched.
#include "conduits/ofi/ofi.h"

#include <sys/mman.h>

namespace polder {

namespace {

struct Class {
    std::size_t bytes;
    unsigned count;
};
constexpr Class classes[ofi_classes] = {{0, 512},    // transfers, which have memory of their own
                                        {1024, 256}, // short messages
                                        {8192, 32},  // medium ones
                                        {(ofi_max_wire + 63) / 64 * 64, 16}}; // the longest

constexpr std::size_t arena_contexts() {
    std::size_t n = 0;
    for (const Class &c : classes)
        n += c.count;
    return n;
}
constexpr std::size_t contexts_bytes = (arena_contexts() * sizeof(OfiContext) + 4095) / 4096 * 4096;
constexpr std::size_t slot_bytes() {
    std::size_t n = 0;
    for (const Class &c : classes)
        n += c.count * c.bytes;
    return n;
}

// How many of this kind the route has under way.
std::uint32_t &under_way(OfiRoute &route, OfiUse use) {
    return use == OfiUse::put || use == OfiUse::value_put ? route.puts : route.others;
}

} // namespace

Status ofi_contexts_make(OfiEnd &end) {
    end.contexts.arena_bytes = contexts_bytes + slot_bytes();
    void *at = mmap(nullptr, end.contexts.arena_bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return Status::no_memory;
    end.contexts.arena = static_cast<unsigned char *>(at);
    auto *context = reinterpret_cast<OfiContext *>(end.contexts.arena);
    unsigned char *bytes = end.contexts.arena + contexts_bytes;
    for (unsigned c = 0; c < ofi_classes; ++c)
        for (unsigned i = 0; i < classes[c].count; ++i, ++context, bytes += classes[c].bytes) {
            context->bytes = classes[c].bytes ? bytes : nullptr;
            context->size_class = static_cast<std::uint8_t>(c);
            context->next = end.contexts.free[c];
            end.contexts.free[c] = context;
        }
    if (!end.traits.local_registration) return Status::ok;
    return ofi_register_raw(end, end.contexts.arena + contexts_bytes, slot_bytes(), FI_SEND | FI_WRITE,
                            &end.contexts.arena_registration);
}

OfiContext *ofi_context_take(OfiEnd &end, std::size_t bytes) {
    unsigned c = 0;
    while (c < ofi_classes && classes[c].bytes < bytes)
        ++c;
    for (; c < ofi_classes; ++c) {
        OfiContext *context = end.contexts.free[c];
        if (!context) {
            if (!bytes || c + 1 == ofi_classes) return nullptr;
            continue;
        }
        end.contexts.free[c] = context->next;
        context->next = nullptr;
        context->previous = nullptr;
        context->operation = nullptr;
        context->registration = nullptr;
        context->rest = 0;
        return context;
    }
    return nullptr;
}

void ofi_context_give(OfiEnd &end, OfiContext *context) {
    if (context->operation) {
        OfiContext *&link = context->previous ? context->previous->next : end.contexts.with_operation;
        link = context->next;
        if (context->next) context->next->previous = context->previous;
        context->operation = nullptr;
    }
    if (context->registration) {
        fi_close(&context->registration->fid);
        context->registration = nullptr;
    }
    context->use = OfiUse::free;
    context->next = end.contexts.free[context->size_class];
    end.contexts.free[context->size_class] = context;
}

void ofi_attach(OfiEnd &end, OfiContext *context, ConduitOperation &operation) {
    context->operation = &operation;
    context->previous = nullptr;
    context->next = end.contexts.with_operation;
    if (end.contexts.with_operation) end.contexts.with_operation->previous = context;
    end.contexts.with_operation = context;
}

void ofi_count_start(OfiEnd &end, OfiRoute &route, OfiUse use) {
    ++under_way(route, use);
    ++end.operations.started;
}

void ofi_count_end(OfiEnd &end, OfiRoute &route, OfiUse use) {
    if (route.lost) return; // the counts are settled
    --under_way(route, use);
    --end.operations.started;
}

void ofi_operation_begin(ConduitOperation &operation) {
    operation.provider[0] = nullptr;
    operation.status = Status::ok;
    operation.source.store(1, std::memory_order_relaxed);
    operation.left.store(1, std::memory_order_relaxed);
}

void ofi_end_later(OfiEnd &end, ConduitOperation &operation, Status status) {
    operation.status = status;
    operation.provider[0] = end.operations.ended;
    end.operations.ended = &operation;
    end.operations.has_ended.store(true, std::memory_order_relaxed);
}

} // namespace polder
