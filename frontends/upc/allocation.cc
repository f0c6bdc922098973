// Shared memory allocation: UPC 1.3, 7.2.2. shared void * is a polder_gp, always returned with
// phase 0.
#include "runtime/alloc/alloc.h"
#include "runtime/core/job.h"
#include "runtime/node_heap/record.h"
#include "runtime/race/race.h"
#include "runtime/segment/segment.h"
#include "runtime/sync/one_caller.h"

#include <polder/abi.h>

using namespace polder;

extern "C" {
#pragma GCC visibility push(default)
polder_gp upc_alloc(std::size_t nbytes);
void upc_free(polder_gp ptr);
#pragma GCC visibility pop
}

namespace polder::upc {
namespace {

// In checked jobs the record of the block that is allocated next says more of it.
void tell_shape(std::size_t blocks, std::size_t block) {
    if (!node_heap::heaps_checked) return;
    node_heap::CallPlace &place = local(node_heap::call_place);
    place.blocks = blocks;
    place.block = block;
}

// What each thread holds of shared [nbytes] char[nblocks * nbytes]; 0 if that is empty or too large
// for any machine.
std::size_t bytes_each(std::size_t nblocks, std::size_t nbytes) {
    std::size_t total;
    std::size_t each;
    if (__builtin_mul_overflow(nblocks, nbytes, &total) || total == 0) return 0;
    const std::size_t blocks_each = nblocks / threads() + (nblocks % threads() != 0);
    return __builtin_mul_overflow(blocks_each, nbytes, &each) ? 0 : each;
}

void free_block(const char *function, polder_gp ptr) {
    if (!ptr.ga) return;
    const heap::FreeResult result = alloc::allocation_free(ptr.ga);
    if (__builtin_expect(result == heap::FreeResult::ok, 1)) return;
    if (!ga_is_shared(ptr.ga)) job_fail(1, "%s: %#lx is not an address of shared memory", function, ptr.ga);
    char where[128];
    segment_describe(ptr.ga, where, sizeof where);
    if (result == heap::FreeResult::already_free)
        job_fail(1, "%s: the block at %#lx has been freed before (%s)", function, ptr.ga, where);
    job_fail(1, "%s: %#lx is not the start of an allocated block, or the block has been freed before (%s)", function,
             ptr.ga, where);
}

// The long ways of upc_alloc and upc_free. `caller`: the place in the program.
[[gnu::noinline]] polder_gp allocate_fully(std::size_t nbytes, const void *caller) {
    const race::RaceCall call({&upc_alloc, caller});
    tell_shape(0, 0);
    const polder_ga block = node_heap::allocate_local(nbytes);
    call.obtains(block, nbytes);
    return polder_gp_from_ga(block);
}

[[gnu::noinline]] void free_fully(polder_gp ptr, const void *caller) {
    const race::RaceCall call({&upc_free, caller});
    call.gives_back(ptr.ga);
    free_block("upc_free", ptr);
}

} // namespace
} // namespace polder::upc

using namespace polder::upc;

extern "C" {
#pragma GCC visibility push(default)

polder_gp upc_alloc(std::size_t nbytes) {
    const polder_ga block = race::race_watched() ? 0 : node_heap::allocate_quickly(nbytes);
    return __builtin_expect(block != 0, 1) ? polder_gp_from_ga(block)
                                           : allocate_fully(nbytes, __builtin_return_address(0));
}

polder_gp upc_local_alloc(std::size_t nblocks, std::size_t nbytes) {
    const race::RaceCall call({&upc_local_alloc, __builtin_return_address(0)});
    std::size_t total;
    if (__builtin_mul_overflow(nblocks, nbytes, &total)) return polder_gp_from_ga(0);
    tell_shape(0, 0);
    const polder_ga block = node_heap::allocate_local(total);
    call.obtains(block, total);
    return polder_gp_from_ga(block);
}

polder_gp upc_global_alloc(std::size_t nblocks, std::size_t nbytes) {
    const race::RaceCall call({&upc_global_alloc, __builtin_return_address(0)});
    tell_shape(nblocks, nbytes);
    const std::size_t each = bytes_each(nblocks, nbytes);
    const polder_ga block = alloc::allocate_symmetric(each);
    call.obtains(block, each);
    return polder_gp_from_ga(block);
}

polder_gp upc_all_alloc(std::size_t nblocks, std::size_t nbytes) {
    const race::RaceCall call({&upc_all_alloc, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_alloc");
    if (mythread() == 0) tell_shape(nblocks, nbytes);
    const std::size_t each = bytes_each(nblocks, nbytes);
    const polder_ga block = alloc::allocate_together(each);
    call.obtains(block, each);
    return polder_gp_from_ga(block);
}

void upc_free(polder_gp ptr) {
    if (race::race_watched() || !node_heap::free_quickly(ptr.ga)) free_fully(ptr, __builtin_return_address(0));
}

void upc_all_free(polder_gp ptr) {
    const race::RaceCall call({&upc_all_free, __builtin_return_address(0)});
    const sync::OneCaller here("upc_all_free");
    if (ga_is_near(ptr.ga)) race::race_give(near_pointer(ptr.ga));
    alloc::free_meeting({"upc_all_free", "ptr"}, ptr.ga);
    if (mythread() != 0) return;
    if (ga_is_near(ptr.ga)) race::race_take(near_pointer(ptr.ga));
    call.gives_back(ptr.ga);
    free_block("upc_all_free", ptr);
}
#pragma GCC visibility pop
} // extern "C"
