// A question: {serial << 32 | cell << 8 | kind, words...}; its answer {serial << 32 | cell, words...}.
#include "runtime/sync/calls.h"

#include <cstring>

namespace polder {
namespace {

struct Kind {
    unsigned least;
    void (*reply)(const Note &question, std::uint64_t *answer);
};
Kind kinds[static_cast<unsigned>(CallKind::count)];

CallCell &cell_of(unsigned rank) {
    return area<CallCell>(Area::calls)[rank];
}

void take_question(const Note &note) {
    const std::uint64_t head = note.words[0];
    const unsigned number = head & 0xff;
    if (number >= static_cast<unsigned>(CallKind::count)) return;
    const Kind &kind = kinds[number];
    if (!kind.reply || note.count - 1 < kind.least) return;
    std::uint64_t words[note_words] = {};
    kind.reply({note.from, note.words + 1, note.count - 1}, words + 1);
    words[0] = (head >> 32) << 32 | (head >> 8 & 0xffffff);
    note_send(note.from, NoteKind::answer, words, note_words);
}

void take_answer(const Note &note) {
    const unsigned rank = static_cast<std::uint32_t>(note.words[0]);
    const std::uint32_t serial = static_cast<std::uint32_t>(note.words[0] >> 32);
    if (rank >= node_threads()) return;
    CallCell &cell = cell_of(rank);
    if (cell.asked != serial || cell.answered.load(std::memory_order_relaxed) == serial) return;
    std::memcpy(cell.answer, note.words + 1, sizeof cell.answer);
    cell.answered.exchange(serial, std::memory_order_seq_cst);
    wait_signal_after_rmw(cell.point);
}

} // namespace

void call_register(CallKind kind, unsigned least, void (*reply)(const Note &, std::uint64_t *)) {
    kinds[static_cast<unsigned>(kind)] = {least, reply};
}

void calls_start() {
    note_register(NoteKind::call, 1, take_question);
    note_register(NoteKind::answer, note_words, take_answer);
}

void call_node(unsigned node, CallKind kind, const std::uint64_t *words, unsigned count, std::uint64_t *answer,
               WaitReason why) {
    const unsigned rank = node_rank(mythread());
    CallCell &cell = cell_of(rank);
    cell.turn.lock();
    const std::uint32_t serial = ++cell.asked;
    std::uint64_t question[note_words];
    question[0] = std::uint64_t{serial} << 32 | rank << 8 | static_cast<unsigned>(kind);
    std::memcpy(question + 1, words, count * sizeof *words);
    note_send(node, NoteKind::call, question, count + 1);
    why.network = true;
    wait_until(cell.point, why, [&] { return cell.answered.load(std::memory_order_acquire) == serial; });
    std::memcpy(answer, cell.answer, sizeof cell.answer);
    cell.turn.unlock();
}

} // namespace polder
