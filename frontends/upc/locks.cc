// Locks: UPC 1.3, 7.2.4. A upc_lock_t * is the global address of a Lock in the heap of the thread
// that allocated it.
#include "runtime/alloc/alloc.h"
#include "runtime/barrier/barrier.h"
#include "runtime/core/job.h"
#include "runtime/fence/strict.h"
#include "runtime/race/race.h"
#include "runtime/rpc/far_lock.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/lock.h"

#include <polder/abi.h>

using namespace polder;

namespace polder::upc {
namespace {

polder_ga create_lock() {
    const polder_ga ga = node_heap::allocate_local(sizeof(sync::Lock));
    if (ga) sync::lock_create(*static_cast<sync::Lock *>(near_pointer(ga)));
    return ga;
}

[[noreturn, gnu::cold, gnu::noinline]] void refuse(const char *function, polder_ga ga) {
    if (!ga) job_fail(1, "%s: null pointer", function);
    job_fail(1, "%s: %#lx is not a lock", function, ga);
}

// Null: it is a lock of another node.
inline sync::Lock *near_lock(const char *function, polder_ga ga) {
    if (__builtin_expect(ga_is_near(ga) && ga % alignof(sync::Lock) == 0, 1))
        return static_cast<sync::Lock *>(near_pointer(ga));
    if (!ga_is_shared(ga) || ga % alignof(sync::Lock)) refuse(function, ga);
    return nullptr;
}

[[noreturn, gnu::cold, gnu::noinline]] void fail(const char *function, polder_ga ga, sync::LockResult result) {
    if (result == sync::LockResult::not_a_lock)
        job_fail(1, "%s: %#lx is not a lock, or one that has been freed", function, ga);
    if (result == sync::LockResult::held_by_caller)
        job_fail(1, "%s: the calling thread holds this lock (%#lx) already and would wait for itself", function, ga);
    const int holder = sync::lock_holder(*near_lock(function, ga));
    if (holder < 0) job_fail(1, "%s: the lock (%#lx) is not locked", function, ga);
    job_fail(1, "%s: the lock (%#lx) is held by thread %d, not by the calling thread", function, ga, holder);
}

// What who unlocks gives, and who locks takes.
race::RaceToken token_of(polder_ga lock) {
    return near_pointer(lock);
}

void free_lock(const char *function, polder_ga ga) {
    if (!ga) return;
    fence::strict_write(); // no node still gets news of the caller's about it
    sync::Lock *lock = near_lock(function, ga);
    const sync::LockResult result = lock ? sync::lock_destroy(*lock) : rpc::far_lock_destroy(ga);
    if (result != sync::LockResult::ok) fail(function, ga, result);
    if (lock) alloc::allocation_free(ga);
}

} // namespace
} // namespace polder::upc

using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

polder_ga upc_global_lock_alloc(void) {
    return create_lock();
}

polder_ga upc_all_lock_alloc(void) {
    return alloc::agree_on_first(mythread() == 0 ? create_lock() : 0);
}

void upc_lock_free(polder_ga ptr) {
    free_lock("upc_lock_free", ptr);
}

void upc_all_lock_free(polder_ga ptr) {
    barrier::barrier_internal(); // the lock stays valid until all have called
    if (mythread() == 0) free_lock("upc_all_lock_free", ptr);
}

void upc_lock(polder_ga ptr) {
    sync::Lock *lock = near_lock("upc_lock", ptr);
    if (__builtin_expect(lock != nullptr, 1)) fence::strict_read();
    const sync::LockResult result =
        __builtin_expect(lock != nullptr, 1) ? sync::lock_acquire(*lock, mythread()) : fence::strict_lock_far(ptr);
    if (__builtin_expect(result != sync::LockResult::ok, 0)) fail("upc_lock", ptr, result);
    race::race_take(token_of(ptr));
}

int upc_lock_attempt(polder_ga ptr) {
    fence::strict_read();
    sync::Lock *lock = near_lock("upc_lock_attempt", ptr);
    const sync::LockResult result =
        lock ? sync::lock_attempt(*lock, mythread()) : rpc::far_lock_attempt(ptr, mythread());
    if (result == sync::LockResult::ok) {
        race::race_take(token_of(ptr));
        return 1;
    }
    if (result == sync::LockResult::busy) {
        // The holder's news may have to come by it, and who asks again and again does nothing else.
        sync::wait_poll_network();
        return 0;
    }
    fail("upc_lock_attempt", ptr, result);
}

void upc_lock_init(polder_ga ptr) {
    near_lock("upc_lock_init", ptr);
}

void upc_unlock(polder_ga ptr) {
    sync::Lock *lock = near_lock("upc_unlock", ptr);
    race::race_give(token_of(ptr));
    if (__builtin_expect(!lock, 0)) return fence::strict_unlock_far(ptr);
    fence::strict_write();
    const sync::LockResult result = sync::lock_release(*lock, mythread());
    if (__builtin_expect(result != sync::LockResult::ok, 0)) fail("upc_unlock", ptr, result);
}
#pragma GCC visibility pop
} // extern "C"
