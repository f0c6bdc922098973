// The target's side: carries out what others ask, in the process that polls there.
#include "conduits/reference/reference.h"

#include "base/copy_once.h"
#include "base/delay.h"
#include "conduits/atomic.h"

#include <cstdlib>
#include <cstring>

namespace polder {

namespace {

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

bool send_answer(ConduitReference &r, std::uint64_t end, const ReferenceHeader &header, const void *payload) {
    ConduitMessage message{&header, sizeof header, payload, payload ? header.bytes : 0};
    message.internal = true;
    return r.native->send_back(*r.conduit, end, message) != Status::again;
}

// In order: behind those that are kept.
void answer(ConduitReference &r, const ConduitMessage &to, ReferenceHeader header, ReferenceKind kind,
            const void *payload) {
    header.kind = kind;
    ReferenceGuard guard(r);
    if (!r.answers && send_answer(r, to.end, header, payload)) return;
    auto *kept = static_cast<ReferenceAnswer *>(std::malloc(sizeof(ReferenceAnswer)));
    if (!kept) return; // the asker's time runs out
    *kept = {nullptr, to.end, header, payload};
    *r.last_answer = kept;
    r.last_answer = &kept->next;
    r.has_answers.store(true, std::memory_order_relaxed);
}

void do_put(ConduitReference &r, const ConduitMessage &message, const ReferenceHeader &header) {
    if (message.payload_bytes != header.bytes || !is_registered(r, header.remote, header.bytes)) return;
    if (header.bytes) copy_once(memory_at(header.remote), message.payload, header.bytes);
    if (header.kind == ReferenceKind::signal) {
        if (header.operand % 8 || !is_registered(r, header.operand, 8)) return;
        delay_point();
        atomic_apply_here(AtomicType::u64, AtomicOperation::add, memory_at(header.operand), header.second, 0);
    }
    delay_point();
    answer(r, message, header, ReferenceKind::done, nullptr);
}

void do_get(ConduitReference &r, const ConduitMessage &message, const ReferenceHeader &header) {
    if (header.bytes <= r.caps.max_payload && is_registered(r, header.remote, header.bytes))
        answer(r, message, header, ReferenceKind::data, memory_at(header.remote));
}

void do_atomic(ConduitReference &r, const ConduitMessage &message, ReferenceHeader header) {
    if (!atomic_is_valid(header.type, header.operation, header.remote) ||
        !is_registered(r, header.remote, atomic_bytes(header.type)))
        return;
    header.operand =
        atomic_apply_here(header.type, header.operation, memory_at(header.remote), header.operand, header.second);
    delay_point();
    answer(r, message, header, ReferenceKind::value, nullptr);
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
        if (!(r.answers = kept->next)) r.last_answer = &r.answers;
        std::free(kept);
    }
    r.has_answers.store(false, std::memory_order_relaxed);
}

} // namespace polder
