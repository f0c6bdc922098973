// Rings of an inbox: claiming, writing and reading messages. Layout, invariants and proofs are in
// inbox.h. Small-message path: no system call, no allocation, no indirect call. A lock only where
// `shared` says that several threads of the reading process may come at once.
#pragma once

#include "runtime/am/inbox.h"

#include <cstring>

namespace polder::am {

enum class AmKind : std::uint8_t {
    brief,
    in_cells,
    in_slab,
    landed,
    nothing // the end of a request by a lane that has no reply
};

// One word of the first cell.
struct AmHeader {
    std::uint32_t bytes; // of a medium payload
    std::uint8_t handler;
    std::uint8_t arguments : 5, kind : 3;
    std::uint8_t slab;       // number + 1; of the requester's process for replies, else of the sender's
    std::uint8_t reply_slab; // the same, reserved for the reply; of replies: 1 if the request came by a lane

    // Put together and taken apart in a register. A header that is read as a whole after it was
    // written in parts would have to wait for its own stores.
    std::uint64_t word() const {
        return bytes | std::uint64_t{handler} << 32 | std::uint64_t{arguments} << 40 | std::uint64_t{kind} << 45 |
               std::uint64_t{slab} << 48 | std::uint64_t{reply_slab} << 56;
    }
    void set(std::uint64_t word) { std::memcpy(this, &word, sizeof word); }
    // Of such a word: a brief message, which has no payload, no slab and no mark.
    static bool is_brief(std::uint64_t word) { return !(word & ~(std::uint64_t{0x1fff} << 32)); }
    static std::uint64_t brief_word(unsigned handler, unsigned arguments) {
        return std::uint64_t{handler & 255} << 32 | std::uint64_t{arguments} << 40;
    }
    static unsigned handler_of(std::uint64_t word) { return static_cast<std::uint8_t>(word >> 32); }
    static unsigned arguments_of(std::uint64_t word) { return word >> 40 & 31; }
};
static_assert(sizeof(AmHeader) == sizeof(std::uint64_t) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
static_assert(static_cast<unsigned>(AmKind::brief) == 0);

// A message outside the ring. body: arguments, then the payload of kind in_cells, or address and
// length of kind landed.
struct AmParcel {
    AmHeader header;
    std::uint32_t from;
    std::uint32_t to;
    std::uint64_t body[body_words];

    unsigned words() const {
        const unsigned behind = header.kind == static_cast<unsigned>(AmKind::in_cells) ? (header.bytes + 7) / 8
                                : header.kind == static_cast<unsigned>(AmKind::landed) ? 2
                                                                                       : 0;
        return header.arguments + behind;
    }
};

constexpr unsigned cells_for(unsigned words) {
    return (words + 2 + cell_words - 1) / cell_words;
}
static_assert(cells_for(body_words) == message_cells);

inline Cell &ring_cell(Ring &ring, std::uint64_t ticket) {
    return ring.cell[ticket % ring_cells];
}

// Claims a place in a ring that may be full. `alone`: this is the only thread that ever puts
// messages there.
inline bool ring_claim(Ring &ring, unsigned cells, bool alone, std::uint64_t *ticket) {
    std::uint64_t at = ring.tail.load(std::memory_order_relaxed);
    for (;;) {
        // Signed: `at` may be older than what others have seen; the exchange finds out.
        const auto full = [&](std::uint64_t head) { return static_cast<std::int64_t>(at + cells - head) > ring_cells; };
        if (full(ring.seen.load(std::memory_order_acquire))) {
            const std::uint64_t head = ring.head.load(std::memory_order_acquire);
            if (full(head)) return false;
            ring.seen.store(head, std::memory_order_release);
        }
        delay_point();
        if (alone) {
            ring.tail.store(at + cells, std::memory_order_relaxed);
            break;
        }
        if (ring.tail.compare_exchange_weak(at, at + cells, std::memory_order_acq_rel, std::memory_order_relaxed))
            break;
    }
    *ticket = at;
    return true;
}

// A place for a reply: there always is one.
inline std::uint64_t ring_claim_reply(Ring &ring, unsigned cells, bool alone) {
    if (!alone) return ring.tail.fetch_add(cells, std::memory_order_acq_rel);
    const std::uint64_t at = ring.tail.load(std::memory_order_relaxed);
    delay_point();
    ring.tail.store(at + cells, std::memory_order_relaxed);
    return at;
}

// Writes the cells; the last store hands them over. It is a plain one: the stores before it still
// wait for the line then, and all of them reach it together. A read-modify-write would come later,
// after the receiver, who looks at the line all the time, has taken it away again, and cost a
// transfer.
inline void ring_publish(Ring &ring, std::uint64_t ticket, const AmParcel &parcel) {
    Cell &first = ring_cell(ring, ticket);
    first.word[0] = parcel.header.word();
    first.word[1] = std::uint64_t{parcel.from} << 32 | parcel.to;
    const unsigned words = parcel.words();
    const std::uint64_t *from = parcel.body;
    unsigned left = words;
    unsigned begin = 2;
    for (std::uint64_t at = ticket;; begin = 0) {
        const unsigned here = left < cell_words - begin ? left : cell_words - begin;
        for (unsigned i = 0; i < here; ++i)
            ring_cell(ring, at).word[begin + i] = *from++;
        if (!(left -= here)) break;
        ++at;
        delay_point();
    }
    delay_point();
    first.number.store(ticket + 1, std::memory_order_release);
}

inline bool ring_ready(Ring &ring) {
    const std::uint64_t head = ring.head.load(std::memory_order_relaxed);
    return ring_cell(ring, head).number.load(std::memory_order_acquire) == head + 1;
}

// Copies the next message out and frees its cells. The caller is the only one who reads now, and
// there is one.
inline void ring_take(Ring &ring, AmParcel *parcel) {
    const std::uint64_t head = ring.head.load(std::memory_order_relaxed);
    Cell &first = ring_cell(ring, head);
    parcel->header.set(first.word[0]);
    parcel->from = static_cast<std::uint32_t>(first.word[1] >> 32);
    parcel->to = static_cast<std::uint32_t>(first.word[1]);
    const unsigned words = parcel->words();
    std::uint64_t *to = parcel->body;
    std::uint64_t at = head;
    for (unsigned left = words, begin = 2;; begin = 0, ++at) {
        const unsigned here = left < cell_words - begin ? left : cell_words - begin;
        for (unsigned i = 0; i < here; ++i)
            *to++ = ring_cell(ring, at).word[begin + i];
        if (!(left -= here)) break;
    }
    delay_point();
    ring.head.store(at + 1, std::memory_order_release);
}

// The next message, if there is one and nobody else is at it. `shared`: several threads of the
// process may read.
inline bool ring_next(Ring &ring, bool shared, AmParcel *parcel, AmCount *locks) {
    if (!ring_ready(ring)) return false;
    if (!shared) {
        ring_take(ring, parcel);
        return true;
    }
    ++*locks;
    delay_point();
    if (ring.lock.exchange(1, std::memory_order_acquire)) return false;
    const bool ready = ring_ready(ring);
    if (ready) ring_take(ring, parcel);
    delay_point();
    ring.lock.store(0, std::memory_order_release);
    return ready;
}

} // namespace polder::am
