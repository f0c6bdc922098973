// Mail: how messages of collective operations reach a UPC thread. They come as active messages, whose handlers run in any thread of the
// process; what is for a thread goes on its list, which the thread itself empties (team.cc). Bytes for memory that was posted are
// put there at once.
//
// Ordering. Putting on the list is a release, emptying an acquire; `events` says that posted memory is full. Both are followed by a signal
// to the thread's wait point, which lies in the control block, so that other processes could wake it too.
#pragma once

#include "runtime/coll/endpoint.h"
#include "runtime/coll/tuning.h"
#include "runtime/core/job.h"
#include "runtime/sync/wait.h"

namespace polder {

struct alignas(cache_line) MailPoint { // one a thread of the node
    WaitPoint point;
};
struct alignas(cache_line) TeamArea { // in the control block
    TuningTable tuning;               // of all nodes, where there are several
    alignas(cache_line) MailPoint points[]; // of the node's threads
};
constexpr std::size_t team_area_size(const JobShape &shape) {
    return sizeof(TeamArea) + sizeof(MailPoint) * std::size_t{shape.threads};
}

struct alignas(cache_line) Mail {
    std::atomic<Arrival *> head;
    std::atomic<std::uint32_t> events;
};

// Before a thread's first message; again does no harm. Any thread.
void mail_start();
Mail &mail_of_caller();
WaitPoint &mail_point_of_caller();
// All that has come, in the order in which it came.
Arrival *mail_take(Mail &mail);

// The transport of teams; context: a MailRoute.
struct MailRoute {
    unsigned (*thread_of)(const void *team, unsigned rank);
    const void *team;
};
extern const EndpointTransport mail_transport;

} // namespace polder
