// What tests of locks do inside: a count without atomic additions comes out right only under mutual
// exclusion, and nobody else is seen there.
#pragma once

#include "tests/unit/runtime/job_fixture.h"

#include <atomic>
#include <cstdint>

namespace polder::test {

inline void count_alone(std::atomic<std::uint64_t> &count, std::atomic<std::uint64_t> &inside) {
    REQUIRE(inside.exchange(1, std::memory_order_relaxed) == 0);
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    inside.store(0, std::memory_order_relaxed);
}

} // namespace polder::test
