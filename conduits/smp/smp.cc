// The table: opening, transfers, messages, polling.
#include "conduits/smp/smp.h"

#include "base/copy_once.h"
#include "conduits/atomic.h"
#include "conduits/authentication_tag.h"

#include <cstdio>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace polder {

extern const ConduitTable smp_conduit;

namespace {

constexpr unsigned batch = 16; // messages of a ring in one poll
constexpr std::uint32_t polls_between_clocks = 1024;
constexpr std::int64_t nap_ns = 50'000'000;
constexpr std::int64_t default_timeout_ns = 10'000'000'000;

void inbox_close(SmpEnd &end) {
    munmap(end.inbox, sizeof(SmpInbox));
    ::close(end.place.fd - 1); // a place has the descriptor and one, as 0 is no place
}

Status open(const ConduitOptions &options, Conduit **conduit, ConduitAddress *address, char *error,
            std::size_t error_size) {
    auto *end = static_cast<SmpEnd *>(std::calloc(1, sizeof(SmpEnd)));
    if (!end) return Status::no_memory;
    new (end) SmpEnd{};
    end->options = options;
    end->table = &smp_conduit;
    if (end->options.timeout_ns <= 0) end->options.timeout_ns = default_timeout_ns;
    end->caps = {.name = "smp",
                 .provider = "shared memory of this machine",
                 .choice = nullptr,
                 .thread_safe = options.thread_safe,
                 .ordered = true,
                 .coherent_atomics = true,
                 .wait = true,
                 .max_header = smp_max_header,
                 .max_payload = smp_max_payload,
                 .inline_put = smp_inline,
                 .key_bytes = sizeof(SmpKey),
                 .peer_bytes = sizeof(void *),
                 .connected_peer_bytes = sizeof(SmpRoute),
                 .stores_once = true,
                 .ordered_atomics = true};
    std::memcpy(end->key, options.key, sizeof end->key);
    end->peers = static_cast<std::atomic<SmpRoute *> *>(std::calloc(options.nodes, sizeof *end->peers));
    end->sources = static_cast<SmpSource *>(std::calloc(smp_doors, sizeof(SmpSource)));
    end->inbox = static_cast<SmpInbox *>(smp_create(sizeof(SmpInbox), &end->place));
    if (!end->peers || !end->sources || !end->inbox) {
        std::snprintf(error, error_size, "smp: no memory for an inbox");
        if (end->inbox) inbox_close(*end);
        std::free(end->peers);
        std::free(end->sources);
        std::free(end);
        return Status::no_memory;
    }
    std::uint64_t place;
    std::memcpy(&place, &end->place, sizeof place);
    end->inbox->proof = conduit_tag(end->key, options.node, place, options.node);
    if (address) {
        *address = {};
        address->length = sizeof end->place;
        std::memcpy(address->bytes, &end->place, sizeof end->place);
    }
    *conduit = end;
    return Status::ok;
}

Status start(Conduit &conduit, const ConduitAddress *addresses) {
    smp(conduit).addresses = addresses;
    return Status::ok;
}

void close(Conduit &conduit) {
    SmpEnd &end = smp(conduit);
    smp_close_routes(end);
    smp_close_maps(end);
    for (unsigned i = 0; i < smp_doors; ++i)
        if (end.sources[i].ring) munmap(end.sources[i].ring, sizeof(SmpRing));
    inbox_close(end);
    std::free(end.peers);
    std::free(end.sources);
    std::free(&end);
}

const ConduitCaps &caps(const Conduit &conduit) {
    return static_cast<const SmpEnd &>(conduit).caps;
}

// ---- transfers ----

// What a loss means for them: a peer that was never talked to is looked at now.
bool is_lost(SmpEnd &end, NodeNumber peer) {
    LoopbackGuard guard(end);
    const SmpRoute *route = smp_route(end, peer);
    return !route || route->lost;
}

unsigned char *reach(SmpEnd &end, NodeNumber peer, const ConduitKey &key, std::uint64_t remote, std::size_t bytes) {
    if (is_lost(end, peer)) return nullptr;
    unsigned char *at = smp_reach(end, key, remote, bytes);
    if (at) return at;
    LoopbackGuard guard(end);
    smp_lose(end, *smp_route(end, peer), "its memory cannot be mapped here");
    return nullptr;
}

Status put_inline(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes) {
    SmpEnd &end = smp(conduit);
    if (peer >= end.options.nodes || bytes > smp_inline) return Status::bad_argument;
    unsigned char *at = reach(end, peer, key, remote, bytes);
    if (!at) return Status::system_error;
    if (bytes) copy_once(at, local, bytes);
    return Status::ok;
}

Status put(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
           std::size_t bytes, ConduitOperation &operation) {
    SmpEnd &end = smp(conduit);
    if (peer >= end.options.nodes) return Status::bad_argument;
    unsigned char *at = reach(end, peer, key, remote, bytes);
    if (at && bytes) copy_once(at, local, bytes);
    loopback_finish(end, operation, at ? Status::ok : Status::system_error);
    return Status::ok;
}

Status get(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, void *local,
           std::size_t bytes, ConduitOperation &operation) {
    SmpEnd &end = smp(conduit);
    if (peer >= end.options.nodes) return Status::bad_argument;
    const unsigned char *at = reach(end, peer, key, remote, bytes);
    if (at && bytes) std::memmove(local, at, bytes);
    loopback_finish(end, operation, at ? Status::ok : Status::system_error);
    return Status::ok;
}

Status put_signal(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, const void *local,
                  std::size_t bytes, std::uint64_t signal, std::uint64_t value, ConduitOperation &operation) {
    SmpEnd &end = smp(conduit);
    if (peer >= end.options.nodes || signal % 8) return Status::bad_argument;
    unsigned char *at = reach(end, peer, key, remote, bytes);
    unsigned char *word = at ? reach(end, peer, key, signal, 8) : nullptr;
    if (word) {
        if (bytes) copy_once(at, local, bytes);
        atomic_apply_here(AtomicType::u64, AtomicOperation::add, word, value, 0);
    }
    loopback_finish(end, operation, word ? Status::ok : Status::system_error);
    return Status::ok;
}

Status atomic(Conduit &conduit, NodeNumber peer, std::uint64_t remote, const ConduitKey &key, AtomicType type,
              AtomicOperation what, std::uint64_t operand, std::uint64_t second, void *result,
              ConduitOperation &operation) {
    SmpEnd &end = smp(conduit);
    if (peer >= end.options.nodes || !atomic_is_valid(type, what, remote)) return Status::bad_argument;
    unsigned char *at = reach(end, peer, key, remote, atomic_bytes(type));
    if (at) {
        const std::uint64_t old = atomic_apply_here(type, what, at, operand, second);
        if (result) std::memcpy(result, &old, atomic_bytes(type));
    }
    loopback_finish(end, operation, at ? Status::ok : Status::system_error);
    return Status::ok;
}

// ---- messages ----

Status send_on(SmpRoute *route, const ConduitMessage &m, std::uint16_t kind) {
    if (!route) return Status::again;
    if (route->lost) return Status::system_error;
    if (!ring_write(route->ring->ring, kind, m.header, m.header_bytes, m.payload, m.payload_bytes))
        return Status::again;
    ring_bell(*route->inbox);
    return Status::ok;
}

bool fits(const ConduitMessage &message) {
    return message.header_bytes <= smp_max_header && message.payload_bytes <= smp_max_payload;
}

Status send(Conduit &conduit, NodeNumber peer, const ConduitMessage &message) {
    SmpEnd &end = smp(conduit);
    if (peer >= end.options.nodes || !fits(message)) return Status::bad_argument;
    LoopbackGuard guard(end);
    return send_on(smp_route(end, peer), message, message.internal ? smp_internal : smp_message);
}

// Of an end that has sent to us. Only the thread that polls adds sources, and answers are sent
// while or after it took the question.
NodeNumber node_of(const SmpEnd &end, std::uint64_t sender) {
    const std::uint32_t opened = end.opened.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; i < opened; ++i)
        if (end.sources[i].ring && end.sources[i].ring->end == sender) return end.sources[i].ring->node;
    return end.options.node;
}

Status send_back(Conduit &conduit, std::uint64_t to, const ConduitMessage &message) {
    SmpEnd &end = smp(conduit);
    SmpPlace place;
    std::memcpy(&place, &to, sizeof place);
    if (!fits(message) || !place.pid) return Status::bad_argument;
    LoopbackGuard guard(end);
    return send_on(smp_route_to(end, place, node_of(end, to)), message, smp_internal);
}

bool all_flushed(Conduit &conduit) {
    return !smp(conduit).has_finished.load(std::memory_order_relaxed);
}

bool flushed(Conduit &, NodeNumber) {
    return true;
}

// ---- polling ----

// New rings. A door that was taken and is still empty is looked at again; its sender may have died
// there.
void open_doors(SmpEnd &end) {
    std::uint32_t doors = end.inbox->doors.load(std::memory_order_acquire);
    if (doors > smp_doors) doors = smp_doors;
    for (std::uint32_t i = 0; i < doors; ++i) {
        SmpSource &source = end.sources[i];
        const std::uint64_t bits =
            source.ring || source.closed ? 0 : end.inbox->door[i].load(std::memory_order_acquire);
        if (!bits) continue;
        SmpPlace place;
        std::memcpy(&place, &bits, sizeof place);
        source.ring = static_cast<SmpRing *>(smp_map(place, sizeof(SmpRing)));
        const bool proven =
            source.ring && source.ring->node < end.options.nodes &&
            source.ring->proof == conduit_tag(end.key, source.ring->node, source.ring->end, end.options.node);
        if (!proven) {
            source.closed = true;
            ++end.counts.dropped;
        }
    }
    end.opened.store(doors, std::memory_order_release);
}

unsigned take_from(SmpEnd &end, SmpSource &source) {
    unsigned found = 0;
    std::uint64_t until;
    bool broken = false;
    while (const RingRecord *record = found < batch ? ring_first(source.ring->ring, &until, &broken) : nullptr) {
        if (broken || record->header_bytes > smp_max_header || record->payload_bytes > smp_max_payload) {
            source.closed = true;
            ++end.counts.dropped;
            return found;
        }
        const auto *header = reinterpret_cast<const unsigned char *>(record + 1);
        const ConduitMessage message{header,
                                     record->header_bytes,
                                     header + ring_padded(record->header_bytes),
                                     record->payload_bytes,
                                     source.ring->node,
                                     record->kind == smp_internal,
                                     source.ring->end};
        if (!message.internal)
            end.options.deliver(end.options.context, message);
        else if (end.options.internal)
            end.options.internal(end, message);
        ring_release(source.ring->ring, until);
        ++found;
    }
    if (found == batch) end.more.store(true, std::memory_order_relaxed);
    return found;
}

// The bell is read before the rings, so what comes in after the look is heard the next time.
unsigned deliver(SmpEnd &end) {
    const std::uint32_t bell = end.inbox->bell.load(std::memory_order_acquire);
    if (bell == end.heard.load(std::memory_order_relaxed) && !end.more.load(std::memory_order_relaxed)) return 0;
    end.more.store(false, std::memory_order_relaxed);
    open_doors(end);
    unsigned found = 0;
    const std::uint32_t opened = end.opened.load(std::memory_order_relaxed);
    for (std::uint32_t i = 0; i < opened; ++i)
        if (end.sources[i].ring && !end.sources[i].closed) found += take_from(end, end.sources[i]);
    end.heard.store(bell, std::memory_order_relaxed);
    return found;
}

unsigned poll(Conduit &conduit) {
    SmpEnd &end = smp(conduit);
    if (end.polling.exchange(true, std::memory_order_acquire)) return 0;
    unsigned found = deliver(end) + local_tell(end);
    const std::uint32_t polls = end.polls.load(std::memory_order_relaxed) + 1;
    end.polls.store(polls < polls_between_clocks ? polls : 0, std::memory_order_relaxed);
    if (polls >= polls_between_clocks) smp_tick(end);
    if (end.losses.load(std::memory_order_relaxed)) {
        smp_report_losses(end);
        ++found;
    }
    end.polling.store(false, std::memory_order_release);
    return found;
}

void wait(Conduit &conduit, std::int64_t timeout_ns) {
    SmpEnd &end = smp(conduit);
    SmpInbox &inbox = *end.inbox;
    if (timeout_ns < 0 || timeout_ns > nap_ns) timeout_ns = nap_ns; // deaths do not ring
    inbox.sleepers.fetch_add(1, std::memory_order_seq_cst);
    const std::uint32_t seen = inbox.bell.load(std::memory_order_seq_cst);
    const bool quiet = !end.more.load(std::memory_order_relaxed) && !end.losses.load(std::memory_order_relaxed) &&
                       all_flushed(conduit);
    if (quiet && seen == end.heard.load(std::memory_order_relaxed)) futex_wait(&inbox.bell, seen, timeout_ns);
    inbox.sleepers.fetch_sub(1, std::memory_order_seq_cst);
    end.polls.store(polls_between_clocks, std::memory_order_relaxed); // look at the clock
}

void wake(Conduit &conduit) {
    ring_bell(*smp(conduit).inbox);
}

ConduitCounts counts(Conduit &conduit) {
    return smp(conduit).counts.now();
}

} // namespace

const ConduitTable smp_conduit = {open,        start,      close,      caps,   smp_register, smp_unregister, put,
                                  get,         put_inline, put_signal, atomic, send,         send_back,      flushed,
                                  all_flushed, poll,       wait,       wake,   counts,       nullptr};

} // namespace polder
