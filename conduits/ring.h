// Ring: messages of different lengths in a circle of bytes, one writer and one reader, which may be
// different processes. A record lies in one piece: where it would cross the end, the rest is
// skipped.
//
// Order.
//   1. The writer stores a record, then tail (release). The reader loads tail (acquire), then reads
//      the record.
//   2. The reader stores head (release) after it has read. The writer loads head (acquire) before
//      it uses the bytes again.
// Each end trusts the other's words no further than the ring's own memory: lengths are checked.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace polder {

inline constexpr std::uint32_t ring_bytes = 256 << 10;

struct RingRecord {
    std::uint32_t length; // of the record with this head; a multiple of 8
    std::uint16_t header_bytes;
    std::uint16_t kind; // ring_skip, or the conduit's
    std::uint32_t payload_bytes;
    std::uint32_t unused;
};
static_assert(sizeof(RingRecord) == 16);
inline constexpr std::uint16_t ring_skip = 0;

struct ByteRing {
    alignas(64) std::atomic<std::uint64_t> head;
    alignas(64) std::atomic<std::uint64_t> tail;
    alignas(64) unsigned char bytes[ring_bytes];
};

constexpr std::size_t ring_padded(std::size_t bytes) {
    return (bytes + 7) & ~std::size_t{7};
}

inline RingRecord *ring_at(ByteRing &ring, std::uint64_t position) {
    return reinterpret_cast<RingRecord *>(ring.bytes + position % ring_bytes);
}

// false: there is no room now.
inline bool ring_write(ByteRing &ring, std::uint16_t kind, const void *header, std::size_t header_bytes,
                       const void *payload, std::size_t payload_bytes) {
    const std::uint64_t length = sizeof(RingRecord) + ring_padded(header_bytes) + ring_padded(payload_bytes);
    std::uint64_t tail = ring.tail.load(std::memory_order_relaxed);
    const std::uint64_t to_end = ring_bytes - tail % ring_bytes;
    const std::uint64_t skipped = to_end < length ? to_end : 0;
    if (tail + skipped + length - ring.head.load(std::memory_order_acquire) > ring_bytes) return false;
    if (skipped) {
        if (skipped >= sizeof(RingRecord))
            *ring_at(ring, tail) = {static_cast<std::uint32_t>(skipped), 0, ring_skip, 0, 0};
        tail += skipped;
    }
    auto *record = ring_at(ring, tail);
    *record = {static_cast<std::uint32_t>(length), static_cast<std::uint16_t>(header_bytes), kind,
               static_cast<std::uint32_t>(payload_bytes), 0};
    auto *at = reinterpret_cast<unsigned char *>(record + 1);
    if (header_bytes) std::memcpy(at, header, header_bytes);
    if (payload_bytes) std::memcpy(at + ring_padded(header_bytes), payload, payload_bytes);
    ring.tail.store(tail + length, std::memory_order_release);
    return true;
}

inline bool ring_is_empty(const ByteRing &ring) {
    return ring.head.load(std::memory_order_relaxed) == ring.tail.load(std::memory_order_acquire);
}

// The oldest record, or null; *end is what to give ring_release once it has been read. broken: the
// writer wrote nonsense.
inline const RingRecord *ring_first(ByteRing &ring, std::uint64_t *end, bool *broken) {
    std::uint64_t head = ring.head.load(std::memory_order_relaxed);
    const std::uint64_t tail = ring.tail.load(std::memory_order_acquire);
    if (head == tail) return nullptr;
    const std::uint64_t to_end = ring_bytes - head % ring_bytes;
    if (to_end < sizeof(RingRecord) || ring_at(ring, head)->kind == ring_skip) head += to_end;
    if (head == tail) return nullptr;
    const RingRecord *record = ring_at(ring, head);
    const std::uint64_t room = ring_bytes - head % ring_bytes;
    const std::uint64_t length = record->length;
    const std::uint64_t needed =
        sizeof(RingRecord) + ring_padded(record->header_bytes) + ring_padded(record->payload_bytes);
    *broken = tail - head > ring_bytes || length > tail - head || length > room || length != needed;
    *end = head + length;
    return record;
}

inline void ring_release(ByteRing &ring, std::uint64_t end) {
    ring.head.store(end, std::memory_order_release);
}

} // namespace polder
