// Completion and order of what a PE has begun: one set for all its contexts, which a quiet of any
// completes.
#pragma once

#include "runtime/atomic/atomic.h"

namespace polder::shmem {

// All the caller has begun is complete and visible (9.12.2).
void quiet();
// The same of what goes to other nodes; behind it comes something that has a full fence.
void quiet_far();
// Whether a non-blocking operation may be left to a later quiet. Not if several threads of the PE
// may call at a time: one of them would wait for what another is adding to.
bool may_defer();
// An atomic operation with a result, which is there after a quiet. A bounded number is under way.
void atomic_later(polder_ga at, const AtomicRequest &request);

} // namespace polder::shmem
