// self: the conduit of a job that is one node. Transfers are copies, messages go through a ring of
// the process and are delivered in poll, as everywhere. Any process of the node may open an end;
// each talks to itself alone.
#include "base/copy_once.h"
#include "conduits/atomic.h"
#include "conduits/loopback.h"
#include "conduits/ring.h"

#include <cstdio>
#include <cstdlib>
#include <new>

namespace polder {

extern const ConduitTable self_conduit;

namespace {

constexpr std::size_t max_header = 512;
constexpr std::size_t max_payload = 64 << 10;
constexpr std::size_t most_inline = 4096;
constexpr unsigned batch = 16;
constexpr std::uint16_t kind_message = 1;
constexpr std::uint16_t kind_internal = 2;

struct SelfEnd : LoopbackEnd {
    FutexWord bell;                   // rung by messages and wake
    std::atomic<std::uint32_t> heard; // the bell when the last sleep ended
    std::atomic<std::uint32_t> sleepers;
    ByteRing ring;
};

SelfEnd &self_end(Conduit &conduit) {
    return static_cast<SelfEnd &>(conduit);
}

void *memory_at(std::uint64_t address) {
    return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
}

Status open(const ConduitOptions &options, Conduit **conduit, ConduitAddress *address, char *error,
            std::size_t error_size) {
    if (options.nodes != 1) {
        std::snprintf(error, error_size, "the conduit self is for jobs of one node, and this one has %u",
                      options.nodes);
        return Status::bad_argument;
    }
    void *memory = std::aligned_alloc(64, (sizeof(SelfEnd) + 63) / 64 * 64);
    if (!memory) return Status::no_memory;
    auto *end = new (memory) SelfEnd{};
    end->options = options;
    end->table = &self_conduit;
    end->caps = {.name = "self",
                 .provider = "this process",
                 .choice = nullptr,
                 .thread_safe = options.thread_safe,
                 .ordered = true,
                 .coherent_atomics = true,
                 .wait = true,
                 .max_header = max_header,
                 .max_payload = max_payload,
                 .inline_put = most_inline,
                 .key_bytes = 8,
                 .peer_bytes = 0,
                 .connected_peer_bytes = 0,
                 .stores_once = true,
                 .ordered_atomics = true};
    *conduit = end;
    if (address) *address = {};
    return Status::ok;
}

Status start(Conduit &, const ConduitAddress *) {
    return Status::ok;
}

void close(Conduit &conduit) {
    std::free(&self_end(conduit));
}

const ConduitCaps &caps(const Conduit &conduit) {
    return static_cast<const SelfEnd &>(conduit).caps;
}

Status register_memory(Conduit &, void *at, std::size_t, ConduitRegion **region, ConduitKey *key) {
    *region = static_cast<ConduitRegion *>(at);
    *key = {};
    return Status::ok;
}

void unregister_memory(Conduit &, ConduitRegion *) {}

Status put_inline(Conduit &, NodeNumber peer, std::uint64_t remote, const ConduitKey &, const void *local,
                  std::size_t bytes) {
    if (peer || bytes > most_inline) return Status::bad_argument;
    if (bytes) copy_once(memory_at(remote), local, bytes);
    return Status::ok;
}

Status put(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &, const void *local,
           std::size_t bytes, ConduitOperation &operation) {
    if (peer) return Status::bad_argument;
    if (bytes) copy_once(memory_at(remote), local, bytes);
    loopback_finish(self_end(conduit), operation, Status::ok);
    return Status::ok;
}

Status get(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &, void *local, std::size_t bytes,
           ConduitOperation &operation) {
    if (peer) return Status::bad_argument;
    if (bytes) std::memmove(local, memory_at(remote), bytes);
    loopback_finish(self_end(conduit), operation, Status::ok);
    return Status::ok;
}

Status put_signal(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &, const void *local,
                  std::size_t bytes, std::uint64_t signal, std::uint64_t value, ConduitOperation &operation) {
    if (peer || signal % 8) return Status::bad_argument;
    if (bytes) copy_once(memory_at(remote), local, bytes);
    atomic_apply_here(AtomicType::u64, AtomicOperation::add, memory_at(signal), value, 0);
    loopback_finish(self_end(conduit), operation, Status::ok);
    return Status::ok;
}

Status atomic(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &, AtomicType type,
              AtomicOperation what, std::uint64_t operand, std::uint64_t second, void *result,
              ConduitOperation &operation) {
    if (peer || !atomic_is_valid(type, what, remote)) return Status::bad_argument;
    const std::uint64_t old = atomic_apply_here(type, what, memory_at(remote), operand, second);
    if (result) std::memcpy(result, &old, atomic_bytes(type));
    loopback_finish(self_end(conduit), operation, Status::ok);
    return Status::ok;
}

void wake(Conduit &conduit) {
    SelfEnd &end = self_end(conduit);
    end.bell.fetch_add(1, std::memory_order_seq_cst);
    if (end.sleepers.load(std::memory_order_seq_cst)) futex_wake_all(&end.bell);
}

Status send_kind(Conduit &conduit, const ConduitMessage &m, std::uint16_t kind) {
    SelfEnd &end = self_end(conduit);
    if (m.header_bytes > max_header || m.payload_bytes > max_payload) return Status::bad_argument;
    {
        LoopbackGuard guard(end);
        if (!ring_write(end.ring, kind, m.header, m.header_bytes, m.payload, m.payload_bytes)) return Status::again;
    }
    wake(conduit);
    return Status::ok;
}

Status send(Conduit &conduit, NodeNumber peer, const ConduitMessage &message) {
    if (peer) return Status::bad_argument;
    return send_kind(conduit, message, message.internal ? kind_internal : kind_message);
}

Status send_back(Conduit &conduit, std::uint64_t, const ConduitMessage &message) {
    return send_kind(conduit, message, kind_internal);
}

bool all_flushed(Conduit &conduit) {
    return !self_end(conduit).has_finished.load(std::memory_order_relaxed);
}

bool flushed(Conduit &, NodeNumber) {
    return true;
}

unsigned deliver(SelfEnd &end) {
    unsigned found = 0;
    std::uint64_t until;
    bool broken = false;
    while (const RingRecord *record = found < batch ? ring_first(end.ring, &until, &broken) : nullptr) {
        const auto *header = reinterpret_cast<const unsigned char *>(record + 1);
        const ConduitMessage message{header,
                                     record->header_bytes,
                                     header + ring_padded(record->header_bytes),
                                     record->payload_bytes,
                                     0,
                                     record->kind == kind_internal,
                                     1};
        if (!message.internal)
            end.options.deliver(end.options.context, message);
        else if (end.options.internal)
            end.options.internal(end, message);
        ring_release(end.ring, until);
        ++found;
    }
    return found;
}

unsigned poll(Conduit &conduit) {
    SelfEnd &end = self_end(conduit);
    if (end.polling.exchange(true, std::memory_order_acquire)) return 0;
    unsigned found = ring_is_empty(end.ring) ? 0 : deliver(end);
    found += local_tell(end);
    end.polling.store(false, std::memory_order_release);
    return found;
}

// The bell is read before the ring is looked at, so a message after the look changes it.
void wait(Conduit &conduit, std::int64_t timeout_ns) {
    SelfEnd &end = self_end(conduit);
    end.sleepers.fetch_add(1, std::memory_order_seq_cst);
    const std::uint32_t seen = end.bell.load(std::memory_order_seq_cst);
    if (seen == end.heard.load(std::memory_order_relaxed) && ring_is_empty(end.ring) && all_flushed(conduit))
        futex_wait(&end.bell, seen, timeout_ns);
    end.heard.store(end.bell.load(std::memory_order_relaxed), std::memory_order_relaxed);
    end.sleepers.fetch_sub(1, std::memory_order_seq_cst);
}

ConduitCounts counts(Conduit &conduit) {
    return self_end(conduit).counts.now();
}

} // namespace

const ConduitTable self_conduit = {
    open,       start,      close,  caps,   register_memory, unregister_memory, put,         get,
    put_inline, put_signal, atomic, send,   send_back,       flushed,           all_flushed, poll,
    wait,       wake,       counts, nullptr};

} // namespace polder
