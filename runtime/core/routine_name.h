// Routine name: what the program has called, in the words of its language, as upc_barrier or
// shmem_barrier_all. It stands in memory that other threads and the launcher read at any time. One
// writer, which writes seldom: a thread in front of a long wait.
//
// A reader that has seen a later store of the writer's sees that name. Any other reader may see
// parts of two names.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace polder {

class RoutineName {
public:
    static constexpr std::size_t size = 48; // with the 0 at its end; longer names are cut
    using Text = char[size];

    // null: no name.
    void set(const char *name) {
        Text text = {};
        if (name) std::strncpy(text, name, size - 1);
        for (std::size_t i = 0; i < words; ++i) {
            std::uint64_t word;
            std::memcpy(&word, text + i * sizeof word, sizeof word);
            words_[i].store(word, std::memory_order_relaxed);
        }
    }
    void get(Text &text) const {
        for (std::size_t i = 0; i < words; ++i) {
            const std::uint64_t word = words_[i].load(std::memory_order_relaxed);
            std::memcpy(text + i * sizeof word, &word, sizeof word);
        }
        text[size - 1] = 0;
    }

private:
    static constexpr std::size_t words = size / sizeof(std::uint64_t);
    std::atomic<std::uint64_t> words_[words];
};

} // namespace polder
