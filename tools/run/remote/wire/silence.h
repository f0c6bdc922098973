// For how long the other side of a channel has said nothing, counted only while this side was
// looking: of the time between two looks only what is usual counts, so that a stop of our own, or
// the machine's, is nobody's silence. What came meanwhile is still to be read then.
#pragma once

#include "base/clock.h"
#include "base/silence.h"
#include "tools/run/remote/wire/channel.h"

#include <algorithm>

namespace polder::run {

class Silence {
public:
    // A look, behind reading the channel, at least four times in the limit. True: the other side is
    // lost.
    bool lasts(const Channel &channel, std::int64_t lost_after_ns) {
        const std::int64_t now = clock_ns();
        const bool heard = channel.heard_ns() >= looked_ns_;
        counted_ns_ = heard ? 0 : counted_ns_ + std::min(now - looked_ns_, lost_after_ns / 4);
        looked_ns_ = now;
        return counted_ns_ > silence_allowed_ns(lost_after_ns);
    }

private:
    std::int64_t looked_ns_ = 0, counted_ns_ = 0;
};

} // namespace polder::run
