// Checks of collective calls on request (upcrun --check). All threads, or all members of a team,
// must be in the same function, with equal arguments. Otherwise the job ends with a message that
// names function, argument and both values, and shows where both calls are.
#pragma once

#include "runtime/coll/request/copy_request.h"
#include "runtime/core/job.h"
#include "runtime/team/team.h"

namespace polder::world {

// A collective call, for comparison and messages. Arguments that are single-valued only; a
// pointer-to-shared by its address.
struct CollectiveCall {
    static constexpr unsigned max_arguments = 7;
    struct Argument {
        const char *name;
        std::uint64_t value;
    };
    const char *function;
    Argument arguments[max_arguments]; // the first without a name ends them
    team::Team *team = nullptr;        // null: all threads
};

inline bool call_check_wanted() {
    return check_wanted(Check::collectives);
}
// All members call. Ends the job if their calls differ.
void call_check(const CollectiveCall &call);

// The check that no rank occurs twice in the perm of a permutation. All members call it.
inline bool permutation_wants_check(const coll::CopyRequest &request) {
    return __builtin_expect(request.movement == coll::Movement::permute, 0) && request.bytes && call_check_wanted();
}
void permutation_check(team::Team &team, const coll::CopyRequest &request);

} // namespace polder::world
