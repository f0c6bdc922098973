// Contexts: what the provider holds while something is under way. All are made at the start; that
// none is left is the back-pressure that bounds the memory and what the provider queues. Pages of
// slots nobody used are never touched.
#include "conduits/ofi/ofi.h"

#include <sys/mman.h>

namespace polder {

namespace {

struct Class {
    std::size_t bytes;
    unsigned count;
};
// For transfers; messages as short ones are; medium ones; the longest.
constexpr Class classes[ofi_classes] = {{0, 512}, {1024, 256}, {8192, 32}, {(ofi_max_wire + 63) / 64 * 64, 16}};

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

} // namespace

Status ofi_contexts_make(OfiEnd &end) {
    end.arena_bytes = contexts_bytes + slot_bytes();
    void *at =
        mmap(nullptr, end.arena_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) return Status::no_memory;
    end.arena = static_cast<unsigned char *>(at);
    auto *context = reinterpret_cast<OfiContext *>(end.arena);
    unsigned char *bytes = end.arena + contexts_bytes;
    for (unsigned c = 0; c < ofi_classes; ++c)
        for (unsigned i = 0; i < classes[c].count; ++i, ++context, bytes += classes[c].bytes) {
            context->bytes = classes[c].bytes ? bytes : nullptr;
            context->size_class = static_cast<std::uint8_t>(c);
            context->next = end.free[c];
            end.free[c] = context;
        }
    if (!end.local_registration) return Status::ok;
    return ofi_register_raw(end, end.arena + contexts_bytes, slot_bytes(), FI_SEND | FI_WRITE, &end.arena_registration);
}

OfiContext *ofi_context_take(OfiEnd &end, std::size_t bytes) {
    unsigned c = 0;
    while (c < ofi_classes && classes[c].bytes < bytes)
        ++c;
    for (; c < ofi_classes; ++c) {
        OfiContext *context = end.free[c];
        if (!context) {
            if (!bytes || c + 1 == ofi_classes) return nullptr;
            continue;
        }
        end.free[c] = context->next;
        context->next = context->previous = nullptr;
        context->operation = nullptr;
        context->registration = nullptr;
        context->rest = 0;
        return context;
    }
    return nullptr;
}

void ofi_context_give(OfiEnd &end, OfiContext *context) {
    if (context->operation) {
        (context->previous ? context->previous->next : end.with_operation) = context->next;
        if (context->next) context->next->previous = context->previous;
        context->operation = nullptr;
    }
    if (context->registration) {
        fi_close(&context->registration->fid);
        context->registration = nullptr;
    }
    context->use = OfiUse::free;
    context->next = end.free[context->size_class];
    end.free[context->size_class] = context;
}

void ofi_attach(OfiEnd &end, OfiContext *context, ConduitOperation &operation) {
    context->operation = &operation;
    context->previous = nullptr;
    context->next = end.with_operation;
    if (end.with_operation) end.with_operation->previous = context;
    end.with_operation = context;
}

void ofi_count_start(OfiEnd &end, OfiRoute &route, OfiUse use) {
    ++(use == OfiUse::put || use == OfiUse::value_put ? route.puts : route.others);
    ++end.started;
}

void ofi_count_end(OfiEnd &end, OfiRoute &route, OfiUse use) {
    if (route.lost) return; // the counts are settled
    --(use == OfiUse::put || use == OfiUse::value_put ? route.puts : route.others);
    --end.started;
}

void ofi_operation_begin(ConduitOperation &operation) {
    operation.provider[0] = nullptr;
    operation.status = Status::ok;
    operation.source.store(1, std::memory_order_relaxed);
    operation.left.store(1, std::memory_order_relaxed);
}

void ofi_end_later(OfiEnd &end, ConduitOperation &operation, Status status) {
    operation.status = status;
    operation.provider[0] = end.ended_list;
    end.ended_list = &operation;
    end.has_ended.store(true, std::memory_order_relaxed);
}

} // namespace polder
