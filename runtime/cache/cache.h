// Cache: what a UPC thread has read from, and has yet to write to, memory of other nodes by relaxed accesses of generated code.
// A read fetches a line, and reads of the same line that follow cost a look-up; writes are collected, and adjacent ones go out as one put.
//
// Vocabulary. line: far_line_bytes of shared memory of one thread, aligned to its size. fetched: the line's bytes are here.
// pending: bytes of a line that the thread has written and that are not on their way yet; a bit a byte. epoch: counts the points
// where the memory model lets other threads' writes become visible to this one; a line is valid in the epoch in which its fetch began.
// owner: the system thread whose accesses the cache serves.
//
// Why this is what UPC 1.3 allows (section 5.1, Appendix B). `<t` of B.3 may order relaxed operations of a thread as it likes, but
//  (1) across a strict operation of the thread (B.3.1: also a fence, notify, wait, lock, unlock; B.3.2.2: a collective function with MYSYNC or
//      ALLSYNC), where program order holds for every pair of which one is strict,
//  (2) for two accesses to the same location of which one is a write.
// A read that hits takes effect where its line was fetched, which is before its place in program order, a write where its put becomes
// visible, which is behind it.
//  (1) Each of those operations calls far_cache_fence before it takes effect, wherever its own target lies, and where the thread could fill
//      lines before it has taken effect (upc_wait), behind it as well: runtime/fence/strict.h. The fence sends what is pending, and the caller waits for the puts; it begins a new epoch, so
//      that reads behind it come from fetches that began behind it. A fetch under way belongs to the epoch in which it began: its lines are not valid later.
//      So nothing moves over a strict operation in either direction.
//  (2) Read after write: pending bytes lie in the line itself, and a fetch into a line begins only when nothing of it is pending; the get comes behind the
//      put (puts_order). Write after read: the write is sent later than the read took place. Write after write: the later one overwrites the
//      pending bytes, or its put comes behind that of the earlier one (far_order). All other paths to far memory (copies, transfers
//      with handles, atomic operations, strided ones) call far_cache_order first: pending bytes there go out before, and what they write is
//      not valid afterwards; that of a transfer with a handle again when it is complete.
// Neighbours: only bytes that were written are sent. A line is fetched only as far as memory there is accessible for certain
// (growth_certain), as the access that asks for it is legal.
//
// Progress. UPC does not promise that a relaxed read ever sees a relaxed write, but programs that wait so should end: a thread that
// reads one address again and again asks anew after reads_in_a_row times, each line after reads_a_line; polder_spin and polder_progress
// begin a new epoch and send what is pending. The first write behind upc_fence or a strict access is sent at once: it is the signal of programs that write
// data, a fence and a flag, and then look at flags of their own without calling the runtime. All other
// writes go out by themselves when their thread has written nothing more for POLDER_CACHE_WAIT (late.h). Handlers of active messages begin one too: they may have told the thread of others' writes.
//
// Other system threads of the UPC thread (OpenMP workers, pthreads, those of asynchronous I/O) go past the cache. The first of them takes
// it from its owner: it sends what is pending, and from then on the thread has none. So happens-before between system threads of
// a UPC thread is program order, as without a cache. How that costs the owner nothing: owner.h.
//
// Memory: POLDER_CACHE bytes of lines (0: no cache) and a sixth of it for what is known of them, from the first far access on.
// Hit path: no call, system call, atomic read-modify-write or lock.
#pragma once

#include "runtime/rpc/cargo.h"

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder {

inline constexpr std::size_t far_line_bytes = 1024;
inline constexpr std::size_t far_cached_bytes = 256; // the longest access that goes by the cache

struct FarCacheCounts { // of the calling UPC thread
    std::uint64_t hits;
    std::uint64_t fetches, lines; // gets, and the lines they brought
    std::uint64_t ahead;          // of the gets: begun before somebody asked
    std::uint64_t writes, puts;   // accesses that were collected, and what they became
    std::uint64_t epochs, aged;   // aged: lines that were fetched anew within an epoch, as they had been read so often
    std::uint64_t taken;          // by another system thread
    std::uint64_t late;           // times that late.cc sent something
    std::uint64_t carried, brought; // pieces that went as cargo of notes, lines that came with their answers
};
FarCacheCounts far_cache_counts();

// What is pending goes on its way, and what has been read is not valid any more.
void far_cache_fence();
// The same in two steps, for fences that wait for what goes on its way: it may be cargo of notes, which the second step waits for. Then puts are waited for, too.
void far_cache_fence_begin();
void far_cache_fence_end();
// The same before a lock of another node is asked for, or given back: what is pending at its home goes with the note, and what is likely to be read is asked for;
// and when the note has been answered: what has come. The thread waits for the puts of before itself.
void far_cache_lock(polder_ga lock, Cargo &cargo);
void far_cache_unlock(polder_ga lock, Cargo &cargo);
void far_cache_answered(const Cargo &cargo);
// The next write goes on its way at once: behind a fence it is often what another thread waits for.
void far_cache_announce();
// The same for [at, at + bytes): `writes` tells whether what has been read there is going to change.
void far_cache_order(polder_ga at, std::size_t bytes, bool writes);
// Of the UPC thread the caller works for, which may be at its accesses: what it reads from now on is fetched anew.
void far_cache_forget();

// The accesses; generated code takes the address for far. False: the cache does not serve this
// access, and nothing was done. Then it is too long, there is no cache, or another system thread
// owns it.
[[nodiscard]] bool far_cache_get(void *into, polder_ga from, std::size_t bytes);
// As many gets as it takes lines that are not here, or fewer: what is known to be read.
[[nodiscard]] bool far_cache_fetch(void *into, polder_ga from, std::size_t bytes);
// Begins to fetch what reads are going to ask for, of these addresses; nothing for those that are near, or where it would have to wait.
void far_cache_ahead(const polder_ga *at, std::size_t count);
[[nodiscard]] bool far_cache_put(polder_ga to, const void *from, std::size_t bytes);
// Longer, as the accesses of a run of a loop: collected as these are.
[[nodiscard]] bool far_cache_send(polder_ga to, const void *from, std::size_t bytes);
// Bytes of [begin, end), which can be read, brought here: those around `at`, and what lies behind one another beside them. They are right, also where
// they are written to by the cache later, until the version changes. data null: the cache is not to be used.
struct FarView {
    char *data; // of `at`
    polder_ga begin, end;
};
FarView far_cache_view(polder_ga at, std::size_t bytes, polder_ga begin, polder_ga end);

} // namespace polder
