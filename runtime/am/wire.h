// The form of an active message between nodes: a header, arguments behind it, a payload. Nodes of a
// job have the same byte order and the same program, so words travel as they are.
//
// Kinds.
//   request, reply   the message. Long: `landing` is where its payload goes, `total` its whole
//                    length. The message carries the last piece of the payload; the others came
//                    before as
//   piece            of a long payload, for `landing`
//   returned         requests that ended without a reply: what they held of the window
//
// back_bytes, back_count: what the receiver's process gets back of its window for the sender's
// node; of replies and returns.
#pragma once

#include "runtime/am/am.h"

namespace polder::am {

inline constexpr std::uint8_t wire_mark = 0xA1; // the first byte: the network's class for this layer
enum class WireKind : std::uint8_t { request, reply, piece, returned, count };

enum WireFlags : std::uint8_t {
    wire_soon = 1,   // its part of the window is to be given back at once
    wire_sample = 2, // its time is taken; in replies and returns: this is its end
    wire_flags_all = 3,
};

struct WireHeader {
    std::uint8_t mark;
    WireKind kind;
    std::uint8_t handler;
    std::uint8_t arguments;
    std::uint8_t flags;
    std::uint8_t room; // for the reply, in units of room_unit
    std::uint16_t spare;
    std::uint32_t from;
    std::uint32_t to;
    std::uint32_t back_bytes;
    std::uint32_t back_count;
    std::uint64_t landing; // global address; 0: no long message
    std::uint64_t total;   // bytes of a long payload, all pieces
};
static_assert(sizeof(WireHeader) == 40);
inline constexpr std::size_t wire_header_max = sizeof(WireHeader) + am_max_arguments * sizeof(std::uint64_t);
static_assert(wire_header_max <= 256, "every conduit takes this");

inline constexpr std::size_t piece_bytes = 65536; // every conduit takes this
static_assert(piece_bytes >= am_max_medium);

inline constexpr std::size_t room_unit = 4096;
constexpr std::uint8_t room_units(std::size_t room) {
    return room <= am_inline_bytes(am_max_arguments) ? 0
                                                     : static_cast<std::uint8_t>((room + room_unit - 1) / room_unit);
}
constexpr std::size_t room_bytes(unsigned units) {
    return units * room_unit;
}
inline constexpr unsigned room_units_max = room_units(am_max_medium);

// What a request holds of its window: header, arguments, its payload or the reply's, whichever way
// they lie somewhere.
inline constexpr std::uint32_t wire_cost_least = 256;
constexpr std::uint32_t wire_cost(std::size_t medium_bytes, unsigned units) {
    return static_cast<std::uint32_t>(wire_cost_least + medium_bytes + room_bytes(units));
}
inline constexpr std::uint32_t wire_cost_most = wire_cost(am_max_medium, room_units_max);

} // namespace polder::am
