// Completion and order of what a PE has begun: one set for all its contexts, which a quiet of any
// completes.
#pragma once

namespace polder::shmem {

// All the caller has begun is complete and visible (9.12.2).
void quiet();
// Whether a non-blocking transfer may be left to a later quiet: with one set of them a UPC thread,
// only where nobody else of the process adds to it.
bool may_defer();

} // namespace polder::shmem
