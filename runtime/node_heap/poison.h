// Poison: AddressSanitizer is told what of the heaps the program may touch. So it reports a private
// pointer that runs out of a block, or into one that has been freed. It sees the loads and stores
// of instrumented code, and the copies of the library, in its own process.
//
// Told are the local heaps of the process's own threads, whose blocks only they allocate. A block
// that another process frees comes back to its owner, at the owner's next barrier or when it needs
// memory; then it is poisoned. Only the owner gives it out again, and says so to the sanitizer.
//
// Nothing is told in a job of several nodes. There the network reads whole lines around what
// another node asks for, poisoned bytes among them (runtime/cache/cache.h). The sanitizer looks at
// what system calls read, and would report that.
//
// The symmetric heap is told where the job is one process. Elsewhere another process may allocate a
// block, and this one would not hear of it before it uses the block.
//
// Invariant. Memory is poisoned while nobody can get it from a heap. That is before it is given
// back, and when a heap reaches it first. So the next owner's allocation comes after the poison.
// Without the sanitizer each allocation and free has a load and a branch more. Held by
// tests/e2e/tools/sanitizer_shared_heap.py.
#pragma once

#include "runtime/core/job.h"
#include "runtime/node_heap/record.h"

#include <cstddef>
#include <cstdint>

extern "C" {
// <sanitizer/asan_interface.h>; null where the sanitizer is not.
void __asan_poison_memory_region(const volatile void *, std::size_t) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *, std::size_t) __attribute__((weak));
}

namespace polder::node_heap {

inline constexpr std::size_t red_zone = 16; // behind each block, at least

inline bool poison_watched() {
    return __builtin_expect(&__asan_poison_memory_region != nullptr, 0) && nodes() == 1;
}

// What to ask a heap for, so that a red zone follows the block. In checked jobs a record does. The
// block is aligned as one without a red zone.
inline std::size_t with_red_zone(std::size_t bytes) {
    if (!poison_watched() || heaps_checked) return bytes;
    const std::size_t with_zone = aligned_alike(bytes, red_zone);
    return with_zone ? with_zone : bytes;
}

inline void poison(const volatile void *at, std::size_t bytes) {
    if (poison_watched()) __asan_poison_memory_region(at, bytes);
}
// Of a checked job: records are the runtime's, which touches them unless it is instrumented itself.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool records_poisoned = false;
#else
inline constexpr bool records_poisoned = true;
#endif

inline void unpoison(const volatile void *at, std::size_t bytes) {
    if (poison_watched()) __asan_unpoison_memory_region(at, bytes);
}

} // namespace polder::node_heap
