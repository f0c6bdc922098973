// Thread levels: what a UPC thread promises of its system threads, with MPI's meaning (11.6.2 of
// MPI 4). The program asks (polder_thread_level_ask, shmem_init_thread), or POLDER_THREAD_LEVEL
// does.
//   single      its own system thread is the only one that calls the runtime
//   funneled    the same; the program has others, which compute
//   serialized  any may call, one at a time: the program orders the calls
//   multiple    any may call at any time; where nobody asks
//
// What a level saves. A process of one UPC thread and no progress thread opens its end of the
// network without locks. NetGuard lets one thread at a time in (guard.h). Below `multiple` that is
// the program's doing, so the guard takes no lock, also where the program has
// OpenMP workers. Barriers and collectives by another system thread at `single` and `funneled` end
// the job (OneCaller::only).
//
// Threads of the runtime's own use the same end: the one for leftovers, the one that writes back,
// workers of a pool. Before the first of them is made the process says so (thread_level_share), and
// from then on the guard locks. Workers run the program's tasks, too. So a pool of several makes
// the level `multiple` for good.
//
// Proof that the guard without its lock lets one in at a time. Let the level be below `multiple`.
//   1. Until thread_level_share no thread of the runtime's own is at the end. So whoever comes are
//      threads of the program, and these come one at a time, by the promise.
//   2. The maker M of a first such thread T sets `shared` before it makes T. Creation orders that
//      before all that T does. So T takes the lock.
//   3. M may be inside the guard itself, in a handler of a poll. M's store of `owner` then precedes
//      the creation, too. T sees it, and waits with the lock held until M leaves (release,
//      acquire). M waits for nobody inside.
//   4. Later calls of the program's threads are ordered behind M's by the program. They see
//      `shared`, and take the lock.
// Held by tests/unit/runtime/network/levels.cc.
#pragma once

#include "runtime/core/thread_level.h"

namespace polder::net {

// At the start of each UPC thread, by its own system thread. A malformed setting ends the job.
void thread_level_begin();

// Of the calling UPC thread; its own system thread asks, while no other one is in the runtime.
// Returns what is granted: at least what POLDER_THREAD_LEVEL says, and what a pool of workers
// needs.
ThreadLevel thread_level_ask(ThreadLevel wanted);
ThreadLevel thread_level();

// Before a thread of the runtime's own is made that uses the process's end.
void thread_level_share();
// Before workers of the calling UPC thread are made.
void thread_level_workers();

} // namespace polder::net
