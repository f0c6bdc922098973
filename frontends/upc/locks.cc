// Locks: UPC 1.3, 7.2.4. A upc_lock_t * is the global address of a Lock in the heap of the thread
// that allocated it.
#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/core/start_hooks.h"
#include "runtime/fence/strict.h"
#include "runtime/race/race.h"
#include "runtime/rpc/far_lock.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/give_way.h"
#include "runtime/sync/lock_alone.h"
#include "runtime/sync/lock_oversubscribed.h"
#include "runtime/sync/lock_single.h"
#include "runtime/sync/one_caller.h"

#include <polder/abi.h>

using namespace polder;

namespace polder::upc {

void prepare_quick_locks();

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

// The only system thread of a job of one thread, until it has another one. Constant after start.
sync::LockUser lone_user = {};

// Null: it is a lock of another node.
inline sync::Lock *near_lock(const char *function, polder_ga ga) {
    if (__builtin_expect(ga_is_near(ga) && ga % alignof(sync::Lock) == 0, 1)) {
        sync::Lock *lock = static_cast<sync::Lock *>(near_pointer(ga));
        sync::lock_settle(*lock, lone_user);
        return lock;
    }
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

// An attempt never waits, so the holder's own does not hang either. UPC leaves its result undefined
// (7.2.4.7 p3).
[[noreturn, gnu::cold, gnu::noinline]] void fail_attempt(polder_ga ga, sync::LockResult result) {
    if (result == sync::LockResult::held_by_caller)
        job_fail(1,
                 "upc_lock_attempt: the calling thread holds this lock (%#lx) already, so the result is undefined\n"
                 "hint: an attempt tells whether another thread has the lock; a thread must know what it holds itself",
                 ga);
    fail("upc_lock_attempt", ga, result);
}

// What who unlocks gives, and who locks takes.
race::RaceToken token_of(polder_ga lock) {
    return near_pointer(lock);
}

// Where the quick halves of upc_lock and upc_unlock look for locks. The length is 0 where these
// calls have more to do: in a job of several nodes, where threads share cores, with a detector of
// races. Constant after start.
polder_ga quick_first = 0;
std::uint64_t quick_length = 0;

// Null: it is no lock, or the full half has to be called. On one node a near global address is a
// pointer.
inline sync::Lock *quick_lock(polder_ga ga) {
    if (__builtin_expect(ga - quick_first >= quick_length, 0)) return nullptr;
    sync::Lock *lock = reinterpret_cast<sync::Lock *>(ga);
    return __builtin_expect(sync::is_lock(*lock), 1) ? lock : nullptr;
}

// The full halves: all cases, and all mistakes. They stand where the program called upc_lock, as
// calls that end a function leave no frame. Debuggers show their names without the namespace.
[[gnu::noinline]] void upc_lock_fully(polder_ga ptr) {
    sync::Lock *lock = near_lock("upc_lock", ptr);
    if (lock) fence::strict_read();
    const sync::LockResult result = lock ? sync::lock_acquire(*lock, mythread()) : fence::strict_lock_far(ptr);
    if (__builtin_expect(result != sync::LockResult::ok, 0)) fail("upc_lock", ptr, result);
    race::race_take(token_of(ptr));
}

[[gnu::noinline]] void upc_lock_in_turn(sync::Lock &lock, std::uint64_t ticket) {
    const sync::LockResult result = sync::lock_wait(lock, ticket, mythread());
    if (result != sync::LockResult::ok) fail("upc_lock", reinterpret_cast<polder_ga>(&lock), result);
}

[[gnu::noinline]] void upc_unlock_fully(polder_ga ptr) {
    sync::Lock *lock = near_lock("upc_unlock", ptr);
    race::race_give(token_of(ptr));
    if (!lock) return fence::strict_unlock_far(ptr);
    fence::strict_write();
    const sync::LockResult result = sync::lock_release(*lock, mythread());
    if (__builtin_expect(result != sync::LockResult::ok, 0)) fail("upc_unlock", ptr, result);
}

// The halves for a job of one thread. They, too, end with calls and so leave no frame.
[[gnu::noinline]] void upc_lock_single(polder_ga ptr) {
    sync::Lock *lock = sync::lone_lock(ptr);
    if (!lock || !sync::lock_single_acquire(*lock)) upc_lock_fully(ptr);
}

[[gnu::noinline]] void upc_unlock_single(polder_ga ptr) {
    sync::Lock *lock = sync::lone_lock(ptr);
    if (!lock || !sync::lock_single_release(*lock)) upc_unlock_fully(ptr);
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

// Behind the steps that decide: the node range, the number of cores, the detector.
void prepare_quick_locks() {
    const bool one_node = polder_job.one_node && polder_node.one;
    if (!one_node || sync::lock_is_oversubscribed() || race::race_watched()) return;
    const std::uint64_t length = polder_job.length - sizeof(sync::Lock);
    if (polder_job.threads == 1) {
        lone_user = sync::lock_caller(0);
        polder_lone_locks = {polder_job.first, length};
        return;
    }
    quick_first = polder_job.first;
    quick_length = length;
}
POLDER_AT_START(prepare_quick_locks);

} // namespace polder::upc

using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

struct polder_lone_locks polder_lone_locks = {};

polder_ga upc_global_lock_alloc(void) {
    return create_lock();
}

polder_ga upc_all_lock_alloc(void) {
    const sync::OneCaller here("upc_all_lock_alloc");
    return alloc::agree_on_first(mythread() == 0 ? create_lock() : 0);
}

void upc_lock_free(polder_ga ptr) {
    free_lock("upc_lock_free", ptr);
}

void upc_all_lock_free(polder_ga ptr) {
    const sync::OneCaller here("upc_all_lock_free");
    alloc::free_meeting({"upc_all_lock_free", "ptr"}, ptr);
    if (mythread() == 0) free_lock("upc_all_lock_free", ptr);
}

void upc_lock(polder_ga ptr) {
    sync::Lock *lock = quick_lock(ptr);
    if (__builtin_expect(!lock || sync::beside_strangers(), 0)) return upc_lock_single(ptr);
    std::uint64_t ticket;
    if (!sync::lock_draw(*lock, sync::lock_caller(mythread()), &ticket)) upc_lock_in_turn(*lock, ticket);
}

int upc_lock_attempt(polder_ga ptr) {
    if (sync::Lock *alone = sync::lone_lock(ptr); alone && sync::lock_single_acquire(*alone)) return 1;
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
    fail_attempt(ptr, result);
}

void upc_lock_init(polder_ga ptr) {
    near_lock("upc_lock_init", ptr);
}

void upc_unlock(polder_ga ptr) {
    sync::Lock *lock = quick_lock(ptr);
    if (__builtin_expect(!lock || !sync::lock_give(*lock, mythread()), 0)) upc_unlock_single(ptr);
}
#pragma GCC visibility pop
} // extern "C"
