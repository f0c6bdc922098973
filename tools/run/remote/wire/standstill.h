// For how long nothing has come forward, counted only while this side was looking. Of the time
// between two looks only what is usual counts. So a stop of our own, or the machine's, is nobody's
// standstill.
#pragma once

#include "base/clock.h"

#include <algorithm>
#include <cstdint>

namespace polder::run {

class Standstill {
public:
    /// Something came forward: the count begins anew.
    void end() { counted_ns_ = 0; }
    /// A look, at least four times in `limit_ns`. Returns for how long now.
    std::int64_t look(std::int64_t limit_ns) {
        const std::int64_t now = clock_ns();
        counted_ns_ += std::min(now - looked_ns_, limit_ns / 4);
        looked_ns_ = now;
        return counted_ns_;
    }
    /// The moment of the last look.
    std::int64_t looked_ns() const { return looked_ns_; }

private:
    std::int64_t looked_ns_ = clock_ns();
    std::int64_t counted_ns_ = 0;
};

} // namespace polder::run
