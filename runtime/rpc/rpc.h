// RPC: a thread asks another node's leader something and waits for the answer. Only rare things are
// asked so (allocation, locks), one at a time a UPC thread. The answer comes into a *cell* of the
// thread in its node's control block; whoever takes up messages in the leader puts it there.
//
// The question is answered where one-way messages are taken (one_way.h), by a function that does
// not wait. So every RPC ends as soon as the other node's leader polls and then this one's; their
// progress threads see to that. No RPC waits for another. System threads of one UPC thread take
// turns at its cell. The one that has the turn waits for such answers only.
//
// A question may go to all other nodes at once. The leader's handlers, which run one at a time, add
// the answers up word by word; the last one ends the wait. So it takes as long as the slowest node,
// and the cell needs no more room.
//
// An *asynchronous RPC* is one for whose answer only the thread's next fence waits, or one that is
// more than rpc_async_most ahead. A function in the leader looks at its answer, and ends the job if
// the answer is bad.
#pragma once

#include "runtime/core/job.h"
#include "runtime/rpc/one_way.h"

namespace polder::rpc {

enum class RpcKind : std::uint8_t {
    allocate,
    free,
    block_bytes,
    block_around,
    count_freed,
    reserve,
    credit,
    discard,
    refund,
    lock_attempt,
    lock_free,
    lock_ticket,
    count
};

inline constexpr unsigned rpc_words = one_way_words - 1;
inline constexpr unsigned rpc_answer_words = one_way_words - 1;
inline constexpr std::uint32_t rpc_async_most = 64; // of a thread, unanswered

// Every process, before the network starts. `answer` is zero when it is called.
void rpc_register(RpcKind kind, unsigned least, void (*reply)(const OneWay &question, std::uint64_t *answer));
// Asynchronous ones: looks at the answer to one of `thread`, of this node. Does not wait.
void rpc_register_async(RpcKind kind, void (*look)(unsigned thread, const std::uint64_t *answer));
void rpc_start();

// To another node. answer: rpc_answer_words words. Not in handlers.
void rpc_call(unsigned node, RpcKind kind, const std::uint64_t *words, unsigned count, std::uint64_t *answer,
              sync::WaitReason why);

// The same to all other nodes at once; answer: the sum of theirs, zeroes if there is none.
void rpc_call_others(RpcKind kind, const std::uint64_t *words, unsigned count, std::uint64_t *answer,
                     sync::WaitReason why);

void rpc_async(unsigned node, RpcKind kind, const std::uint64_t *words, unsigned count);
// Until all asynchronous RPCs of the calling thread are answered; part of polder_far_fence.
void rpc_settle();
// Of the calling thread, for tests: asynchronous RPCs that are not answered yet; how often it had
// to wait for answers.
std::uint32_t rpc_async_under_way();
std::uint64_t rpc_waits();

struct alignas(cache_line) RpcCell {
    FutexLock turn;
    std::atomic<std::uint32_t> ordered;  // asynchronous: sent
    std::atomic<std::uint32_t> settled;  // answered
    std::atomic<std::uint32_t> answered; // serial number of the last question that was
    std::uint32_t asked;
    std::uint32_t awaited; // answers to that question still to come
    sync::WaitPoint point;
    std::uint64_t answer[rpc_answer_words];
};
constexpr std::size_t rpc_area_size(const JobShape &shape) {
    return shape.nodes < 2 ? 0 : sizeof(RpcCell) * shape.threads;
}

} // namespace polder::rpc
