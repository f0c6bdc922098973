// Provider objects: what libfabric's provider `shm` leaves in /dev/shm of a process that was
// killed. A process that ends by itself removes its own. Their names are PROCESS:DOMAIN:ENDPOINT.
#pragma once

#include <sys/types.h>

namespace polder::run {

// Removes the objects of a process that has ended. `folder` is /dev/shm, but for tests.
void remove_provider_objects(pid_t process, const char *folder = "/dev/shm");

} // namespace polder::run
