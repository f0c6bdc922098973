// Rules for the arguments of collective functions; see collective.h.
#include "frontends/upc/collective.h"

#include "runtime/sync/barrier.h"
#include "runtime/sync/strict.h"

namespace polder {
namespace {
constexpr int misuse_code = 1;
} // namespace

void check_not_null(const char *function, const char *parameter, polder_ga array) {
    if (__builtin_expect(array == 0, 0))
        job_fail(misuse_code, "%s: %s is a null pointer-to-shared", function, parameter);
}

void check_begins_on_thread_0(const char *function, const char *parameter, polder_ga array) {
    check_not_null(function, parameter, array);
    if (__builtin_expect(thread_of(array) != 0, 0))
        job_fail(misuse_code, "%s: %s points to thread %u; it must have affinity to thread 0", function, parameter,
                 thread_of(array));
}

namespace {

Group &group_for(const char *function) {
    barrier_check_collective(function);
    return group_of_job();
}

} // namespace

CollectiveScope::CollectiveScope(const CollectiveCall &call, upc_flag_t flags)
    : here_(call.function), group_(group_for(call.function)), modes_(sync_modes(flags)) {
    if (modes_.in != Sync::none)
        polder_fence();
    else if (modes_.out != Sync::none)
        strict_write(); // before others may leave
    if (__builtin_expect(coll_check_wanted(), 0)) coll_check(group_, call);
}

} // namespace polder
