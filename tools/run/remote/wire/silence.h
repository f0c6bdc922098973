// For how long the other side of a channel has said nothing, counted as a standstill is. What came
// while this side did not look is still to be read then.
#pragma once

#include "base/silence.h"
#include "tools/run/remote/wire/channel.h"
#include "tools/run/remote/wire/standstill.h"

namespace polder::run {

class Silence {
public:
    // A look, behind reading the channel, at least four times in the limit. True: the other side is
    // lost.
    bool lasts(const Channel &channel, std::int64_t lost_after_ns) {
        const bool heard = channel.heard_ns() >= standstill_.looked_ns();
        const std::int64_t lasted = standstill_.look(lost_after_ns);
        if (heard) standstill_.end();
        return !heard && lasted > silence_allowed_ns(lost_after_ns);
    }

private:
    Standstill standstill_;
};

} // namespace polder::run
