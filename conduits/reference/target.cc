// The target's side: carries out what others ask, in the process that polls there.
#include "conduits/reference/reference.h"

#include "base/copy_once.h"
#include "base/delay.h"
#include "conduits/atomic.h"

#include <cstdlib>
#include <cstring>

namespace polder {

namespace {

// What others reach by the extents of the caller, or by what was registered. Null: none of it.
struct Found {
    void *at;
    ConduitExtent extent; // its bytes are 0: none
};

bool is_registered(ConduitReference &r, std::uint64_t address, std::uint64_t bytes) {
    ReferenceGuard guard(r);
    for (const ReferenceRegion *region = r.regions; region; region = region->next)
        if (address >= region->begin && address - region->begin <= region->bytes &&
            bytes <= region->bytes - (address - region->begin))
            return true;
    return false;
}

void *memory_at(std::uint64_t address) {
    return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
}

Found find(ConduitReference &r, const ConduitMessage &message, bool extent_wanted, std::uint64_t address,
           std::uint64_t bytes) {
    Found found = {};
    ConduitExtent *extent = extent_wanted ? &found.extent : nullptr;
    if (r.options.find) found.at = r.options.find(r.options.context, message.from, address, bytes, extent);
    if (!found.at && is_registered(r, address, bytes)) found.at = memory_at(address);
    return found;
}

bool send_answer(ConduitReference &r, std::uint64_t end, const ReferenceAnswerHeader &answer, const void *payload) {
    const ReferenceHeader &header = answer.header;
    const std::size_t header_bytes = answer.extent.bytes ? sizeof answer : sizeof header;
    ConduitMessage message{&answer, header_bytes, payload, payload ? header.bytes : 0};
    message.internal = true;
    return r.native->send_back(*r.conduit, end, message) != Status::again;
}

// In order: behind those that are kept.
void answer(ConduitReference &r, const ConduitMessage &to, ReferenceHeader header, ReferenceKind kind,
            const Found &found, const void *payload) {
    header.kind = kind;
    ReferenceAnswerHeader answer{header, found.extent};
    ReferenceGuard guard(r);
    if (!r.answers && send_answer(r, to.end, answer, payload)) return;
    auto *kept = static_cast<ReferenceAnswer *>(std::malloc(sizeof(ReferenceAnswer)));
    if (!kept) return; // the asker's time runs out
    *kept = {nullptr, to.end, answer, payload};
    *r.last_answer = kept;
    r.last_answer = &kept->next;
    r.has_answers.store(true, std::memory_order_relaxed);
}

void do_put(ConduitReference &r, const ConduitMessage &message, const ReferenceHeader &header) {
    const Found to = find(r, message, header.extent_wanted, header.remote, header.bytes);
    if (message.payload_bytes != header.bytes || !to.at) return;
    if (header.bytes) copy_once(to.at, message.payload, header.bytes);
    if (header.kind == ReferenceKind::signal) {
        const Found signal = find(r, message, false, header.operand, 8);
        if (header.operand % 8 || !signal.at) return;
        delay_point();
        atomic_apply_here(AtomicType::u64, AtomicOperation::add, signal.at, header.second, 0);
    }
    delay_point();
    answer(r, message, header, ReferenceKind::done, to, nullptr);
}

void do_get(ConduitReference &r, const ConduitMessage &message, const ReferenceHeader &header) {
    if (header.bytes > r.caps.max_payload) return;
    const Found from = find(r, message, header.extent_wanted, header.remote, header.bytes);
    if (from.at) answer(r, message, header, ReferenceKind::data, from, from.at);
}

void do_atomic(ConduitReference &r, const ConduitMessage &message, ReferenceHeader header) {
    if (!atomic_is_valid(header.type, header.operation, header.remote)) return;
    const Found at = find(r, message, false, header.remote, atomic_bytes(header.type));
    if (!at.at) return;
    header.operand = atomic_apply_here(header.type, header.operation, at.at, header.operand, header.second);
    delay_point();
    answer(r, message, header, ReferenceKind::value, at, nullptr);
}

} // namespace

void reference_serve(ConduitReference &r, const ConduitMessage &message) {
    ReferenceHeader header;
    std::memcpy(&header, message.header, sizeof header);
    switch (header.kind) {
    case ReferenceKind::put:
    case ReferenceKind::signal: return do_put(r, message, header);
    case ReferenceKind::get: return do_get(r, message, header);
    case ReferenceKind::atomic: return do_atomic(r, message, header);
    default: return;
    }
}

void reference_send_answers(ConduitReference &r) {
    ReferenceGuard guard(r);
    while (ReferenceAnswer *kept = r.answers) {
        if (!send_answer(r, kept->end, kept->header, kept->payload)) return;
        r.answers = kept->next;
        if (!r.answers) r.last_answer = &r.answers;
        std::free(kept);
    }
    r.has_answers.store(false, std::memory_order_relaxed);
}

} // namespace polder
