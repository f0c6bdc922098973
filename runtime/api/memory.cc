// <polder/memory.h>: blocks come from the heaps of runtime/alloc, the same that upc_alloc and
// upc_all_alloc use.
#include "runtime/alloc/alloc.h"
#include "runtime/api/in_place.h"
#include "runtime/api/known_thread.h"
#include "runtime/core/job.h"
#include "runtime/directory/entries.h"
#include "runtime/race/race.h"
#include "runtime/registered/registered.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/one_caller.h"

#include <polder/memory.h>

using namespace polder;

namespace polder::api {
namespace {

void free_block(polder_ga block, const char *function) {
    if (!block) return;
    switch (alloc::allocation_free(block)) {
    case heap::FreeResult::ok: return;
    case heap::FreeResult::already_free: job_fail(1, "%s: the block at %#lx has been freed before", function, block);
    default:
        job_fail(1, "%s: %#lx is not the start of an allocated block, or the block has been freed before", function,
                 block);
    }
}

} // namespace
} // namespace polder::api

using namespace polder::api;

extern "C" {
#pragma GCC visibility push(default)

polder_ga polder_alloc(size_t bytes) {
    const race::RaceCall call({&polder_alloc, __builtin_return_address(0)});
    const polder_ga block = node_heap::allocate_local(bytes);
    call.obtains(block, bytes);
    return block;
}

polder_ga polder_alloc_on(int thread, size_t bytes) {
    const race::RaceCall call({&polder_alloc_on, __builtin_return_address(0)});
    const unsigned owner = known_thread(thread, "polder_alloc_on");
    polder_ga block = 0;
    if (!is_ok(alloc::allocate_on(owner, bytes, &block))) return 0;
    call.obtains(block, bytes);
    return block;
}

polder_ga polder_all_alloc(size_t bytes_each) {
    const race::RaceCall call({&polder_all_alloc, __builtin_return_address(0)});
    const sync::OneCaller here("polder_all_alloc");
    const polder_ga block = alloc::allocate_together(bytes_each);
    call.obtains(block, bytes_each);
    return block;
}

void polder_free(polder_ga block) {
    const race::RaceCall call({&polder_free, __builtin_return_address(0)});
    call.gives_back(block);
    free_block(block, "polder_free");
}

void polder_all_free(polder_ga block) {
    const race::RaceCall call({&polder_all_free, __builtin_return_address(0)});
    const sync::OneCaller here("polder_all_free");
    if (ga_is_near(block)) race::race_give(near_pointer(block));
    alloc::free_meeting({"polder_all_free", "block"}, block);
    if (mythread() != 0) return;
    if (ga_is_near(block)) race::race_take(near_pointer(block));
    call.gives_back(block);
    free_block(block, "polder_all_free");
}

polder_ga polder_on(polder_ga address, int thread) {
    const unsigned owner = known_thread(thread, "polder_on");
    if (ga_is_registered(address)) {
        if (directory::handle_is_of_all(address)) return directory::handle_on(address, owner);
        job_fail(1, "polder_on: %#lx is memory that one thread has registered", address);
    }
    if (!ga_is_shared(address)) job_fail(1, "polder_on: %#lx is not an address of shared memory", address);
    return ga_of_segment(owner) + ga_offset(address);
}

int polder_owner(polder_ga address) {
    if (ga_is_registered(address)) return static_cast<int>(directory::handle_of(address).thread);
    return ga_is_shared(address) ? static_cast<int>(ga_thread(address)) : -1;
}

void *polder_pointer(polder_ga address) {
    if (ga_is_registered(address)) return registered::registered_pointer(address);
    return ga_is_near(address) ? near_pointer(address) : nullptr;
}

polder_ga polder_address(const void *pointer) {
    return in_node_range(reinterpret_cast<std::uintptr_t>(pointer)) ? ga_of_pointer(pointer) : 0;
}
#pragma GCC visibility pop
} // extern "C"

POLDER_OF_LIBRARY(polder_pointer)
