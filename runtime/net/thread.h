// The threads that the network starts for itself. A leader has the progress thread (progress.h).
// Any other process has the thread for what its calls leave over (leftover.h). They take no
// signals. They run where the job may run on this node, as POLDER_PROGRESS says.
#pragma once

#include <pthread.h>

namespace polder::net {

// 0, or an error number.
int net_thread_create(pthread_t *thread, void *(*body)(void *));

// First thing in `body`.
void net_thread_begin();

} // namespace polder::net
