// Counters of an end (ConduitCounts) while threads use it. Who adds holds the end's lock, or is the
// only one who uses the end. Anybody reads, without the lock, and gets a value that the counter has
// had.
#pragma once

#include "conduits/conduit.h"

namespace polder {

class ConduitCounter {
public:
    // A load and a store: two that add never meet.
    void operator++() { value_.store(value() + 1, std::memory_order_relaxed); }
    std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_;
};

struct ConduitCounters {
    ConduitCounter locks;
    ConduitCounter dropped;
    ConduitCounter connected;

    ConduitCounts now() const { return {locks.value(), dropped.value(), connected.value(), 0}; }
};

} // namespace polder
