// Deadlock check: finds threads that wait for each other in vain. They do not call the same
// collective functions and barriers in the same order. Such a job ends with a message instead of
// hanging.
#pragma once

namespace polder::world {

// Once a process, before its threads start.
void deadlock_check_start();
// The calling thread ends: it calls no collective function any more.
void deadlock_check_end();

} // namespace polder::world
