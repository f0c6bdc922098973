// The slow half of OneCaller; see one_caller.h.
#include "runtime/sync/one_caller.h"

#include "runtime/core/member_name.h"

namespace polder::sync {

POLDER_PRIVATE OneCaller::Inside OneCaller::inside_now = {};

namespace {

constexpr int misuse_code = 1;
constexpr const char *hint = "of its OpenMP workers, pthreads and workers only one at a time may call barriers and "
                             "collective functions";

const char *name_of(const char *routine) {
    return routine ? routine : "a barrier or collective function";
}

} // namespace

void OneCaller::refuse(const char *routine) {
    job_fail(misuse_code, "%s while another system thread of this %s is in %s\nhint: %s", routine, member_term(),
             name_of(local(inside_now).routine.load(std::memory_order_relaxed)), hint);
}

void OneCaller::refuse_by_level(const char *routine) {
    job_fail(misuse_code,
             "%s by another system thread than this %s's own, at thread level single or funneled\nhint: ask for "
             "serialized or multiple (polder_thread_level_ask, POLDER_THREAD_LEVEL)",
             routine, member_term());
}

void OneCaller::refuse_at_end() {
    job_fail(misuse_code,
             "%s: another system thread of this %s has called a barrier or collective function meanwhile\nhint: %s",
             name_of(local(inside_now).routine.load(std::memory_order_relaxed)), member_term(), hint);
}

void one_caller_only(const void *thread) {
    local(OneCaller::inside_now).only.store(thread, std::memory_order_relaxed);
}

} // namespace polder::sync
