// Windows: how much of what a process sent to a node may be unfinished, in bytes and in messages.
// There is one for each pair of a process and a node. They lie in the control block, as it is the
// leader that gives back what returns.
//
// A request takes its part (wire_cost) before it is sent. The part comes back with the reply, once
// that has left the leader's queue, or with a count of requests that had none.
//
//   soon    the request asks for its part to be given back at once; others may be kept until there
//           are more
//   sample  the request's time is taken, for the adaptive congestion window; at most one is under
//           way
//
// Invariant (a window is not used up for ever). Held by tests/unit/runtime/am/am_far.cc and
// am_wire.cc.
//   1. A request may be given back late only if little was in use behind it. That is at most half
//      the window, and half of what the congestion window always allows (congestion_floor). All
//      other requests say `soon`.
//   2. So late returns never hold more than half of either, whoever keeps them, and whatever the
//      limit is now.
//   3. All other parts come back by themselves, and half a window is enough for any request.
//
// Adaptive congestion window. More requests under way than the other side works on only fill
// queues. So their number has a limit for each window. A sample counts the requests that come back
// in its time. If they are more than in the last sample, the limit goes on in the same direction.
// If they are fewer, it turns around. If they are as many, it falls. POLDER_CONGESTION says whether
// it adapts, is a number, or is off.
#pragma once

#include "runtime/am/wire.h"
#include "runtime/core/job.h"

namespace polder::am {

inline constexpr std::uint32_t window_bytes = 512 << 10;
inline constexpr std::uint32_t window_requests = window_bytes / wire_cost_least;
static_assert(2 * wire_cost_most <= window_bytes);

struct alignas(cache_line) FarWindow {
    std::atomic<std::uint64_t> held;          // bytes << 32 | requests
    std::atomic<std::uint64_t> sampled_ns;    // when the sample was sent; 0: none is under way
    std::atomic<std::uint32_t> limit;         // of requests; 0: as at the beginning
    std::atomic<std::uint32_t> returned;      // requests so far
    std::atomic<std::uint32_t> returned_then; // when the sample was sent
    std::atomic<std::uint32_t> refused;       // because of the limit since
    std::atomic<std::uint64_t> rate;          // requests a second during the last sample
    std::atomic<std::int32_t> direction;      // of the limit: 1 up (0 too), -1 down
};

constexpr std::size_t window_area_size(const JobShape &shape) {
    return shape.nodes < 2 ? 0 : sizeof(FarWindow) * shape.processes * shape.nodes;
}
// Of a process of this node, for another node.
FarWindow &far_window(unsigned process, unsigned node);

// For the calling process; false: nothing was taken. flags: soon, sample.
bool window_take(unsigned node, std::uint32_t cost, std::uint8_t *flags);
// The request was not sent after all.
void window_drop(unsigned node, std::uint32_t cost, std::uint8_t flags);

struct WindowBack {
    std::uint32_t bytes;
    std::uint32_t count;
    bool sample;
};
// Nothing of this process is unfinished there, so nothing can come back.
bool window_is_empty(const FarWindow &window);
// False: the window did not hold so much, which is a mistake of the other side. Then all it held is
// back, so that nothing is lost for ever.
bool window_return(FarWindow &window, const WindowBack &back);

// ---- congestion window ----

struct CongestionWindow {
    bool adapts;         // else the limit is what `floor` says
    std::uint32_t floor; // requests under way that are always allowed
    std::uint32_t start; // the limit at the beginning
};
extern CongestionWindow congestion;
inline constexpr std::uint32_t congestion_floor = 16;
inline constexpr std::uint32_t congestion_start = 128;

// From the setting; misuse is reported once and means auto.
void congestion_configure();
std::uint32_t congestion_limit(const FarWindow &window);
// A sample has come back: `ns` after it was sent, `done` requests came back meanwhile.
void congestion_adapt(FarWindow &window, std::uint64_t ns, std::uint32_t done);

} // namespace polder::am
