// Locks: UPC 1.3, 7.2.4. A upc_lock_t * is the global address of a Lock in the heap of the thread that allocated it.
#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/barrier.h"
#include "runtime/sync/lock.h"

#include <polder/abi.h>

using namespace polder;

namespace {

polder_ga create_lock() {
    const polder_ga ga = allocate_local(sizeof(Lock));
    if (ga) lock_create(*static_cast<Lock *>(polder_at(ga)));
    return ga;
}

Lock &lock_at(const char *function, polder_ga ga) {
    if (__builtin_expect(!ga, 0)) job_fail(1, "%s: null pointer", function);
    if (__builtin_expect(!in_node_range(ga) || ga % alignof(Lock), 0))
        job_fail(1, "%s: %#lx is not a lock", function, ga);
    return *static_cast<Lock *>(polder_at(ga));
}

[[noreturn, gnu::cold, gnu::noinline]] void fail(const char *function, polder_ga ga, LockResult result) {
    if (result == LockResult::not_a_lock)
        job_fail(1, "%s: %#lx is not a lock, or one that has been freed", function, ga);
    if (result == LockResult::held_by_caller)
        job_fail(1, "%s: the calling thread holds this lock (%#lx) already and would wait for itself", function, ga);
    const int holder = lock_holder(lock_at(function, ga));
    if (holder < 0) job_fail(1, "%s: the lock (%#lx) is not locked", function, ga);
    job_fail(1, "%s: the lock (%#lx) is held by thread %d, not by the calling thread", function, ga, holder);
}

void free_lock(const char *function, polder_ga ga) {
    if (!ga) return;
    const LockResult result = lock_destroy(lock_at(function, ga));
    if (result != LockResult::ok) fail(function, ga, result);
    allocation_free(ga);
}

} // namespace

extern "C" {

polder_ga upc_global_lock_alloc(void) {
    return create_lock();
}

polder_ga upc_all_lock_alloc(void) {
    return agree_on_first(mythread() == 0 ? create_lock() : 0);
}

void upc_lock_free(polder_ga ptr) {
    free_lock("upc_lock_free", ptr);
}

void upc_all_lock_free(polder_ga ptr) {
    barrier_internal(); // the lock stays valid until all have called
    if (mythread() == 0) free_lock("upc_all_lock_free", ptr);
}

void upc_lock(polder_ga ptr) {
    const LockResult result = lock_acquire(lock_at("upc_lock", ptr), mythread());
    if (__builtin_expect(result != LockResult::ok, 0)) fail("upc_lock", ptr, result);
}

int upc_lock_attempt(polder_ga ptr) {
    const LockResult result = lock_attempt(lock_at("upc_lock_attempt", ptr), mythread());
    if (result == LockResult::ok) return 1;
    if (result == LockResult::busy) return 0;
    fail("upc_lock_attempt", ptr, result);
}

void upc_lock_init(polder_ga ptr) {
    lock_at("upc_lock_init", ptr);
}

void upc_unlock(polder_ga ptr) {
    const LockResult result = lock_release(lock_at("upc_unlock", ptr), mythread());
    if (__builtin_expect(result != LockResult::ok, 0)) fail("upc_unlock", ptr, result);
}

} // extern "C"
