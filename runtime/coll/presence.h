// Presence: finds threads that wait for each other in vain because they do not call the same collective functions and
// barriers in the same order. Such a job ends with a message instead of hanging.
#pragma once

namespace polder {

// Once a process, before its threads start.
void presence_watch();
// The calling thread ends: it calls no collective function any more.
void presence_end();
// Ends the job: one thread has ended while another waits for it in a collective function.
[[noreturn, gnu::cold]] void presence_fail_ended(unsigned ended, unsigned waiting);
// The same: one waits in a barrier, the other in a collective function.
[[noreturn, gnu::cold]] void presence_fail_order(unsigned in_barrier, unsigned in_collective);

} // namespace polder
