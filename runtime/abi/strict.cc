// The program's fences and strict accesses; see runtime/fence/strict.h.
#include "runtime/fence/strict.h"

#include "runtime/rma/far.h"

using namespace polder;

extern "C" {
#pragma GCC visibility push(default)

// The program's fences and strict accesses. The first write behind one is often what another thread
// waits for.
void polder_far_fence() {
    fence::strict_write_far();
    cache::far_cache_announce();
}

// Past the cache, in which the fence leaves nothing.
void polder_far_get_strict(void *into, polder_ga from, unsigned long size) {
    polder_fence();
    if (size) rma::far_get(into, from, size);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
void polder_far_put_strict(polder_ga to, const void *from, unsigned long size) {
    polder_fence();
    if (size) rma::far_put(to, from, size);
    polder_fence(); // it is there
}
#pragma GCC visibility pop
} // extern "C"
