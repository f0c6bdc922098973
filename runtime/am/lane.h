// Lanes: requests whose reply travels in the line of its request. Some lines of an inbox belong to
// one sending process each, which takes a lane with its first request and keeps it. The receiver
// writes the reply into the line that it has just got. So a round trip is as many transfers of a
// line as a ping-pong; through the rings it would be twice as many.
//
// Rules.
//   1. The sender uses its lane for a request of one line. It does so only if nothing of it is
//      under way in rings, to nobody, and its last request of this lane has ended.
//   2. So there is at most one request in a lane. Floods go by the rings.
//   3. A process has at most one lane in each inbox, and `lanes` of them in all. Who gets none uses
//      the rings.
//   4. Cells of a lane are used in turn. The number of a cell with the request of ticket t is 2t +
//      1; with its end, 2t + 2.
//   5. An end is a reply of one line, or says that there is none (AmKind::nothing). A longer reply
//      comes by the ring, marked, and is itself the end.
//
// Invariant (a cell is not written before it was read). The owner of the lane writes a request only
// after it has copied the last one's end out. The receiver writes the end after it has copied the
// request out. Both see the other's number with acquire. Held by tests/unit/runtime/am_delays.cc.
//
// Invariant (a reply always finds room). It has its own line, or the ring. There a lane counts as a
// credit (am_credits, inbox.h): its next request waits until a marked reply was copied out of the
// ring. Held by tests/unit/runtime/am.cc (RepliesNeverWait).
//
// Order between two processes of one thread each.
//   1. Let a request by the lane be sent before one by the ring. Whoever sees the latter can see
//      the former. So a thread that sees one in the ring looks into the lanes first.
//   2. Let a request by the ring be sent before one by the lane. It has been answered or given back
//      by then, since nothing of the sender was under way in rings.
//   3. Replies: the same, seen from the other side.
#pragma once

#include "runtime/am/ring.h"

namespace polder {

// A lane in the inbox of another process.
struct alignas(cache_line) LaneOut {
    std::atomic<std::uint32_t> lock;   // where the process has several threads
    std::atomic<std::uint32_t> busy;   // a request of it is under way
    std::uint32_t owner;               // number of the process + 1 whose inbox it is in; 0: not taken yet
    Lane *lane;                        // null: there was none left
    std::atomic<std::uint64_t> ticket; // of the request under way, or of the next one
};

// Of this process.
struct LaneEnds {
    LaneOut out[lanes];                                  // to process p: number p % lanes
    alignas(cache_line) std::atomic<std::uint32_t> busy; // a bit for each of `out`
    std::atomic<std::uint64_t> next[lanes];              // in its own inbox: the ticket expected in each
};
extern LaneEnds lane_ends;

inline Cell &lane_cell(Lane &lane, std::uint64_t ticket) {
    return lane.cell[ticket % lane_cells];
}
inline constexpr unsigned lane_words = cell_words - 2;    // behind header and threads
static_assert(static_cast<unsigned>(AmKind::brief) == 0); // for cell_write_short

// Short as this is, the compiler must not make a call of the C library of it.
inline void cell_write(Cell &cell, const AmParcel &parcel, std::uint64_t number) {
    cell.word[0] = parcel.header.word();
    cell.word[1] = std::uint64_t{parcel.from} << 32 | parcel.to;
    const unsigned words = parcel.words();
    for (unsigned i = 0; i < words; ++i)
        cell.word[2 + i] = parcel.body[i];
    delay_point();
    cell.number.store(number, std::memory_order_release);
}

// The same of a short message, put together in place.
inline void cell_write_short(Cell &cell, const AmContent &content, unsigned from, unsigned to, std::uint64_t number) {
    cell.word[0] = std::uint64_t{content.handler & 255} << 32 | std::uint64_t{content.argument_count} << 40;
    cell.word[1] = std::uint64_t{from} << 32 | to;
    for (unsigned i = 0; i < lane_words; ++i) { // no call of the C library for so few
        if (i == content.argument_count) break;
        cell.word[2 + i] = content.arguments[i];
    }
    delay_point();
    cell.number.store(number, std::memory_order_release);
}

inline void cell_read(const Cell &cell, AmParcel *parcel) {
    parcel->header.set(cell.word[0]);
    parcel->from = static_cast<std::uint32_t>(cell.word[1] >> 32);
    parcel->to = static_cast<std::uint32_t>(cell.word[1]);
    for (unsigned i = 0; i < lane_words; ++i)
        parcel->body[i] = cell.word[2 + i];
    delay_point();
}

// The request travels in a lane; false: it has to use the ring.
bool lane_send(unsigned process, const AmParcel &parcel);
// The same of a short message, of a thread of this process.
bool lane_send_short(unsigned process, const AmContent &content, unsigned from, unsigned to);

// Where a request's end goes: the cell, and its number.
struct LaneReply {
    Cell *cell; // null: the request came by the ring
    std::uint64_t number;
};

// The end of a request that has no reply.
inline void lane_end(const LaneReply &reply) {
    AmHeader header = {};
    header.kind = static_cast<unsigned>(AmKind::nothing);
    reply.cell->word[0] = header.word();
    delay_point();
    reply.cell->number.store(reply.number, std::memory_order_release);
}

inline bool lane_has_request(Inbox &own, unsigned lane) {
    const std::uint64_t next = lane_ends.next[lane].load(std::memory_order_relaxed);
    return lane_cell(own.lane[lane], next).number.load(std::memory_order_acquire) == 2 * next + 1;
}
// The first lane that has one; lanes: none has.
inline unsigned lane_with_request(Inbox &own) {
    const unsigned taken = own.lanes_taken.load(std::memory_order_relaxed);
    for (unsigned lane = 0; lane < taken; ++lane)
        if (lane_has_request(own, lane)) return lane;
    return lanes;
}
// Copies out what lane_has_request has seen. False: another thread of the process was faster.
bool lane_take_request(Inbox &own, unsigned lane, bool shared, AmParcel *parcel, LaneReply *reply, AmCount *locks);

inline bool lane_has_end(const LaneOut &out) {
    const std::uint64_t ticket = out.ticket.load(std::memory_order_relaxed);
    return lane_cell(*out.lane, ticket).number.load(std::memory_order_acquire) == 2 * ticket + 2;
}
inline bool lane_end_ready() {
    for (std::uint32_t busy = lane_ends.busy.load(std::memory_order_acquire); busy; busy &= busy - 1)
        if (lane_has_end(lane_ends.out[__builtin_ctz(busy)])) return true;
    return false;
}
// Copies an end out, if there is one that nobody else is at.
bool lane_take_end(bool shared, AmParcel *parcel, AmCount *locks);
// A marked reply of that process was copied out of the ring.
void lane_ended(unsigned process, bool shared);

} // namespace polder
