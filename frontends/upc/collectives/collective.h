// What the collective functions of UPC (7.4) share: the rules for their arguments. The operations
// are in runtime/world.
#pragma once

#include "runtime/coll/reduction/kernel.h"
#include "runtime/coll/request/sync_modes.h"
#include "runtime/core/job.h"
#include "runtime/race/race.h"
#include "runtime/sync/one_caller.h"
#include "runtime/world/call_check.h"
#include "runtime/world/world.h"

#include <polder/abi.h>
#include <upc_types.h>

namespace polder::upc {

inline unsigned thread_of(polder_ga ga) {
    return static_cast<unsigned>(polder_thread_of(polder_env_get(), ga));
}

// Ends the job if the array does not begin on thread 0, or is null. The message names function and
// parameter.
void check_begins_on_thread_0(const char *function, const char *parameter, polder_ga array);
void check_not_null(const char *function, const char *parameter, polder_ga array);

// Ends the job if the length is more than there is shared memory: a difference that has wrapped, a
// sum that does not fit. Of a part on a thread; of elements over all threads.
[[noreturn, gnu::cold]] void refuse_length(const char *function, std::size_t count, std::size_t size);
inline void check_part(const char *function, std::size_t bytes) {
    if (__builtin_expect(bytes >> polder_job.shift != 0, 0)) refuse_length(function, bytes, 1);
}
inline void check_elements(const char *function, std::size_t count, std::size_t size) {
    std::size_t bytes;
    if (__builtin_expect(__builtin_mul_overflow(count, size, &bytes) || bytes >> polder_job.shift >= threads(), 0))
        refuse_length(function, count, size);
}

// In scope during a collective function of all threads or of a team (call.team): its start and end.
// It makes the fences that flags imply at entry and exit (B.3.2.1), and keeps the rules for callers
// (7.4 p3 to p5). A call of all threads is not allowed between upc_notify and upc_wait. All who
// take part pass equal arguments, which POLDER_CHECK=collectives checks.
class CollectiveScope {
public:
    CollectiveScope(const world::CollectiveCall &call, upc_flag_t flags, const race::RaceSite &site);
    ~CollectiveScope() {
        if (modes_.out != coll::Sync::none) polder_fence();
        if (race::race_watched()) race_leave();
    }
    CollectiveScope(const CollectiveScope &) = delete;
    CollectiveScope &operator=(const CollectiveScope &) = delete;

    coll::SyncModes modes() const { return modes_; }

    // What the function does to data of the calling thread, for a detector of races. Where a side
    // is not synchronised, the access is the thread's own: it may happen before the thread has
    // come, or after it has left.
    void reads(polder_ga own, std::size_t bytes) const {
        if (race::race_watched()) tell(own, bytes, false);
    }
    void writes(polder_ga own, std::size_t bytes) const {
        if (race::race_watched()) tell(own, bytes, true);
    }

private:
    void race_enter();
    void race_leave();
    void tell(polder_ga own, std::size_t bytes, bool writes) const;

    sync::OneCaller here_;
    coll::SyncModes modes_;
    team::Team *const team_;
    race::RaceCall race_;
};

// What a reduction asks for; ends the job if there is no such operation for the type.
struct ReductionWanted {
    const char *function;
    coll::ReductionType type;
    upc_op_t op;
    coll::ReductionFunction given;
};
coll::Reduction checked_reduction(const ReductionWanted &wanted);

// A token for the next meeting of a team.
race::RaceToken race_token(team::Team &team);
// All threads, or the members of a team, meet. A detector of races, which the caller knows to be
// there, is told so.
void race_meeting(team::Team *team = nullptr);

// After the last step of an operation that is made of several.
inline void collective_leave(upc_flag_t flags) {
    if (coll::sync_modes(flags).out != coll::Sync::none) world::meet();
}

} // namespace polder::upc
