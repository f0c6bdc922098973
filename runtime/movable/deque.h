// The deque of a thread's movable tasks: a ring in the thread's segment. The owner pushes and pops
// at the top. Thieves take from the other end.
//
//        base          tail          split          top
//         |   taken    |   public    |   private    |
//
// Positions count on without end, modulo 2^32. A task lies at its position modulo the ring's
// length. What is private and public, and how a thief asks, is as in runtime/task/deque.h.
//
// Rules.
//   M1 The owner alone moves top and split. It raises the split to publish the older half, and
//      lowers it to retract the newer half, by read-modify-writes of the word.
//   M2 A thief takes the older half of the public tasks: it moves the tail by compare-and-swap.
//      Then it copies them, and adds their number to `copied`, a release.
//   M3 The owner copies a task out of the ring before it runs it. So the place is free.
//   M4 The owner writes at `top` only if top - base is less than the ring's length. It raises base
//      to the tail when `copied` is the tail, which it reads with acquire order.
//
// Proof that each task runs once: the word divides the tasks, as there (1 and 2).
// Proof that nobody copies what is being overwritten.
//   1. `copied` never passes the tail, as each thief moves the tail first.
//   2. Let `copied` equal a tail that was read before. Then all thieves up to this tail have
//      copied: a missing one would be missing in the sum. So places below the tail are free.
//   3. Places from the tail on hold tasks, of which there are at most top - base.
//
// Costs. `word`, `copied` and `asked` are one line, and a record is two. So a steal on the node
// moves one line, and two for each task that it takes; nothing comes back.
#pragma once

#include "base/delay.h"
#include "runtime/core/job.h"
#include "runtime/sync/wait.h"

#include <polder/movable.h>

#include <atomic>
#include <cstdint>

namespace polder::movable {

struct alignas(cache_line) Record {
    std::uint32_t kind;
    std::uint32_t bytes;
    std::uint64_t argument[POLDER_MOVABLE_BYTES / 8];
};

inline constexpr std::uint32_t most_taken = 32; // tasks in one steal

enum class Mail : std::uint32_t { none, asked, arrived };

// At the start of each thread's block in its segment.
struct Home {
    alignas(cache_line) std::atomic<std::uint64_t> word; // tail, split
    std::atomic<std::uint32_t> copied;
    std::atomic<std::uint32_t> asked;
    // The owner writes these (termination.cc).
    alignas(cache_line) std::atomic<std::uint64_t> spawned;
    std::atomic<std::uint64_t> finished;
    // What an answer of another node brings.
    alignas(cache_line) std::atomic<Mail> mail;
    std::uint32_t mail_count;
    Record mailed[most_taken];
    // Of the first thread of a node: where its threads sleep, and the last run that is over.
    alignas(cache_line) sync::WaitPoint point;
    std::atomic<std::uint64_t> over;
    // Of thread 0: answers to its questions that are missing, and their sum (termination.cc).
    std::atomic<std::uint32_t> answers_missing;
    std::atomic<std::uint64_t> answers_sum;
    alignas(cache_line) Record ring[];
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

inline bool has_public(const Home &home) {
    const std::uint64_t word = home.word.load(std::memory_order_acquire);
    return tail_of(word) != split_of(word);
}

inline void ask(Home &home) {
    if (!home.asked.load(std::memory_order_relaxed)) home.asked.store(1, std::memory_order_relaxed);
}

// M2: how many went into `to`, which has room for most_taken.
inline std::uint32_t take_half(Home &home, std::uint32_t mask, Record *to) {
    std::uint64_t word = home.word.load(std::memory_order_relaxed);
    const std::uint32_t tail = tail_of(word);
    const std::uint32_t found = split_of(word) - tail;
    const std::uint32_t half = found / 2 + found % 2;
    const std::uint32_t count = half < most_taken ? half : most_taken;
    delay_point();
    if (!count) return 0;
    if (!home.word.compare_exchange_strong(word, word_of(tail + count, split_of(word)), std::memory_order_acquire,
                                           std::memory_order_relaxed))
        return 0;
    delay_point();
    for (std::uint32_t i = 0; i < count; ++i)
        to[i] = home.ring[(tail + i) & mask];
    home.copied.fetch_add(count, std::memory_order_release);
    return count;
}

// The owner's half, private to its thread.
struct Top {
    Home *home;
    std::uint32_t mask;
    std::uint32_t base;
    std::uint32_t split;
    std::uint32_t top;

    bool has_room() { // M4
        if (top - base <= mask) return true;
        const std::uint32_t tail = tail_of(home->word.load(std::memory_order_relaxed));
        if (home->copied.load(std::memory_order_acquire) == tail) base = tail;
        return top - base <= mask;
    }
    Record &push() { return home->ring[top++ & mask]; }
    // M1; there is a private task.
    void publish() {
        const std::uint32_t count = (top - split + 1) / 2;
        split += count;
        home->word.fetch_add(std::uint64_t{count} << 32, std::memory_order_seq_cst);
    }
    // M1, M3; false: there is none.
    bool pop(Record *to) {
        if (top == split && !retract()) return false;
        *to = home->ring[--top & mask];
        return true;
    }

private:
    bool retract() {
        std::uint64_t word = home->word.load(std::memory_order_relaxed);
        std::uint32_t lower = 0;
        do {
            delay_point();
            const std::uint32_t tail = tail_of(word);
            if (tail == split_of(word)) return false;
            lower = tail + (split_of(word) - tail) / 2;
        } while (!home->word.compare_exchange_weak(word, word_of(tail_of(word), lower), std::memory_order_relaxed));
        split = lower;
        return true;
    }
};

} // namespace polder::movable
