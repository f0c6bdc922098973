// The entries that fill a table, and the layer around poll and flush that they need.
#include "conduits/reference/reference.h"

#include "base/copy_once.h"
#include "conduits/atomic.h"

#include <cstdlib>
#include <cstring>

namespace polder {

namespace {

ConduitReference &reference(Conduit &conduit) {
    return *conduit.reference;
}

// ---- starting ----

// Under the lock. A record that could send nothing at all is given back, so that `again` means that
// nothing was done.
Status begin(ConduitReference &r, ReferenceRecord *record) {
    const Status status = reference_push(r, *record);
    if (status == Status::again && !record->sent && !record->answers && !record->native_pending) {
        reference_release(r, *record);
        return Status::again;
    }
    reference_check(r, *record);
    return Status::ok;
}

bool has_key(const ConduitReference &r, const ConduitKey &key) {
    return std::memcmp(&key, &conduit_no_key, r.caps.key_bytes) != 0;
}

// Not for puts that stay messages.
bool wants_extent(const ConduitReference &r, ReferenceKind kind, const ConduitKey &key, std::size_t bytes) {
    const bool transfers = kind == ReferenceKind::get || bytes > r.caps.message_put;
    return r.caps.allocated && transfers && r.options.learn && !has_key(r, key);
}

Status transfer(Conduit &conduit, ReferenceKind kind, NodeNumber peer, std::uint64_t remote, const ConduitKey &key,
                void *local, std::size_t bytes, ConduitOperation *operation) {
    ConduitReference &r = reference(conduit);
    ReferenceGuard guard(r);
    if (reference_blocks(r, peer)) return Status::again;
    ReferenceRecord *record = reference_record(r, kind, peer, operation);
    if (!record) return Status::again;
    record->remote = remote;
    record->local = static_cast<unsigned char *>(local);
    record->bytes = bytes;
    record->extent_wanted = wants_extent(r, kind, key, bytes);
    const Status status = begin(r, record);
    if (is_ok(status) && operation && kind == ReferenceKind::put && record->sent == bytes)
        operation->source.store(0, std::memory_order_release);
    return status;
}

Status put(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
           std::size_t bytes, ConduitOperation &operation) {
    return transfer(conduit, ReferenceKind::put, peer, remote, key, const_cast<void *>(local), bytes, &operation);
}

// Where the conduit's own may store a byte twice, or needs a key.
Status put_by_size(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                   std::size_t bytes, ConduitOperation &operation) {
    const ConduitReference &r = reference(conduit);
    const bool native = (bytes > r.caps.message_put || !bytes) && (!r.caps.allocated || has_key(r, key));
    return (native ? reference(conduit).native->put : put)(conduit, peer, remote, key, local, bytes, operation);
}

Status get(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local,
           std::size_t bytes, ConduitOperation &operation) {
    return transfer(conduit, ReferenceKind::get, peer, remote, key, local, bytes, &operation);
}

// Where the conduit's own needs a key, or its atomic operations are messages.
Status get_by_key(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local,
                  std::size_t bytes, ConduitOperation &operation) {
    const ConduitReference &r = reference(conduit);
    return (has_key(r, key) ? r.native->get : get)(conduit, peer, remote, key, local, bytes, operation);
}

Status put_inline(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes) {
    if (bytes > reference(conduit).caps.inline_put) return Status::bad_argument;
    return transfer(conduit, ReferenceKind::put, peer, remote, key, const_cast<void *>(local), bytes, nullptr);
}

// Runs in poll, or inside the native put where that ends at once.
void native_done(ConduitOperation &native) {
    auto &record = reinterpret_cast<ReferenceRecord &>(native);
    ConduitReference &r = *record.owner;
    ReferenceGuard guard(r);
    --record.native_pending;
    if (!is_ok(native.status)) record.status = native.status;
    if (record.operation) record.operation->source.store(0, std::memory_order_release);
    if (!r.caps.ordered) {
        record.signal_due = true;
        r.pending.store(true, std::memory_order_relaxed);
    }
    reference_check(r, record);
}

// A short one goes with its signal in one message; a longer one is put first. Its signal follows at
// once where messages do not overtake puts, else when it is complete.
Status put_signal(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes, std::uint64_t signal, std::uint64_t value, ConduitOperation &operation) {
    ConduitReference &r = reference(conduit);
    if (signal % 8) return Status::bad_argument;
    ReferenceRecord *record;
    const bool together = bytes <= reference_short;
    const bool native = !together && r.native_put && (!r.caps.allocated || has_key(r, key));
    {
        ReferenceGuard guard(r);
        if (reference_blocks(r, peer)) return Status::again;
        record = reference_record(r, together ? ReferenceKind::signal : ReferenceKind::put, peer, &operation);
        if (!record) return Status::again;
        record->remote = remote;
        record->local = static_cast<unsigned char *>(const_cast<void *>(local));
        record->bytes = bytes;
        record->signal = signal;
        record->value = value;
        record->signal_due = !native;
        record->extent_wanted = wants_extent(r, record->kind, key, bytes);
        if (native) {
            record->sent = bytes;
            record->native_pending = 2; // the put, and this call: no signal before the put is on its way
        } else {
            const Status status = begin(r, record);
            if (is_ok(status) && together) operation.source.store(0, std::memory_order_release);
            return status;
        }
    }
    record->native.done = native_done;
    const Status status = r.native->put(conduit, peer, remote, key, local, bytes, record->native);
    ReferenceGuard guard(r);
    if (status != Status::ok) {
        reference_release(r, *record);
        return status;
    }
    --record->native_pending;
    if (r.caps.ordered) record->signal_due = true;
    if (reference_push(r, *record) == Status::ok) reference_check(r, *record); // else polls go on
    return Status::ok;
}

Status atomic(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &, AtomicType type,
              AtomicOperation what, std::uint64_t operand, std::uint64_t second, void *result,
              ConduitOperation &operation) {
    ConduitReference &r = reference(conduit);
    if (!atomic_is_valid(type, what, remote)) return Status::bad_argument;
    ReferenceGuard guard(r);
    ReferenceRecord *record =
        reference_blocks(r, peer) ? nullptr : reference_record(r, ReferenceKind::atomic, peer, &operation);
    if (!record) return Status::again;
    record->local = static_cast<unsigned char *>(result);
    record->bytes = atomic_bytes(type);
    const ReferenceHeader header{ReferenceKind::atomic,        type, what,    false, 0, remote,
                                 reference_number(r, *record), 0,    operand, second};
    ConduitMessage message{&header, sizeof header, nullptr, 0};
    message.internal = true;
    const Status status = r.native->send(conduit, peer, message);
    if (status == Status::again) {
        reference_release(r, *record);
        return status;
    }
    ++r.requests;
    record->answers = 1;
    record->status = status;
    operation.source.store(0, std::memory_order_relaxed);
    reference_check(r, *record);
    return Status::ok;
}

// ---- answers ----

void learn(ConduitReference &r, const ConduitMessage &message) {
    ReferenceAnswerHeader answer;
    if (message.header_bytes != sizeof answer || !r.options.learn) return;
    std::memcpy(&answer, message.header, sizeof answer);
    r.options.learn(r.options.context, message.from, answer.extent);
}

void take_answer(ConduitReference &r, const ConduitMessage &message) {
    ReferenceHeader header;
    std::memcpy(&header, message.header, sizeof header);
    learn(r, message);
    ReferenceGuard guard(r);
    ReferenceRecord *record = reference_find(r, header.record);
    if (!record || !record->answers || record->peer != message.from) return;
    if (header.kind == ReferenceKind::data) {
        if (record->kind != ReferenceKind::get || header.offset > record->bytes ||
            header.bytes > record->bytes - header.offset || message.payload_bytes != header.bytes)
            return;
        copy_once(record->local + header.offset, message.payload, header.bytes);
    } else if (header.kind == ReferenceKind::value) {
        if (record->kind != ReferenceKind::atomic) return;
        if (record->local) std::memcpy(record->local, &header.operand, record->bytes);
    }
    --record->answers;
    if (reference_push(r, *record) == Status::ok) reference_check(r, *record);
}

// ---- around ----

// What could not be sent before.
void push_all(ConduitReference &r) {
    ReferenceGuard guard(r);
    r.pending.store(false, std::memory_order_relaxed); // a push says so again
    for (unsigned i = 0; i < reference_records; ++i) {
        ReferenceRecord &record = r.records[i];
        if (record.used && reference_push(r, record) == Status::ok) reference_check(r, record);
    }
}

bool set(const std::atomic<bool> &flag) {
    return flag.load(std::memory_order_relaxed);
}

unsigned poll(Conduit &conduit) {
    ConduitReference &r = reference(conduit);
    unsigned found = r.native->poll(conduit);
    if (set(r.has_answers)) reference_send_answers(r);
    if (set(r.pending)) push_all(r);
    if (set(r.has_finished)) {
        reference_tell(r);
        ++found;
    }
    return found;
}

void wait(Conduit &conduit, std::int64_t timeout_ns) {
    ConduitReference &r = reference(conduit);
    if (!set(r.pending) && !set(r.has_answers) && !set(r.has_finished)) r.native->wait(conduit, timeout_ns);
}

bool flushed(Conduit &conduit, NodeNumber peer) {
    ConduitReference &r = reference(conduit);
    ReferenceGuard guard(r);
    for (unsigned i = 0; r.in_use && i < reference_records; ++i)
        if (r.records[i].used && r.records[i].peer == peer && r.records[i].kind != ReferenceKind::get) return false;
    return r.native->flushed(conduit, peer);
}

bool all_flushed(Conduit &conduit) {
    ConduitReference &r = reference(conduit);
    return !r.in_use.load(std::memory_order_relaxed) && !set(r.has_answers) && r.native->all_flushed(conduit);
}

Status register_memory(Conduit &conduit, void *at, std::size_t bytes, ConduitRegion **region, ConduitKey *key) {
    ConduitReference &r = reference(conduit);
    auto *known = static_cast<ReferenceRegion *>(std::malloc(sizeof(ReferenceRegion)));
    if (!known) return Status::no_memory;
    const Status status = r.native->register_memory(conduit, at, bytes, region, key);
    if (!is_ok(status)) {
        std::free(known);
        return status;
    }
    ReferenceGuard guard(r);
    *known = {r.regions, *region, reinterpret_cast<std::uint64_t>(at), bytes};
    r.regions = known;
    return status;
}

void unregister_memory(Conduit &conduit, ConduitRegion *region) {
    ConduitReference &r = reference(conduit);
    {
        ReferenceGuard guard(r);
        for (ReferenceRegion **link = &r.regions; *link; link = &(*link)->next)
            if ((*link)->region == region) {
                ReferenceRegion *gone = *link;
                *link = gone->next;
                std::free(gone);
                break;
            }
    }
    r.native->unregister_memory(conduit, region);
}

const ConduitCaps &caps(const Conduit &conduit) {
    return conduit.reference->caps;
}

ConduitCounts counts(Conduit &conduit) {
    ConduitCounts counts = reference(conduit).native->counts(conduit);
    counts.locks += reference(conduit).locks.value();
    counts.requests = reference(conduit).requests.value();
    return counts;
}

// Only where puts go by messages: one with pieces left must not be overtaken.
Status send_behind(Conduit &conduit, NodeNumber peer, const ConduitMessage &message) {
    ConduitReference &r = reference(conduit);
    if (r.in_use) {
        ReferenceGuard guard(r);
        if (reference_blocks(r, peer)) return Status::again;
    }
    return r.native->send(conduit, peer, message);
}

void drop_entries(ConduitReference &r) {
    ConduitTable &t = r.filled;
    t.put = nullptr;
    t.get = nullptr;
    t.put_inline = nullptr;
    t.put_signal = nullptr;
    t.atomic = nullptr;
}

void set_entries(ConduitReference &r) {
    ConduitTable &t = r.filled;
    if (!r.caps.coherent_atomics) t.atomic = nullptr;
    const std::size_t wanted = r.options.put_messages < reference_short ? r.options.put_messages : reference_short;
    const bool shorts = t.put && (!r.caps.stores_once || wanted);
    r.caps.puts_by_messages = !t.put;
    r.caps.messages_alone = !t.put && !t.get;
    if (!t.put || !t.get) r.caps.allocated = false; // all goes by messages, with no key
    const bool extents = r.caps.allocated;
    if (t.put && t.get && t.put_inline && t.put_signal && t.atomic && !shorts && !extents) return;
    r.native_put = t.put;
    r.leaves_parts = !t.put || extents;
    if (!t.get || !t.atomic || extents) r.caps.ordered_atomics = false; // one of them is a message, or may be
    r.caps.message_atomics = !t.atomic && (!t.get || r.caps.key_bytes);
    // Messages are in order among themselves; between them and transfers of the conduit's own only
    // puts before messages may be.
    if (!t.put && !t.get && !t.put_inline)
        r.caps.ordered = true;
    else if (!t.put || !t.get || !t.put_inline)
        r.caps.ordered = false;
    if (shorts) r.caps.message_put = r.caps.stores_once ? wanted : reference_short;
    if (shorts || extents) {
        t.put = put_by_size;
        t.put_inline = nullptr;
    }
    if (t.get && (extents || r.caps.message_atomics)) t.get = get_by_key;
    if (extents) t.send = send_behind;
    if (!t.put) {
        t.put = put;
        t.send = send_behind;
        r.caps.stores_once = true;
    }
    if (!t.get) t.get = get;
    if (!t.put_inline) {
        t.put_inline = put_inline;
        r.caps.inline_put = reference_short;
    }
    if (!t.put_signal) t.put_signal = put_signal;
    if (!t.atomic) {
        t.atomic = atomic;
        r.caps.coherent_atomics = true;
    }
    t.poll = poll;
    t.wait = wait;
    t.flushed = flushed;
    t.all_flushed = all_flushed;
    t.register_memory = register_memory;
    t.unregister_memory = unregister_memory;
    t.caps = caps;
    t.counts = counts;
}

} // namespace

void reference_take(Conduit &conduit, const ConduitMessage &message) {
    if (!conduit.reference || message.header_bytes < sizeof(ReferenceHeader)) return;
    ConduitReference &r = reference(conduit);
    const auto kind = *static_cast<const ReferenceKind *>(message.header);
    if (kind < ReferenceKind::done && message.header_bytes == sizeof(ReferenceHeader))
        reference_serve(r, message);
    else if (kind >= ReferenceKind::done && kind <= ReferenceKind::value)
        take_answer(r, message);
}

void reference_lost(Conduit &conduit, NodeNumber peer) {
    if (!conduit.reference) return;
    ConduitReference &r = reference(conduit);
    ReferenceGuard guard(r);
    for (unsigned i = 0; i < reference_records; ++i) {
        ReferenceRecord &record = r.records[i];
        if (!record.used || record.peer != peer) continue;
        record.status = Status::system_error;
        reference_check(r, record);
    }
}

Status reference_fill(Conduit &conduit, const ConduitOptions &options, bool only) {
    auto *r = static_cast<ConduitReference *>(std::calloc(1, sizeof(ConduitReference)));
    auto *records = static_cast<ReferenceRecord *>(std::calloc(reference_records, sizeof(ReferenceRecord)));
    if (!r || !records) {
        std::free(r);
        std::free(records);
        return Status::no_memory;
    }
    r->native = conduit.table;
    r->filled = *conduit.table;
    r->caps = conduit.table->caps(conduit);
    r->conduit = &conduit;
    r->options = options;
    r->thread_safe = options.thread_safe;
    r->records = records;
    r->last_answer = &r->answers;
    for (unsigned i = 0; i < reference_records; ++i) {
        records[i].next_free = r->free;
        r->free = &records[i];
    }
    if (only) drop_entries(*r);
    set_entries(*r);
    conduit.reference = r;
    conduit.table = &r->filled;
    return Status::ok;
}

void reference_close(Conduit &conduit) {
    ConduitReference *r = conduit.reference;
    if (!r) return;
    conduit.table = r->native;
    conduit.reference = nullptr;
    while (ReferenceAnswer *kept = r->answers) {
        r->answers = kept->next;
        std::free(kept);
    }
    while (ReferenceRegion *region = r->regions) {
        r->regions = region->next;
        std::free(region);
    }
    std::free(r->records);
    std::free(r);
}

} // namespace polder
