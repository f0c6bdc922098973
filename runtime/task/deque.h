// The deque of a worker: its tasks lie in one array, oldest first, and the worker pushes and joins
// at the top. Others, *thieves*, take the oldest.
//
//        base          tail          split          top
//         |   stolen     |   public    |   private    |   free
//
// Vocabulary. A task is private at split and above: thieves never look at it. It is public from
// tail to split: whoever moves the tail over it has it. It is stolen below the tail. tail and split
// are the halves of one word, in tasks from base.
//
// Rules.
//   D1 The worker alone pushes, joins and moves the split. It moves the split up to publish, and
//      down to retract. Both are read-modify-writes of the word.
//   D2 A thief moves the tail up by one, by compare-and-swap of the word, if tail < split.
//   D3 The worker joins the task at top - 1 alone. A private one it runs. Of public ones it
//      retracts the newer half, this one among them. A stolen one it waits for.
//   D4 Having waited for the stolen task i it stores tail = split = i, and the top is i.
//   D5 The record of a task that its worker runs stays below the top. Its function is null then: it
//      is set so while the record is private. It may become public again as others do.
//   D6 A thief that takes such a record says that it is finished with it, and takes the next.
//   D7 At the end of such a task its record is the one at top - 1, as all of its own tasks are
//      joined. A private one goes, and a public one is retracted. For one that a thief has taken
//      the worker waits until the thief has said so. Then it goes as in D4.
//   D8 A thief that wants tasks and finds none sets `asked`, and if it was the first to, makes
//      `limit` null. The worker's next spawn sees this. It makes limit the end of the array and
//      clears `asked`. Then it publishes the older half of its private tasks, at least one.
//
// Proof that each task runs once.
//   1. At any moment the word divides the tasks. D1 and D2 change it atomically. A thief's
//      compare-and-swap fails if anything has changed since it looked. So a task leaves the public
//      ones in one way: by the tail (one thief has it) or by the split (the worker has it).
//   2. The word may have had another value in between and have come back (ABA). The thief's step
//      is right all the same. It reads nothing of the task before the swap. After it, the task at
//      `tail` is whatever the word says is public at that moment.
//   3. D4 and D7 store plainly. Then tail == split, as the task at split - 1 was taken, and tasks
//      are taken in order. No thief's swap succeeds in this state, and only the worker ends it.
//
// Proof of visibility.
//   4. A task is written before its publication, which is a release (D1). A thief's swap acquires.
//      Between the two the word changes by read-modify-writes alone, which continue the release
//      sequence. D4 breaks a sequence; but then no task is public, so the next publication starts
//      the one that counts.
//   5. The thief ends with an exchange of the task's state, a release. The worker reads the state
//      with acquire order before it takes the results (join.cc).
//   6. The worker writes a record again only after 5 if a thief has taken it. This holds for
//      records of running tasks, too (D7): the thief may still look at the function.
//
// Proof that asking is not lost (D8). `limit` and `asked` are two words.
//   7. If `asked` stays set, the worker's next spawn publishes: let the thief set it after the
//      worker cleared it last. The worker's `limit = end` comes before that clearing, a release.
//      The thief's null comes after its exchange, which acquires. So the null is the later of the
//      two.
//   8. Nobody depends on an answer: a worker joins by itself what nobody takes. So a spawn that
//      does not see the null yet costs parallelism of one task, never progress.
//
// Costs. A spawn and a join of a private task touch no shared line and have no fence.
//
// Proof that a steal moves at most three lines. The shared memory of the two sides is the deque's
// line (word, asked, base) and the task's line (function, state, argument); records are lines.
//   9. The thief's look at the word brings the deque's line. Its swap then owns it. `base` lies
//      there, too. One line.
//   10. The function, the thief's name in the state, the argument and the end of the task are all
//       in the task's line. One line more, whatever the task does.
//   11. The joiner reads the state and the results: the task's line comes back. The third one.
//   12. The deque's line goes back with what the worker does there next: a publication, or D4. That
//       is no part of a steal. Of the tasks of one publication any number may be stolen, and each
//       thief behind the first finds the line at the thief before it.
// A thief that asks moves the deque's line and that of the worker's `limit`. It does so once for
// all tasks that the worker then publishes. bench/internal/steal.cc measures 9 to 11.
#pragma once

#include "base/delay.h"
#include "runtime/core/job.h"

#include <polder/task.h>

#include <atomic>
#include <cstdint>

namespace polder::task {

// The shared half, on a line of its own.
struct alignas(cache_line) Deque {
    std::atomic<std::uint64_t> word{0};
    std::atomic<std::uint32_t> asked{0};
    polder_task *base = nullptr;
    polder_task *end = nullptr;
};

inline std::uint32_t tail_of(std::uint64_t word) {
    return static_cast<std::uint32_t>(word);
}
inline std::uint32_t split_of(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> 32);
}
inline std::uint64_t word_of(std::uint32_t tail, std::uint32_t split) {
    return static_cast<std::uint64_t>(split) << 32 | tail;
}

inline bool has_public(const Deque &deque) {
    const std::uint64_t word = deque.word.load(std::memory_order_acquire);
    return tail_of(word) < split_of(word);
}

inline void set_limit(polder_worker &worker, polder_task *limit) {
    __atomic_store_n(&worker.limit, limit, __ATOMIC_RELAXED);
}

// D8, the thief's half.
inline void ask(Deque &deque, polder_worker &worker) {
    if (deque.asked.load(std::memory_order_relaxed) || deque.asked.exchange(1, std::memory_order_acquire)) return;
    delay_point();
    set_limit(worker, nullptr);
}

// D8, the worker's half.
inline void answer(Deque &deque, polder_worker &worker) {
    set_limit(worker, deque.end);
    delay_point();
    deque.asked.store(0, std::memory_order_release);
}

// D1: the older half of the private tasks; there is one.
inline void publish(Deque &deque, polder_worker &worker) {
    const auto count = static_cast<std::uint64_t>(worker.top - worker.split + 1) / 2;
    worker.split += count;
    deque.word.fetch_add(count << 32, std::memory_order_seq_cst);
    delay_point();
}

// D2: a task that is the caller's from now on, or null.
inline polder_task *take(Deque &deque) {
    std::uint64_t word = deque.word.load(std::memory_order_relaxed);
    delay_point();
    if (tail_of(word) >= split_of(word)) return nullptr;
    if (!deque.word.compare_exchange_strong(word, word + 1, std::memory_order_acquire, std::memory_order_relaxed))
        return nullptr;
    return deque.base + tail_of(word);
}

// D3: the newest public task and the newer half of the others become private; false: it is stolen.
inline bool retract(Deque &deque, polder_worker &worker) {
    std::uint64_t word = deque.word.load(std::memory_order_relaxed);
    std::uint32_t split = 0;
    do {
        delay_point();
        if (tail_of(word) == split_of(word)) return false;
        split = tail_of(word) + (split_of(word) - tail_of(word)) / 2;
    } while (!deque.word.compare_exchange_weak(word, word_of(tail_of(word), split), std::memory_order_relaxed));
    worker.split = deque.base + split;
    return true;
}

// D4, D7.
inline void forget_stolen(Deque &deque, polder_worker &worker, polder_task *task) {
    const auto index = static_cast<std::uint32_t>(task - deque.base);
    worker.split = worker.top = task;
    deque.word.store(word_of(index, index), std::memory_order_relaxed);
}

} // namespace polder::task
