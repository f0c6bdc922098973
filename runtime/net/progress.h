// Progress thread: the thread of a leader that takes what comes for its node while nobody else
// polls. Threads may compute for long, or spin on shared memory of their own. POLDER_PROGRESS says
// where it runs:
//   thread  anywhere the job may run on the node
//   core    on a core that no thread of the node is bound to
//   poll    there is none: only threads that wait poll
//
// It is awake only when it is needed.
//   1. As long as others poll (net.turns changes) it naps and looks again after each nap. So what
//      comes does not wake it beside them.
//   2. When nobody has polled for a nap, it polls, then sleeps in the conduit's wait. When that
//      returns it polls, unless somebody else does by then.
//   3. A thread that dozes in an end of its own (end.h) leaves the process's end to this thread
//      (progress_take_over). It does not poll that any more in the same wait. Else what comes would
//      wait for the end of a nap, or of somebody's doze.
//   4. A thread that starts a long transfer and goes on with other work ends the nap
//      (progress_nudge). So the transfer gets a thread at once. If the starter polls first, as it
//      does if it waits for the transfer, this thread leaves the transfer to it.
//
// It takes no signals, and its private data are those of the first thread of its process. A child
// of fork has none, and does not use the network.
#pragma once

#include "runtime/net/net.h"

namespace polder::net {

bool progress_wanted(); // by the setting
void progress_start();
void progress_stop();

// There is something for it to do. A system call, unless it is awake.
void progress_nudge();
// The caller polls the process's end no more for a while. A system call if this thread naps.
void progress_take_over();

} // namespace polder::net
