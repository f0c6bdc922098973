// Records: an operation from its start to its last answer.
#include "conduits/reference/reference.h"

#include <cstddef>

namespace polder {

namespace {

ConduitMessage internal_message(const ReferenceHeader &header, const void *payload, std::size_t bytes) {
    ConduitMessage message{&header, sizeof header, payload, bytes};
    message.internal = true;
    return message;
}

bool moves_bytes(ReferenceKind kind) {
    return kind == ReferenceKind::put || kind == ReferenceKind::get;
}

bool has_more(const ReferenceRecord &record) {
    return record.signal_due || (moves_bytes(record.kind) && record.sent < record.bytes);
}

ReferenceHeader header_of(const ConduitReference &r, const ReferenceRecord &record) {
    ReferenceHeader header{};
    header.kind = record.kind;
    header.extent_wanted = record.extent_wanted;
    header.record = reference_number(r, record);
    header.remote = record.remote + record.sent;
    header.offset = record.sent;
    return header;
}

Status send_signal(ConduitReference &r, ReferenceRecord &record) {
    ReferenceHeader header = header_of(r, record);
    header.kind = ReferenceKind::signal;
    header.offset = 0;
    header.remote = record.remote;
    header.operand = record.signal;
    header.second = record.value;
    header.bytes = record.kind == ReferenceKind::signal ? static_cast<std::uint32_t>(record.bytes) : 0;
    return r.native->send(*r.conduit, record.peer, internal_message(header, record.local, header.bytes));
}

Status send_piece(ConduitReference &r, ReferenceRecord &record) {
    const std::uint64_t left = record.bytes - record.sent;
    const std::uint64_t most = r.caps.max_payload;
    ReferenceHeader header = header_of(r, record);
    header.bytes = static_cast<std::uint32_t>(left < most ? left : most);
    const bool put = record.kind == ReferenceKind::put;
    const Status status = r.native->send(*r.conduit, record.peer,
                                         internal_message(header, record.local + record.sent, put ? header.bytes : 0));
    if (is_ok(status)) record.sent += header.bytes;
    return status;
}

} // namespace

ReferenceRecord *reference_record(ConduitReference &r, ReferenceKind kind, NodeNumber peer,
                                  ConduitOperation *operation) {
    ReferenceRecord *record = r.free;
    if (!record) return nullptr;
    r.free = record->next_free;
    ++r.in_use;
    record->kind = kind;
    record->peer = peer;
    record->operation = operation;
    record->used = true;
    record->native_pending = 0;
    record->signal_due = false;
    record->extent_wanted = false;
    record->answers = 0;
    record->sent = record->bytes = 0;
    record->status = Status::ok;
    record->owner = &r;
    if (operation) {
        operation->status = Status::ok;
        operation->source.store(1, std::memory_order_relaxed);
        operation->left.store(1, std::memory_order_relaxed);
    }
    return record;
}

std::uint64_t reference_number(const ConduitReference &r, const ReferenceRecord &record) {
    return static_cast<std::uint64_t>(record.generation) << 32 | static_cast<std::uint64_t>(&record - r.records);
}

ReferenceRecord *reference_find(ConduitReference &r, std::uint64_t number) {
    const std::uint32_t index = static_cast<std::uint32_t>(number);
    if (index >= reference_records) return nullptr;
    ReferenceRecord &record = r.records[index];
    return record.used && record.generation == number >> 32 ? &record : nullptr;
}

void reference_release(ConduitReference &r, ReferenceRecord &record) {
    record.used = false;
    ++record.generation; // answers to what it was find nothing
    record.next_free = r.free;
    r.free = &record;
    --r.in_use;
}

// A record whose peer is lost sends nothing more.
Status reference_push(ConduitReference &r, ReferenceRecord &record) {
    while (is_ok(record.status) && has_more(record)) {
        if (record.answers >= reference_window) return Status::ok; // an answer goes on with it
        const bool signal = record.signal_due && (record.kind == ReferenceKind::signal || record.sent == record.bytes);
        const Status status = signal ? send_signal(r, record) : send_piece(r, record);
        if (status == Status::again) {
            r.pending.store(true, std::memory_order_relaxed);
            return status;
        }
        if (!is_ok(status))
            record.status = status;
        else {
            ++r.requests;
            ++record.answers;
            record.signal_due = record.signal_due && !signal;
        }
    }
    return Status::ok;
}

void reference_check(ConduitReference &r, ReferenceRecord &record) {
    if (!record.used || record.native_pending) return;
    if (is_ok(record.status) && (record.answers || has_more(record))) return;
    record.used = false; // not found by answers any more
    record.next_free = r.finished;
    r.finished = &record;
    r.has_finished.store(true, std::memory_order_relaxed);
}

bool reference_blocks(const ConduitReference &r, NodeNumber peer) {
    for (unsigned i = 0; r.leaves_parts && r.in_use && i < reference_records; ++i) {
        const ReferenceRecord &record = r.records[i];
        if (record.used && record.peer == peer && record.kind == ReferenceKind::put && record.sent < record.bytes)
            return true;
    }
    return false;
}

void reference_tell(ConduitReference &r) {
    for (;;) {
        ConduitOperation *operation;
        {
            ReferenceGuard guard(r);
            ReferenceRecord *record = r.finished;
            if (!record) return r.has_finished.store(false, std::memory_order_relaxed);
            r.finished = record->next_free;
            operation = record->operation;
            if (operation) operation->status = record->status;
            reference_release(r, *record);
        }
        if (!operation) continue;
        const auto done = operation->done;
        operation->source.store(0, std::memory_order_release);
        operation->left.store(0, std::memory_order_release);
        if (done) done(*operation);
    }
}

} // namespace polder
