// Semaphores of Berkeley UPC: a counter in shared memory of the thread that allocated it, changed by the processor's atomic
// instructions; a thread that waits spins, yields and parks as everywhere else (runtime/sync/wait.h).
//
// Invariants. The value is never below 0: a waiter takes n in one compare-and-swap, so of several waiters none takes a
// part. A boolean semaphore is 0 or 1. Every change is sequentially consistent, which makes posts, waits and successful
// tries the fences the interface promises. Memory of a semaphore stays one: who has waited may free it while the thread that
// posted still looks for sleepers, so freed semaphores are kept for the next allocations of their owner.
#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/rma/copy.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/wait.h"

using namespace polder;

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
    WaitPoint point;
    std::uint32_t boolean;
    polder_ga pool, next; // where it goes when freed; the next one there
};

// The freed semaphores of one thread, in its segment.
struct Pool {
    FutexLock lock;
    polder_ga first;
};
POLDER_PRIVATE polder_ga own_pool = 0;

template <class T> T &at(polder_ga ga) {
    return *static_cast<T *>(polder_at(ga));
}
constexpr std::uint64_t semaphore_magic = 0x6d65735f63707542;

Semaphore &semaphore(const char *function, polder_ga ga) {
    Semaphore *sem = ga && in_node_range(ga) ? static_cast<Semaphore *>(polder_at(ga)) : nullptr;
    if (__builtin_expect(!sem || sem->magic != semaphore_magic, 0))
        job_fail(1, "%s: %#lx is no semaphore, or one that has been freed%s", function, ga, ga ? "" : " (null)");
    return *sem;
}

void check_count(const char *function, const Semaphore &sem, std::size_t n) {
    if (__builtin_expect(sem.boolean && n > 1, 0))
        job_fail(1, "%s: %zu at once from a BUPC_SEM_BOOLEAN semaphore, which is never above 1", function, n);
}

void post(const char *function, polder_ga ga, std::size_t n) {
    Semaphore &sem = semaphore(function, ga);
    check_count(function, sem, n);
    if (n == 0) return std::atomic_thread_fence(std::memory_order_seq_cst);
    if (sem.boolean)
        sem.value.store(1, std::memory_order_seq_cst);
    else
        sem.value.fetch_add(n, std::memory_order_seq_cst);
    wait_signal_after_rmw(
        sem.point); // a sequentially consistent store is fence enough for a later sequentially consistent load
}

bool take(Semaphore &sem, std::size_t n) {
    std::uint64_t value = sem.value.load(std::memory_order_seq_cst);
    while (value >= n)
        if (sem.value.compare_exchange_weak(value, value - n, std::memory_order_seq_cst)) return true;
    return false;
}

void wait(const char *function, polder_ga ga, std::size_t n) {
    Semaphore &sem = semaphore(function, ga);
    check_count(function, sem, n);
    while (!take(sem, n))
        wait_until(sem.point, {WaitKind::value, ga}, [&] { return sem.value.load(std::memory_order_acquire) >= n; });
}

int try_take(const char *function, polder_ga ga, std::size_t n) {
    Semaphore &sem = semaphore(function, ga);
    check_count(function, sem, n);
    return take(sem, n);
}

void put_and_post(const char *function, polder_ga dst, const void *src, std::size_t bytes, polder_ga sem,
                  std::size_t n) {
    copy_put(dst, src, bytes);
    post(function, sem, n);
}

template <class T> polder_ga make() {
    const polder_ga ga = allocate_local(sizeof(T));
    if (ga) std::memset(polder_at(ga), 0, sizeof(T));
    return ga;
}

// From the pool of the calling thread, or new; 0: no memory.
polder_ga obtain() {
    polder_ga &pool = local(own_pool);
    if (!pool && !(pool = make<Pool>())) return 0;
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

bool contradict(int flags, int one, int other) {
    return (flags & one) && (flags & other);
}

} // namespace

extern "C" {

polder_ga bupc_sem_alloc(int flags) {
    if ((flags & ~63) || contradict(flags, sem_boolean, sem_integer) ||
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
    semaphore("bupc_sem_free", ga).magic = 0;
    give_back(ga);
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
    put_and_post("bupc_memput_signal", dst.ga, src, bytes, sem, n);
}
void bupc_memput_signal_async(polder_gp dst, const void *src, std::size_t bytes, polder_ga sem, std::size_t n) {
    put_and_post("bupc_memput_signal_async", dst.ga, src, bytes, sem, n);
}

} // extern "C"
