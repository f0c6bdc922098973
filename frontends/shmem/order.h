// Completion and order of what a PE has begun. A context is a completion scope of the engine
// (runtime/rma/async.h): a quiet of one completes what was begun on it, and waits for nothing else.
// Contexts of several threads do not keep each other waiting.
//
// What is complete when its routine returns is in no scope: gets, atomic operations that fetch,
// strided puts. All other transfers and atomic operations carry the scope of their context.
#pragma once

struct polder_shmem_ctx;

namespace polder::shmem {

// All the caller has begun on the context is complete and visible (9.12.2).
void quiet(const polder_shmem_ctx *context);
// The same of what goes to other nodes; behind it comes something that has a full fence.
void quiet_far(const polder_shmem_ctx *context);
// Of all contexts.
void quiet_all();

} // namespace polder::shmem
