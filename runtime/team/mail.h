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
    // For finding mistakes: what the thread had begun when it ended, plus 1; and who asked last, waiting in which. Of each count.
    struct Presence {
        std::atomic<std::uint64_t> ended, asked;
        std::atomic<std::uint32_t> asker;
    } presence[2];
};
// What threads count alike: operations of the team of all, and meetings of all (runtime/coll/wide.h).
enum class Counted : unsigned { operations, meetings };

// Before a thread's first message; again does no harm. Any thread.
void mail_start();
Mail &mail_of_caller();
WaitPoint &mail_point_of_caller();
// All that has come, in the order in which it came.
Arrival *mail_take(Mail &mail);

// The caller waits for long for something of `thread`, in the operation or meeting of that number. If the thread ends, or has ended, without having begun
// it, the job ends with a message. Question and end are sequentially consistent, so one of both sees the other.
void mail_ask(unsigned thread, Counted what, std::uint64_t number);
void mail_end(Counted what, std::uint64_t begun);

// The transport of teams; context: a MailRoute.
struct MailRoute {
    unsigned (*thread_of)(const void *team, unsigned rank);
    const void *team;
};
extern const EndpointTransport mail_transport;

} // namespace polder
