// Cache: what a UPC thread has read from memory of other nodes, and has yet to write there, by
// relaxed accesses of generated code. A read fetches a line; further reads of the line cost a
// look-up. Writes are collected, and adjacent ones leave as one put.
//
// Vocabulary.
//   line     far_line_bytes of shared memory of one thread, aligned to its size
//   fetched  the line's bytes are here
//   pending  of bytes that the thread has written and that are not on their way yet; a bit a byte
//   epoch    counts the points at which other threads' writes may have to become visible. A line is
//            valid in the epoch in which its fetch began
//   owner    the system thread whose accesses the cache serves
//
// Proof that UPC 1.3 allows this (5.1, Appendix B). A read that hits takes effect where its line
// was fetched: before its place in program order. A write takes effect where its put becomes
// visible: behind it. `<t` of B.3 may order relaxed operations of a thread at will, but for two
// cases.
//
// (1) Across a strict operation of the thread (B.3.1, B.3.2.2), program order holds.
//   1. Each strict operation makes the fence of runtime/fence/strict.h before it takes effect,
//      wherever its own target lies. The operation upc_wait makes it behind as well, as the thread
//      could fill lines between notify and wait.
//   2. The fence sends what is pending, and the caller waits for the puts. So no write moves behind
//      the strict operation.
//   3. The fence begins a new epoch. So a read behind it needs a fetch that began behind it. A
//      fetch under way belongs to the epoch in which it began; its lines are not valid later. So no
//      read moves in front.
//
// (2) Two accesses to one location, of which one is a write, keep program order.
//   4. Write, then read: pending bytes lie in the line itself. A fetch into a line begins only when
//      nothing of it is pending, and its get comes behind the put (put_pool_order).
//   5. Read, then write: the write is sent later than the read took place.
//   6. Write, then write: the later one overwrites the pending bytes, or its put comes behind the
//      earlier put (far_order).
//   7. All other paths to far memory (copies, transfers with handles, atomic operations, strided
//      ones) call far_cache_order first. Pending bytes there go out before. What they write is not
//      valid afterwards, and for a transfer with a handle again when it is complete.
//
// Neighbours. Only bytes that were written are sent. A line is fetched only as far as memory there
// is accessible for certain (growth_certain), as the access that asks for it is legal.
//
// Progress. UPC does not promise that a relaxed read ever sees a relaxed write, but programs that
// wait so should end.
//   1. An address that is read again and again is asked for anew after reads_in_a_row reads, a line
//      after reads_a_line.
//   2. polder_spin, polder_progress and handlers of active messages begin a new epoch; the first
//      two send what is pending.
//   3. The first write behind upc_fence or a strict access is sent at once. Programs that write
//      data, a fence and a flag then look at flags of their own without calling the runtime.
//   4. All other writes go out when their thread has written nothing more for POLDER_CACHE_WAIT
//      (idle_write_back.h).
//
// Other system threads of the UPC thread (OpenMP workers, pthreads, asynchronous I/O) go past the
// cache. The first of them takes it from its owner, and those of workers from theirs. It sends
// what is pending, and from then on the thread has no cache. So happens-before between system
// threads of a UPC thread is program order, as without a cache. owner.h says how that costs the
// owner nothing.
//
// Workers of a pool of tasks (runtime/task) have a cache each, from their first far access on. That
// holds as long as the system thread that started the pool owns the thread's cache. Spawn and join
// order tasks (<polder/task.h>, rule 4). Both are fences between caches.
//
//   far_cache_release: what is pending goes out   far_cache_acquire: a new epoch
//   R1 before a worker publishes a task           A1 behind a thief's take
//   R2 before a thief says that it is finished    A2 behind the wait for a stolen task
//   R3 before all workers are called              A3 when a worker is called
//   R4 before a worker arrives at their barrier   A4 behind the barrier
//   R5 before a worker says that it has returned  A5 when all have
//
// Proof that a task sees what its spawner wrote, and the joiner what the task wrote.
//   1. Let the two run on one worker. Its cache is one, and keeps program order, by (2). That holds
//      for a private task that is retracted, too.
//   2. Else the task was published behind the spawn, and taken. What the spawner wrote before the
//      spawn lay in its cache at R1, or had left. So its put began before R1 ended.
//   3. The thief's reads behind A1 are of a new epoch. Their gets come behind the put, as all
//      system threads of a UPC thread share its pool of puts (put_pool_order).
//   4. The same holds for R2 and A2. What tasks of the task wrote left at their own R2, or lay in
//      the cache that this R2 empties.
//   5. The joiner may write behind A2 what the task wrote. Its put comes behind the task's: 3.
//   6. R3 to R5 and A3 to A5: the same, with the barrier in place of the task.
// Two workers may write to one line. Each sends the bytes that it has written.
//
// A strict operation of a worker fences its own cache, and waits for all puts of the thread. What
// another worker has pending belongs to a task that has no order with the operation. Tasks may be
// ordered by UPC's locks, upc_fence or strict accesses; their caches follow. Other means, as
// mutexes of C, order no caches: there the program calls upc_fence. Data that
// travels with locks has one landing place a thread, so workers do without.
//
// Memory: POLDER_CACHE bytes of lines (0: no cache) and a sixth of it for book-keeping, from the
// first far access on. Hit path: no call, system call, atomic read-modify-write or lock.
#pragma once

#include "runtime/core/private.h"
#include "runtime/rpc/piggyback.h"

#include <polder/abi.h>

#include <atomic>

#include <cstddef>
#include <cstdint>

namespace polder::cache {

inline constexpr std::size_t far_line_bytes = 1024;
inline constexpr std::size_t far_cached_bytes = 256; // the longest access that goes by the cache

struct FarCacheCounts { // of the calling UPC thread
    std::uint64_t hits;
    std::uint64_t fetches; // gets
    std::uint64_t lines;   // that they brought
    std::uint64_t ahead;   // of the gets: begun before somebody asked
    std::uint64_t writes;  // accesses that were collected
    std::uint64_t puts;    // what they became
    std::uint64_t epochs;
    std::uint64_t aged;    // lines that were fetched anew within an epoch, as they had been read so often
    std::uint64_t taken;   // by another system thread
    std::uint64_t late;    // times that idle_write_back.cc sent something
    std::uint64_t carried; // pieces that went as piggybacked data
    std::uint64_t brought; // lines that came with their answers
};
FarCacheCounts far_cache_counts();

// Of a UPC thread, private; null: no access of it has gone by a cache, so there are none of its
// workers either (far_cache_pool_begin). Then nothing is pending, and nothing was read.
struct FarCache;
extern std::atomic<FarCache *> far_cache;
inline bool far_cache_is_unused() {
    return !local(far_cache).load(std::memory_order_acquire);
}

// What is pending goes on its way, and what has been read is not valid any more.
void far_cache_fence_used();
inline void far_cache_fence() {
    if (!far_cache_is_unused()) far_cache_fence_used();
}
// The same in two steps, for fences that wait. The first step sends; what it sends may be
// piggybacked data. The second step waits for these. The caller then waits for puts, too.
void far_cache_fence_begin();
void far_cache_fence_end();
// The same around a lock of another node. The first two come before the thread asks for the lock or
// gives it back. Writes pending at the lock's home go with the message, and likely reads are asked
// for. The third comes after the message was answered, and takes the lines. The thread itself waits
// for puts first.
void far_cache_lock(polder_ga lock, rpc::Piggyback &piggyback);
void far_cache_unlock(polder_ga lock, rpc::Piggyback &piggyback);
void far_cache_answered(const rpc::Piggyback &piggyback);
// The next write goes on its way at once: behind a fence it is often what another thread waits for.
void far_cache_announce();
// The same for [at, at + bytes): `writes` tells whether what has been read there is going to
// change.
void far_cache_order(polder_ga at, std::size_t bytes, bool writes);
// Of the UPC thread the caller works for, which may be at its accesses: what it reads from now on
// is fetched anew.
void far_cache_forget_used();
inline void far_cache_forget() {
    if (!far_cache_is_unused()) far_cache_forget_used();
}

// Workers. The first one is for who starts a pool: may its workers have caches? The next two are
// for such a worker, at its begin and end.
bool far_cache_pool_begin();
void far_cache_worker_begin();
void far_cache_worker_end();
// Fences between the system threads of one UPC thread; nothing for callers without a cache.
void far_cache_release();
void far_cache_acquire();

// The accesses; generated code takes the address for far. False: the cache does not serve this
// access, and nothing was done. Then it is too long, there is no cache, or another system thread
// owns it.
[[nodiscard]] bool far_cache_get(void *into, polder_ga from, std::size_t bytes);
// As many gets as it takes lines that are not here, or fewer: what is known to be read.
[[nodiscard]] bool far_cache_fetch(void *into, polder_ga from, std::size_t bytes);
// Begins to fetch these addresses, which reads are going to ask for. Skips those that are near, and
// those for which it would have to wait.
void far_cache_ahead(const polder_ga *at, std::size_t count);
[[nodiscard]] bool far_cache_put(polder_ga to, const void *from, std::size_t bytes);
// Longer, as the accesses of a run of a loop: collected as these are.
[[nodiscard]] bool far_cache_send(polder_ga to, const void *from, std::size_t bytes);
// Changes when a line that the caller has read by the cache is not valid any more. Until then what
// was read holds. Null: the cache does not serve the caller.
const volatile std::uint64_t *far_cache_version();
// Brings bytes of [begin, end), which can be read: those around `at`, and the bytes beside them
// that lie here without a gap. The bytes are right until the version changes, also where the cache
// writes to them later. data null: the cache is not to be used.
struct FarView {
    char *data; // of `at`
    polder_ga begin;
    polder_ga end;
};
FarView far_cache_view(polder_ga at, std::size_t bytes, polder_ga begin, polder_ga end);

} // namespace polder::cache
