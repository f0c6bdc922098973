// Semaphores of Berkeley UPC: a counter in shared memory of the thread that allocated it. The
// processor's atomic instructions change it. A thread that waits spins, yields and parks as
// everywhere else (runtime/sync/wait.h).
//
// Invariants. The value is never below 0: a waiter takes n in one compare-and-swap, so of several
// waiters none takes a part. A boolean semaphore is 0 or 1. Every change is sequentially
// consistent, and strict.h's fence is in front of it. So posts, waits and tries are the fences the
// interface promises. The memory of a semaphore stays a semaphore for ever. A thread that has
// waited may free it while the thread that posted still looks for sleepers. So freed semaphores are
// kept for the next allocations of their owner. Held by tests/upc/bupc_semaphores.upc, the fences
// by tests/upc/litmus_flags.upc.
//
// From another node a post, and the end of a semaphore, is a message to the owner's node. A try is
// a compare-and-swap by the network. A wait tries again and again, ever more seldom: programs let
// the owner wait, who wakes at once.
#include "frontends/upc/atomics/atomic.h"
#include "runtime/alloc/alloc.h"
#include "runtime/am/am.h"
#include "runtime/core/job.h"
#include "runtime/core/start_hooks.h"
#include "runtime/fence/strict.h"
#include "runtime/race/race.h"
#include "runtime/rma/copy.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/wait.h"

using namespace polder;
using namespace polder::upc;

namespace polder::upc {
namespace {

// As in bupc_extensions.h, which only upcc can read.
enum : int {
    sem_boolean = 1,
    sem_integer = 2,
    single_producer = 4,
    many_producers = 8,
    single_consumer = 16,
    many_consumers = 32
};

struct alignas(cache_line) Semaphore {
    std::uint64_t magic;
    std::atomic<std::uint64_t> value;
    std::uint64_t boolean;
    sync::WaitPoint point;
    polder_ga pool; // where it goes when freed
    polder_ga next; // the next one there
};
// What other nodes read of it.
struct SemaphoreHead {
    std::uint64_t magic;
    std::uint64_t value;
    std::uint64_t boolean;
};
constexpr polder_ga value_offset = 8;
static_assert(offsetof(Semaphore, value) == value_offset && offsetof(Semaphore, boolean) == 16);

// The freed semaphores of one thread, in its segment.
struct Pool {
    FutexLock lock;
    polder_ga first;
};
POLDER_PRIVATE polder_ga own_pool = 0;

template <class T> T &at(polder_ga ga) {
    return *static_cast<T *>(near_pointer(ga));
}
constexpr std::uint64_t semaphore_magic = 0x6d65735f63707542;

[[noreturn, gnu::cold]] void fail(const char *function, polder_ga ga) {
    job_fail(1, "%s: %#lx is no semaphore, or one that has been freed%s", function, ga, ga ? "" : " (null)");
}

// On this node.
Semaphore &semaphore(const char *function, polder_ga ga) {
    if (__builtin_expect(!ga_is_near(ga) || at<Semaphore>(ga).magic != semaphore_magic, 0)) fail(function, ga);
    return at<Semaphore>(ga);
}

bool on_other_node(const char *function, polder_ga ga) {
    if (__builtin_expect(ga_is_near(ga), 1)) return false;
    if (!ga_is_shared(ga)) fail(function, ga);
    return true;
}

template <class Known> void check_count(const char *function, const Known &sem, std::size_t n) {
    if (__builtin_expect(sem.boolean && n > 1, 0))
        job_fail(1, "%s: %zu at once from a BUPC_SEM_BOOLEAN semaphore, which is never above 1", function, n);
}

void post_here(const char *function, polder_ga ga, std::size_t n) {
    Semaphore &sem = semaphore(function, ga);
    check_count(function, sem, n);
    if (n == 0) return std::atomic_thread_fence(std::memory_order_seq_cst);
    if (sem.boolean)
        sem.value.store(1, std::memory_order_seq_cst);
    else
        sem.value.fetch_add(n, std::memory_order_seq_cst);
    // A sequentially consistent store is fence enough for a later sequentially consistent load.
    sync::wait_signal_after_rmw(sem.point);
}

bool take(Semaphore &sem, std::size_t n) {
    std::uint64_t value = sem.value.load(std::memory_order_seq_cst);
    while (value >= n)
        if (sem.value.compare_exchange_weak(value, value - n, std::memory_order_seq_cst)) return true;
    return false;
}

// ---- on other nodes ----

enum Handler : unsigned { handle_post = 224, handle_free = 225 };

// Who asks, by number: a name is at another address elsewhere.
constexpr const char *functions[] = {"bupc_sem_post", "bupc_sem_postN", "bupc_memput_signal",
                                     "bupc_memput_signal_async", "bupc_sem_free"};
constexpr unsigned function_count = sizeof functions / sizeof *functions;
unsigned number_of(const char *function) {
    unsigned number = 0;
    while (number + 1 < function_count && std::strcmp(functions[number], function) != 0)
        ++number;
    return number;
}

// To a process of the node on which the semaphore lies: any of them reaches it.
void tell(Handler handler, const char *function, polder_ga ga, std::size_t n) {
    const std::uint64_t arguments[] = {number_of(function), ga, n};
    am::am_request_wait(node_first(node_of(ga_thread(ga))), {handler, arguments, 3});
}

SemaphoreHead look_at(const char *function, polder_ga ga) {
    SemaphoreHead head;
    rma::copy_get(&head, ga, sizeof head);
    if (head.magic != semaphore_magic) fail(function, ga);
    return head;
}

bool take_there(const char *function, polder_ga ga, std::size_t n) {
    const SemaphoreHead head = look_at(function, ga);
    check_count(function, head, n);
    std::uint64_t value = head.value;
    while (value >= n) {
        const std::uint64_t before = atomics::far_word(atomics::op_cswap, ga + value_offset, value, value - n);
        if (before == value) return true;
        value = before;
    }
    return false;
}

// ---- what programs call ----

// The order between threads, for a detector of races: a post gives it, a wait takes it.
race::RaceToken token_of(polder_ga ga) {
    return near_pointer(ga);
}

void post(const char *function, polder_ga ga, std::size_t n) {
    fence::strict_write();
    race::race_give(token_of(ga));
    if (on_other_node(function, ga)) return tell(handle_post, function, ga, n);
    post_here(function, ga, n);
}

void wait_there(const char *function, polder_ga ga, std::size_t n) {
    const WaitMark mark(WaitKind::value, ga, ga_thread(ga));
    while (!take_there(function, ga, n))
        polder_spin();
}

void wait(const char *function, polder_ga ga, std::size_t n) {
    fence::strict_read();
    if (on_other_node(function, ga)) return wait_there(function, ga, n);
    Semaphore &sem = semaphore(function, ga);
    check_count(function, sem, n);
    while (!take(sem, n))
        sync::wait_until(sem.point, {WaitKind::value, ga},
                         [&] { return sem.value.load(std::memory_order_acquire) >= n; });
    race::race_take(token_of(ga));
}

int try_take(const char *function, polder_ga ga, std::size_t n) {
    fence::strict_read();
    if (on_other_node(function, ga)) return take_there(function, ga, n);
    Semaphore &sem = semaphore(function, ga);
    check_count(function, sem, n);
    if (!take(sem, n)) return 0;
    race::race_take(token_of(ga));
    return 1;
}

void put_and_post(const char *function, polder_ga dst, const void *src, std::size_t bytes, polder_ga sem, std::size_t n,
                  const race::RaceSite &site) {
    {
        const race::RaceCall call(site);
        call.reads(src, bytes);
        call.writes(dst, bytes);
        rma::copy_put(dst, src, bytes);
    }
    post(function, sem, n); // whose fence completes the put
}

template <class T> polder_ga make() {
    const polder_ga ga = node_heap::allocate_local(sizeof(T));
    if (ga) std::memset(near_pointer(ga), 0, sizeof(T));
    return ga;
}

// From the pool of the calling thread, or new; 0: no memory.
polder_ga obtain() {
    polder_ga &pool = local(own_pool);
    if (!pool) pool = make<Pool>();
    if (!pool) return 0;
    at<Pool>(pool).lock.lock();
    const polder_ga kept = at<Pool>(pool).first;
    if (kept) at<Pool>(pool).first = at<Semaphore>(kept).next;
    at<Pool>(pool).lock.unlock();
    const polder_ga ga = kept ? kept : make<Semaphore>();
    if (ga) at<Semaphore>(ga).pool = pool;
    return ga;
}

void give_back(polder_ga ga) {
    Semaphore &sem = at<Semaphore>(ga);
    Pool &pool = at<Pool>(sem.pool);
    pool.lock.lock();
    sem.next = pool.first;
    pool.first = ga;
    pool.lock.unlock();
}

void free_here(const char *function, polder_ga ga) {
    semaphore(function, ga).magic = 0;
    give_back(ga);
}

const char *sender(const am::AmMessage &message) {
    const std::uint64_t number = message.argument_count == 3 ? message.arguments[0] : function_count;
    if (number < function_count) return functions[number];
    job_fail(1, "a semaphore's message from thread %u that this program did not send", message.from);
}
void on_post(am::AmMessage &message) {
    post_here(sender(message), message.arguments[1], message.arguments[2]);
}
void on_free(am::AmMessage &message) {
    free_here(sender(message), message.arguments[1]);
}
void register_handlers() {
    am::am_register(handle_post, on_post);
    am::am_register(handle_free, on_free);
}
POLDER_AT_START(register_handlers);

bool contradict(int flags, int one, int other) {
    return (flags & one) && (flags & other);
}

} // namespace
} // namespace polder::upc

extern "C" {
#pragma GCC visibility push(default)

polder_ga bupc_sem_alloc(int flags) {
    constexpr int all_flags = 63; // each of those above
    if ((flags & ~all_flags) || contradict(flags, sem_boolean, sem_integer) ||
        contradict(flags, single_producer, many_producers) || contradict(flags, single_consumer, many_consumers))
        job_fail(1, "bupc_sem_alloc: flags %#x contradict each other or are unknown", static_cast<unsigned>(flags));
    const polder_ga ga = obtain();
    if (!ga) return 0;
    Semaphore &sem = at<Semaphore>(ga);
    sem.boolean = (flags & sem_boolean) != 0;
    sem.value.store(0, std::memory_order_relaxed);
    sem.magic = semaphore_magic;
    return ga;
}

void bupc_sem_free(polder_ga ga) {
    if (!ga) return;
    fence::strict_write();
    if (on_other_node("bupc_sem_free", ga)) return tell(handle_free, "bupc_sem_free", ga, 0);
    free_here("bupc_sem_free", ga);
}

void bupc_sem_post(polder_ga sem) {
    post("bupc_sem_post", sem, 1);
}
void bupc_sem_postN(polder_ga sem, std::size_t n) {
    post("bupc_sem_postN", sem, n);
}
void bupc_sem_wait(polder_ga sem) {
    wait("bupc_sem_wait", sem, 1);
}
void bupc_sem_waitN(polder_ga sem, std::size_t n) {
    wait("bupc_sem_waitN", sem, n);
}
int bupc_sem_try(polder_ga sem) {
    return try_take("bupc_sem_try", sem, 1);
}
int bupc_sem_tryN(polder_ga sem, std::size_t n) {
    return try_take("bupc_sem_tryN", sem, n);
}

void bupc_memput_signal(polder_gp dst, const void *src, std::size_t bytes, polder_ga sem, std::size_t n) {
    put_and_post("bupc_memput_signal", dst.ga, src, bytes, sem, n, {&bupc_memput_signal, __builtin_return_address(0)});
}
void bupc_memput_signal_async(polder_gp dst, const void *src, std::size_t bytes, polder_ga sem, std::size_t n) {
    put_and_post("bupc_memput_signal_async", dst.ga, src, bytes, sem, n,
                 {&bupc_memput_signal_async, __builtin_return_address(0)});
}
#pragma GCC visibility pop
} // extern "C"
