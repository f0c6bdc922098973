// Checks of collective calls on request (upcrun --check). All threads must be in the same function,
// with equal arguments. Otherwise the job ends with a message that names function, argument and
// both values, and shows where both calls are.
#pragma once

#include "runtime/core/job.h"

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
};

inline bool call_check_wanted() {
    return check_wanted(Check::collectives);
}
// All threads call.
void call_check(const CollectiveCall &call);

} // namespace polder::world
