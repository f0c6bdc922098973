// Own beats: when this upcrun is to say that it is here: five times within --lost-after, the limit
// after which agents take it for lost. Moments are those of clock_ns.
#pragma once

#include <algorithm>
#include <cstdint>

namespace polder::run {

class OwnBeats {
public:
    static constexpr std::int64_t return_ns = 1'000'000'000; // to read what has been sent meanwhile

    // 0: nobody is ever taken for lost, and no beat is due.
    explicit OwnBeats(std::int64_t limit_ns) : limit_ns_(limit_ns) {}

    std::int64_t limit_ns() const { return limit_ns_; }
    bool is_due(std::int64_t now_ns) const { return limit_ns_ && now_ns >= next_ns_; }
    // The moment of the next beat, later than now; 0: there is none.
    std::int64_t next_ns(std::int64_t now_ns) const { return limit_ns_ ? std::max(next_ns_, now_ns + 1) : 0; }
    void beat(std::int64_t now_ns) {
        was_away(now_ns);
        next_ns_ = now_ns + limit_ns_ / 5;
    }
    // Behind a stop that the agents were told of: the next beat is due at once, and none is late.
    void restart() { next_ns_ = 0; }

    // It is us who did nothing for long: stopped (SIGSTOP), or starved. True for a moment after it,
    // until what has been sent meanwhile is read.
    bool was_away(std::int64_t now_ns) {
        if (limit_ns_ && next_ns_ && now_ns - next_ns_ > limit_ns_ / 2) back_until_ns_ = now_ns + return_ns;
        return now_ns < back_until_ns_;
    }

private:
    std::int64_t limit_ns_;
    std::int64_t next_ns_ = 0; // 0: at once
    std::int64_t back_until_ns_ = 0;
};

} // namespace polder::run
