// A question: {serial << 32 | cell << 8 | kind, words...}; its answer {the same, words...}. Serial
// 0: an order.
#include "runtime/rpc/rpc.h"

#include <cstring>

namespace polder::rpc {
namespace {

struct Kind {
    unsigned least;
    void (*reply)(const OneWay &question, std::uint64_t *answer);
    void (*look)(unsigned thread, const std::uint64_t *answer);
};
POLDER_PRIVATE std::uint64_t waits = 0;
Kind kinds[static_cast<unsigned>(RpcKind::count)];

RpcCell &cell_of(unsigned rank) {
    return area<RpcCell>(Area::rpc)[rank];
}

void take_question(const OneWay &message) {
    const std::uint64_t head = message.words[0];
    const unsigned number = head & 0xff;
    if (number >= static_cast<unsigned>(RpcKind::count)) return;
    const Kind &kind = kinds[number];
    if (!kind.reply || message.count - 1 < kind.least) return;
    std::uint64_t words[one_way_words] = {};
    kind.reply({message.from, message.words + 1, message.count - 1}, words + 1);
    words[0] = head;
    one_way_send(message.from, OneWayKind::answer, words, one_way_words);
}

void take_async_answer(RpcCell &cell, unsigned rank, const OneWay &message) {
    const unsigned number = message.words[0] & 0xff;
    if (number >= static_cast<unsigned>(RpcKind::count) || !kinds[number].look) return;
    kinds[number].look(control().shape.first + rank, message.words + 1);
    cell.settled.fetch_add(1, std::memory_order_seq_cst);
    sync::wait_signal_after_rmw(cell.point);
}

void take_answer(const OneWay &message) {
    const unsigned rank = message.words[0] >> 8 & 0xffffff;
    const std::uint32_t serial = static_cast<std::uint32_t>(message.words[0] >> 32);
    if (rank >= node_threads()) return;
    RpcCell &cell = cell_of(rank);
    if (!serial) return take_async_answer(cell, rank, message);
    if (cell.asked != serial || cell.answered.load(std::memory_order_relaxed) == serial) return;
    for (unsigned i = 0; i < rpc_answer_words; ++i)
        cell.answer[i] += message.words[1 + i];
    if (--cell.awaited) return;
    cell.answered.exchange(serial, std::memory_order_seq_cst);
    sync::wait_signal_after_rmw(cell.point);
}

} // namespace

void rpc_register(RpcKind kind, unsigned least, void (*reply)(const OneWay &, std::uint64_t *)) {
    kinds[static_cast<unsigned>(kind)] = {least, reply, nullptr};
}

void rpc_register_async(RpcKind kind, void (*look)(unsigned, const std::uint64_t *)) {
    kinds[static_cast<unsigned>(kind)].look = look;
}

void rpc_start() {
    one_way_register(OneWayKind::call, 1, take_question);
    one_way_register(OneWayKind::answer, one_way_words, take_answer);
}

namespace {

void send_question(unsigned node, RpcKind kind, std::uint32_t serial, const std::uint64_t *words, unsigned count) {
    std::uint64_t question[one_way_words];
    question[0] = std::uint64_t{serial} << 32 | node_rank(mythread()) << 8 | static_cast<unsigned>(kind);
    std::memcpy(question + 1, words, count * sizeof *words);
    one_way_send(node, OneWayKind::call, question, count + 1);
}

// Until at most so many orders of the caller are unanswered.
void settle_to(RpcCell &cell, std::uint32_t most) {
    const std::uint32_t ordered = cell.ordered.load(std::memory_order_relaxed);
    const auto few = [&] {
        return static_cast<std::int32_t>(ordered - cell.settled.load(std::memory_order_acquire)) <=
               static_cast<std::int32_t>(most);
    };
    if (few()) return;
    ++local(waits);
    sync::wait_until(cell.point, {WaitKind::allocation, 0, no_peer, true}, few);
}

} // namespace

void rpc_async(unsigned node, RpcKind kind, const std::uint64_t *words, unsigned count) {
    RpcCell &cell = cell_of(node_rank(mythread()));
    settle_to(cell, rpc_async_most - 1);
    cell.ordered.fetch_add(1, std::memory_order_relaxed);
    send_question(node, kind, 0, words, count);
}

void rpc_settle() {
    settle_to(cell_of(node_rank(mythread())), 0);
}

std::uint32_t rpc_async_under_way() {
    const RpcCell &cell = cell_of(node_rank(mythread()));
    return cell.ordered.load(std::memory_order_relaxed) - cell.settled.load(std::memory_order_acquire);
}

std::uint64_t rpc_waits() {
    return local(waits);
}

namespace {

struct Question {
    RpcKind kind;
    const std::uint64_t *words;
    unsigned count;
};

// Nodes [first, end) but this one, of which there is at least one.
void ask(unsigned first, unsigned end, const Question &question, std::uint64_t *answer, sync::WaitReason why) {
    RpcCell &cell = cell_of(node_rank(mythread()));
    cell.turn.lock();
    if (!++cell.asked) ++cell.asked; // 0 is an order's
    const std::uint32_t serial = cell.asked;
    cell.awaited = end - first - (first <= mynode() && mynode() < end);
    std::memset(cell.answer, 0, sizeof cell.answer);
    for (unsigned node = first; node < end; ++node)
        if (node != mynode()) send_question(node, question.kind, serial, question.words, question.count);
    why.network = true;
    ++local(waits);
    sync::wait_until(cell.point, why, [&] { return cell.answered.load(std::memory_order_acquire) == serial; });
    std::memcpy(answer, cell.answer, sizeof cell.answer);
    cell.turn.unlock();
}

} // namespace

void rpc_call(unsigned node, RpcKind kind, const std::uint64_t *words, unsigned count, std::uint64_t *answer,
              sync::WaitReason why) {
    ask(node, node + 1, {kind, words, count}, answer, why);
}

void rpc_call_others(RpcKind kind, const std::uint64_t *words, unsigned count, std::uint64_t *answer,
                     sync::WaitReason why) {
    if (nodes() > 1) return ask(0, nodes(), {kind, words, count}, answer, why);
    std::memset(answer, 0, rpc_answer_words * sizeof *answer);
}

} // namespace polder::rpc
