// Leftovers: operations and messages that still need polls of this process when the call that sent
// them returns. A connection is being made, or the kernel's buffer or the conduit's tables are
// full. A long transfer may have parts to go, or an acknowledgement starts the next step. A
// leftover must reach its target though no thread of the process ever calls the runtime again. So
// somebody polls for it: a leader's progress thread (progress.h), and in every other process the
// thread of this file.
//
// The thread is made with the first leftover, and sleeps without a time limit while there is none.
// A thread that starts something and does not wait for its end says so behind the start (net_leave,
// net.h). That costs a load and a test, as long as the thread of this file is awake or somebody
// else polls. Only the first such start after a quiet time wakes that thread, or makes it. While
// threads of the process poll it naps, as they take what there is. When they have stopped and
// something is under way, it polls until nothing is.
//
// Invariant (nothing is left for ever). net.cared is 0 only while the thread sleeps, or is about to
// look. Held by tests/e2e/nodes/nodes_leftover.py.
//
//   starter                               thread
//   S1 start the operation, or keep the   T1 net.cared = 0
//      message                            T2 look whether an end is busy. If one is:
//   S2 read net.cared; if it is 0: set       net.cared = 1, and poll on; else sleep while
//      it to 1, wake the thread              net.cared is 0
//
//   1. S1 and T2 are sections of one lock: that of the conduit (NetGuard, or its own), or the
//      biased lock of a thread's end (end.h). Or S1 is a sequentially consistent addition to
//      net.pending_sends or the end's `bulk`, which T2 reads.
//   2. If T2 comes after S1, it sees the operation.
//   3. Else T1 comes before T2, T2 before S1 and S1 before S2. So S2 reads 0, or the 1 of another
//      starter, who wakes the thread.
//   4. An operation that T2 saw and that is over by then needs nobody.
//
// Where threads have ends, T2 looks at each of them. A leader has this thread then, too, as its
// progress thread takes care of the process's end alone. As long as a thread polls its own end,
// nobody pushes that (net_push, end.h).
//
// An end of one thread stays so until there are two. While the process has one system thread, its
// calls of the conduit take no lock (guard.h). The thread is made by a system thread that is
// outside of all of them. net_leave stands behind the guard of a start. Inside a poll (`done` and
// deliver functions start things) making it is put off until the poll ends.
//
// With POLDER_PROGRESS=poll there is no such thread: what a call leaves over goes on with the next
// call of the process that polls.
#pragma once

#include "runtime/net/net.h"

namespace polder::net {

// When the ends are open. Nothing with POLDER_PROGRESS=poll, nor in leaders with one end.
void leftover_start();
// Before the end closes; from then on its threads poll themselves.
void leftover_stop();

// Wakes the thread, or makes it. By who has set net.cared; not in polls.
void leftover_wake();
// Something has been left that may not go by itself soon: ends a nap.
void leftover_hurry();

} // namespace polder::net
