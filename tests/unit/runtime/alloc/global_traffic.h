// Traffic on global areas, for tests: moves of the break and blocks, by all threads at once on the
// areas of all. What is handed out bears the mark of its holder, and what comes back must, too.
#pragma once

#include "runtime/alloc/global.h"
#include "runtime/cache/order.h"
#include "runtime/node_heap/global_area.h"
#include "runtime/rma/copy.h"
#include "tests/unit/runtime/net_nodes.h"

#include <random>
#include <vector>

namespace polder::test {

// The invariant, as one transaction sees it.
inline alloc::GlobalRoom room_of(unsigned thread) {
    alloc::GlobalRoom room = {};
    REQUIRE(is_ok(alloc::global_room(thread, &room)));
    REQUIRE(room.gbrk <= room.glimit);
    return room;
}

inline polder_ga block_on(unsigned thread, std::size_t bytes) {
    polder_ga block = 0;
    const Status status = alloc::allocate_on(thread, bytes, &block);
    REQUIRE(is_ok(status) || status == Status::no_memory);
    REQUIRE(is_ok(status) == (block != 0));
    REQUIRE(!block || (ga_thread(block) == thread && block % 64 == 0));
    return block;
}

inline void mark(polder_ga block, std::size_t bytes) {
    const std::uint64_t value = block ^ bytes;
    rma::copy_put(block, &value, sizeof value);
    rma::copy_put(block + bytes - sizeof value, &value, sizeof value);
}
inline bool is_marked(polder_ga block, std::size_t bytes) {
    std::uint64_t first, last;
    rma::copy_get(&first, block, sizeof first);
    rma::copy_get(&last, block + bytes - sizeof last, sizeof last);
    return first == (block ^ bytes) && last == first;
}
// Short and long puts, and one by the cache, for which nobody waits: what is free lies behind them.
inline void spoil(polder_ga block, std::size_t bytes) {
    static const std::vector<char> nothing(10000, 0);
    rma::copy_put(block, nothing.data(), 8);
    rma::copy_put(block, nothing.data(), bytes);
    polder_far_put8(block + (bytes - 8) / 8 * 8, 0);
}

// Moves of the break by all; each thread gives back no more than it took, and in the end all of it.
// Thread t makes its own limit smaller meanwhile.
inline void move_breaks(unsigned me, unsigned moves) {
    std::minstd_rand random(me + 1);
    std::vector<std::int64_t> mine(threads(), 0);
    std::uint64_t end = node_heap::global_local_room();
    const std::uint64_t top = node_heap::global_top() - node_range.local_begin;
    for (unsigned i = 0; i < moves; ++i) {
        const unsigned on = static_cast<unsigned>(random() % threads());
        const std::int64_t by = static_cast<std::int64_t>(random() % 4096) * 64;
        const bool up = mine[on] == 0 || random() % 2;
        const std::int64_t move = up ? by : -(by < mine[on] ? by : mine[on]);
        const Status status = alloc::global_sbrk(on, move, nullptr);
        REQUIRE(is_ok(status) || (up && status == Status::no_memory));
        if (is_ok(status)) mine[on] += move;
        if (i % 16 == 0) room_of(on);
        if (i % 64 == 0 && end + 4096 < top && node_heap::global_limit_lower(end + 4096)) end += 4096;
    }
    for (unsigned on = 0; on < threads(); ++on)
        REQUIRE(is_ok(alloc::global_sbrk(on, -mine[on], nullptr)));
    meet();
    const alloc::GlobalRoom room = room_of(next(me));
    REQUIRE(room.gbrk == 0);
    REQUIRE(node_heap::global_local_room() == end);
    meet();
}

// Blocks go through places that all share: who puts one there gets another's, and frees that. What
// the one who frees has put there last does not reach the next holder.
inline void pass_blocks(unsigned me, unsigned blocks) {
    constexpr unsigned places = 16;
    constexpr std::uint64_t size_bits = 14;
    std::minstd_rand random(me + 100);
    const auto take_back = [&](unsigned place, std::uint64_t put) {
        cache::far_fence();
        const std::uint64_t other = meeting->word[place].exchange(put);
        if (!other) return;
        polder_far_fence(); // what the other one has written
        const polder_ga block = polder_job.base + (other >> size_bits << 6);
        const std::size_t bytes = (other & ((1u << size_bits) - 1)) + 16;
        REQUIRE(is_marked(block, bytes));
        spoil(block, bytes);
        REQUIRE(alloc::allocation_free(block) == heap::FreeResult::ok);
    };
    for (unsigned i = 0; i < blocks; ++i) {
        const std::size_t bytes = 16 + random() % (random() % 8 ? 1000 : 9000);
        const polder_ga block = block_on(static_cast<unsigned>(random() % threads()), bytes);
        if (!block) continue;
        mark(block, bytes);
        take_back(static_cast<unsigned>(random() % places), (block - polder_job.base) >> 6 << size_bits | (bytes - 16));
    }
    meet();
    if (me == 0)
        for (unsigned place = 0; place < places; ++place)
            take_back(place, 0);
    meet();
    room_of(next(me));
}

} // namespace polder::test
