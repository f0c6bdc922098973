// The limit of requests under way: climbs towards the most completions a second with the fewest
// requests under way. See window.h.
#include "runtime/am/window.h"

#include "base/config.h"
#include "base/log.h"

#include <cstdlib>
#include <cstring>

namespace polder::am {

CongestionWindow congestion = {true, congestion_floor, congestion_start};

namespace {

constexpr std::uint64_t second_ns = 1000000000;

// An eighth up or down, so that no number is out of reach. Both steps are equal: where results are
// equally good the limit goes down.
std::uint32_t step(std::uint32_t limit, int direction) {
    const std::uint32_t by = limit / 8 ? limit / 8 : 1;
    const std::uint32_t next = direction < 0 ? limit - by : limit + by;
    return next < congestion.floor ? congestion.floor : next > window_requests ? window_requests : next;
}

// More than a sixteenth either way is a difference.
int compare(std::uint64_t rate, std::uint64_t last) {
    if (rate > last + last / 16) return 1;
    return rate < last - last / 16 ? -1 : 0;
}

} // namespace

void congestion_configure() {
    const char *text = setting_text(Setting::congestion);
    congestion = {true, congestion_floor, congestion_start};
    if (!std::strcmp(text, "auto")) return;
    if (!std::strcmp(text, "off")) {
        congestion = {false, window_requests, window_requests};
        return;
    }
    char *end;
    const unsigned long number = std::strtoul(text, &end, 10);
    if (*end || end == text || !number || *text == '-') {
        if (job_process == 0 && mynode() == 0)
            log_warning("POLDER_CONGESTION=%s ignored: auto, off, or the number of messages that may be under way",
                        text);
        return;
    }
    const std::uint32_t fixed = number > window_requests ? window_requests : static_cast<std::uint32_t>(number);
    congestion = {false, fixed, fixed};
}

std::uint32_t congestion_limit(const FarWindow &window) {
    const std::uint32_t limit = congestion.adapts ? window.limit.load(std::memory_order_relaxed) : 0;
    return limit ? limit : congestion.start;
}

// Where the limit held nobody back the rate says nothing of it.
void congestion_adapt(FarWindow &window, std::uint64_t ns, std::uint32_t done) {
    if (!window.refused.exchange(0, std::memory_order_relaxed)) return;
    const std::uint64_t rate = std::uint64_t{done} * second_ns / (ns ? ns : 1);
    const int better = compare(rate, window.rate.load(std::memory_order_relaxed));
    int direction = window.direction.load(std::memory_order_relaxed);
    direction = better > 0 ? (direction ? direction : 1) : better < 0 ? -(direction ? direction : 1) : -1;
    window.rate.store(rate, std::memory_order_relaxed);
    window.direction.store(direction, std::memory_order_relaxed);
    window.limit.store(step(congestion_limit(window), direction), std::memory_order_relaxed);
}

} // namespace polder::am
