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
//   4. A lane is one line, as two lines in turn cost more: a processor fetches the neighbour of a
//      line, too. Its number is 2t + 1 with the request of ticket t, and 2t + 2 with the end.
//   5. An end is a reply of one line, or says that there is none (AmKind::nothing). A longer reply
//      comes by the ring, marked, and is itself the end.
//   6. Which threads of a process use its lanes, and how they are alone there, is in
//      lane_section.h.
//
// Invariant (a line is not written before it was read). The owner of the lane writes a request only
// after it has copied the last one's end out. The receiver writes the end after it has copied the
// request out. Both see the other's number with acquire. Held by
// tests/unit/runtime/am/am_delays.cc.
//
// Invariant (a reply always finds room). It has its own line, or the ring. There a lane counts as a
// credit (am_credits, inbox.h): its next request waits until a marked reply was copied out of the
// ring. Held by tests/unit/runtime/am/am.cc (RepliesNeverWait).
//
// Order between two processes of one thread each.
//   1. Let a request by the lane be sent before one by the ring. Whoever sees the latter can see
//      the former. So a thread that sees one in the ring looks into the lanes first.
//   2. Let a request by the ring be sent before one by the lane. It has been answered or given back
//      by then, since nothing of the sender was under way in rings.
//   3. Replies: the same, seen from the other side.
#pragma once

#include "runtime/am/ring.h"

namespace polder::am {

// A lane in the inbox of another process.
struct alignas(cache_line) LaneOut {
    std::atomic<std::uint32_t> lock;   // in the state `locked` (lane_section.h)
    std::atomic<std::uint32_t> busy;   // a request of it is under way
    std::uint32_t owner;               // number of the process + 1 whose inbox it is in; 0: not taken yet
    std::uint32_t only;                // the only thread of that process + 1, if there is a line; else 0
    Cell *cell;                        // its line; null: there was none left
    std::atomic<std::uint64_t> ticket; // of the request under way, or of the next one
};

// Of this process.
struct LaneEnds {
    LaneOut out[lanes];                                  // to process p: number p % lanes
    alignas(cache_line) std::atomic<std::uint32_t> busy; // a bit for each of `out`
    std::atomic<std::uint64_t> next[lanes];              // in its own inbox: the ticket expected in each
    std::atomic<std::uint32_t> in_a_row;                 // polls that took a message of a lane; wraps around
};
extern LaneEnds lane_ends;

inline constexpr unsigned lane_words = cell_words - 2; // behind header and threads

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

// A message without a payload. Arguments: `first`, and `count` more words at `more`.
struct AmBrief {
    unsigned handler;
    unsigned count;
    std::uint64_t first;
    const std::uint64_t *more;
};

// The same of a brief message, put together in place. It has at most lane_words arguments.
[[gnu::always_inline]] inline void cell_write_brief(Cell &cell, const AmBrief &brief, unsigned from, unsigned to,
                                                    std::uint64_t number) {
    cell.word[0] = AmHeader::brief_word(brief.handler, brief.count + 1);
    cell.word[1] = std::uint64_t{from} << 32 | to;
    cell.word[2] = brief.first;
    for (unsigned i = 0; i < lane_words - 1; ++i) { // no call of the C library for so few
        if (i == brief.count) break;
        cell.word[3 + i] = brief.more[i];
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
// The same of a brief message, of a thread of this process.
bool lane_send_brief(unsigned process, const AmBrief &brief, unsigned from, unsigned to);

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
    return own.lane[lane].number.load(std::memory_order_acquire) == 2 * next + 1;
}
// The first lane that has one; lanes: none has.
inline unsigned lane_with_request(Inbox &own) {
    const unsigned taken = own.lanes_taken.load(std::memory_order_relaxed);
    for (unsigned lane = 0; lane < taken; ++lane)
        if (lane_has_request(own, lane)) return lane;
    return lanes;
}
// The first word of a request that is there.
inline std::uint64_t lane_head(Inbox &own, unsigned lane) {
    return own.lane[lane].word[0];
}
// The request that lane_has_request has seen, to be copied out by the only thread that may now.
inline void lane_copy_request(Inbox &own, unsigned lane, AmParcel *parcel, LaneReply *reply) {
    const std::uint64_t next = lane_ends.next[lane].load(std::memory_order_relaxed);
    Cell &cell = own.lane[lane];
    cell_read(cell, parcel);
    *reply = {&cell, 2 * next + 2};
    lane_ends.next[lane].store(next + 1, std::memory_order_relaxed);
}
// The same in the state `locked`. False: another thread was faster.
bool lane_take_request(Inbox &own, unsigned lane, AmParcel *parcel, LaneReply *reply, AmCount *locks);

inline bool lane_has_end(const LaneOut &out) {
    const std::uint64_t ticket = out.ticket.load(std::memory_order_relaxed);
    return out.cell->number.load(std::memory_order_acquire) == 2 * ticket + 2;
}
// The first lane of this process in another inbox that has one; lanes: none has.
inline unsigned lane_with_end() {
    for (std::uint32_t busy = lane_ends.busy.load(std::memory_order_acquire); busy; busy &= busy - 1) {
        const unsigned number = static_cast<unsigned>(__builtin_ctz(busy));
        if (lane_has_end(lane_ends.out[number])) return number;
    }
    return lanes;
}

// A request of the lane is under way, or its end was copied out: of a thread alone in its section.
inline void lane_busy(unsigned number) {
    lane_ends.out[number].busy.store(1, std::memory_order_relaxed);
    const std::uint32_t busy = lane_ends.busy.load(std::memory_order_relaxed);
    lane_ends.busy.store(busy | std::uint32_t{1} << number, std::memory_order_relaxed);
}
inline void lane_idle(unsigned number) {
    LaneOut &out = lane_ends.out[number];
    out.ticket.store(out.ticket.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    const std::uint32_t busy = lane_ends.busy.load(std::memory_order_relaxed);
    lane_ends.busy.store(busy & ~(std::uint32_t{1} << number), std::memory_order_relaxed);
    out.busy.store(0, std::memory_order_relaxed);
}

// The line of the end that lane_with_end has found.
inline const Cell &lane_end_cell(unsigned number) {
    return *lane_ends.out[number].cell;
}
// That end, to be copied out by a thread alone in its section.
inline void lane_copy_end(unsigned number, AmParcel *parcel) {
    cell_read(lane_end_cell(number), parcel);
    lane_idle(number);
}
// In the state `locked`: any end, if there is one that nobody else is at.
bool lane_take_end(AmParcel *parcel, AmCount *locks);
// A marked reply of that process was copied out of the ring, by a thread that may use lanes.
void lane_ended(unsigned process);

} // namespace polder::am
