// Brief messages: a request of a few words and its reply. They go between two processes of one UPC
// thread each, by a lane that is open (lane.h). The words go from registers into the line, and
// nothing of the message is put together in memory before. So a round trip of two threads that poll
// costs little more than two transfers of the line.
//
// False says that the message has to take the general way (am.h), which does the same in any state;
// nothing was done then. The rules and invariants of lane.h hold, as for any use of a lane.
#pragma once

#include "runtime/am/lane_section.h"
#include "runtime/am/node.h"
#include "runtime/sync/adaptive_spin.h"

namespace polder::am {

[[gnu::always_inline]] inline bool brief_fits(const AmBrief &brief) {
    return brief.count < lane_words && am_node.handler[brief.handler].load(std::memory_order_relaxed);
}

// To any thread, which need not exist.
[[gnu::always_inline]] inline bool brief_request(unsigned to, const AmBrief &brief) {
    const unsigned process = to - am_node.node_first; // if it has one thread, as `only` says
    LaneOut &out = lane_ends.out[process % lanes];
    LaneSection section(am_shared());
    const bool is_open = section.is_alone() && out.only == std::uint64_t{to} + 1 && brief_fits(brief);
    if (!is_open || out.busy.load(std::memory_order_relaxed)) return false;
    if (am_node.credits_taken.load(std::memory_order_acquire)) return false;
    const std::uint64_t ticket = out.ticket.load(std::memory_order_relaxed);
    cell_write_brief(*out.cell, brief, mythread(), to, 2 * ticket + 1);
    lane_busy(process % lanes);
    section.leave();
    ++am_counts().sent;
    sync::adaptive_spin_expect(false);
    am_published(process);
    return true;
}

// In the handler of a request.
[[gnu::always_inline]] inline bool brief_reply(AmMessage &request, const AmBrief &brief) {
    AmReplyState *state = request.reply;
    if (!state || state->inside || state->done || !state->lane.cell || !brief_fits(brief)) return false;
    cell_write_brief(*state->lane.cell, brief, request.to, request.from, state->lane.number);
    state->done = true;
    ++am_counts().replied;
    am_published(am_process_of(request.from));
    return true;
}

// A brief message taken out of a line; `head` is the line's first word. It must stay where it is.
struct BriefIn {
    std::uint64_t body[lane_words];
    AmMessage message;

    [[gnu::always_inline]] BriefIn(const Cell &cell, std::uint64_t head, AmReplyState *reply) {
        for (unsigned i = 0; i < lane_words; ++i)
            body[i] = cell.word[2 + i];
        message.argument_count = AmHeader::arguments_of(head);
        message.arguments = body;
        message.payload = nullptr;
        message.bytes = 0;
        message.reply = reply;
        // Both threads in one store: who copies them in one load would else wait for two.
        const std::uint64_t threads = cell.word[1] >> 32 | cell.word[1] << 32;
        static_assert(offsetof(AmMessage, from) == 0 && offsetof(AmMessage, to) == sizeof(std::uint32_t));
        std::memcpy(&message, &threads, sizeof threads);
        delay_point();
    }
    BriefIn(const BriefIn &) = delete;
    BriefIn &operator=(const BriefIn &) = delete;
};

} // namespace polder::am
