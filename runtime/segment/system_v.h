// System V objects for the node range. They have no descriptor. The kernel keeps one until somebody
// marks it for removal, from where on it goes with its last user. Whoever is killed between making
// and marking leaves it behind for ever. So a helper process makes the object. It is out of reach
// of what ends the job: it has its own session, and no signal but SIGKILL by its own number. It
// makes, attaches and marks, and stays until we are attached or dead.
#pragma once

#include <cstdint>

namespace polder {

// A new object that is marked and attached somewhere in this process. -1 and errno: it could not be
// made.
int system_v_make(std::uint64_t bytes, void **attached);

// At `address`, 0: anywhere. Null and errno: not possible.
void *system_v_attach(int id, std::uintptr_t address);

} // namespace polder
