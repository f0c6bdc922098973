// What the collective functions of UPC (7.4) share: the rules for their arguments. The operations are in runtime/coll.
#pragma once

#include "runtime/coll/check.h"
#include "runtime/coll/sync.h"
#include "runtime/core/job.h"

#include <polder/abi.h>
#include <upc_types.h>

namespace polder {

inline unsigned thread_of(polder_ga ga) {
    return static_cast<unsigned>(polder_thread_of(polder_env_get(), ga));
}

// Ends the job if an array that begins on thread 0 does not, or is null. `name`: function and parameter.
void check_begins_on_thread_0(const char *function, const char *parameter, polder_ga array);
void check_not_null(const char *function, const char *parameter, polder_ga array);

// At the start of every collective function: not between upc_notify and upc_wait (7.4 p4), and, if asked for by
// POLDER_CHECK=collectives, equal arguments in all threads (7.4 p3).
Group &collective_begin(const CollectiveCall &call);

// After the last step of an operation that is made of several.
inline void collective_leave(upc_flag_t flags) {
    if (sync_modes(flags).out != Sync::none) group_meet(group_of_job());
}

} // namespace polder
