// Allocation over the job; see alloc.h.
#include "runtime/alloc/alloc.h"

#include "runtime/alloc/global.h"
#include "runtime/alloc/nodes.h"
#include "runtime/barrier/barrier.h"
#include "runtime/cache/order.h"
#include "runtime/core/job.h"
#include "runtime/core/member_name.h"
#include "runtime/node_heap/large_first.h"
#include "runtime/node_heap/record.h"
#include "runtime/node_heap/shadow.h"
#include "runtime/rma/copy.h"
#include "runtime/segment/segment.h"

namespace polder::alloc {
namespace {

POLDER_PRIVATE std::uint64_t agreements = 0; // made by this thread

// The memory of a block larger than this is given back to the system. That happens while nobody can
// get the block: nodes must not discard memory that somebody writes to by then.
constexpr std::uint64_t discard_above = 16 << 20;

// How large a symmetric block is only node 0 knows. Nobody need ask while this node has granted so
// little that no block is large. Memory in use is never more than that. Whoever has the block's
// address has it since all nodes granted its memory.
void discard_if_large(std::uint64_t offset) {
    if (node_heap::granted_symmetric_bytes() <= discard_above) return;
    const std::uint64_t bytes = block_bytes_over_nodes(offset) / heap::granule_bytes * heap::granule_bytes;
    if (bytes > discard_above) discard_over_nodes(offset, bytes);
}

heap::FreeResult free_of_nodes(polder_ga block) {
    cache::far_fence(); // puts; a full fence would wait for the frees before this one
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const unsigned thread = ga_thread(block);
    const std::uint64_t offset = ga_offset(block);
    const std::uint64_t inside = offset - node_range.symmetric_begin;
    if (offset < node_range.symmetric_begin || (offset < node_range.local_begin && thread != 0))
        return heap::FreeResult::not_a_block;
    if (offset < node_range.local_begin) {
        discard_if_large(inside);
    } else if (thread == mythread()) {
        return node_heap::free_local(thread, offset - node_range.local_begin);
    }
    return free_over_nodes(block, node_of(thread));
}

} // namespace

void alloc_start() {
    node_heap::node_heap_start();
    if (nodes() > 1) alloc_nodes_start();
}

namespace {

polder_ga take_symmetric(std::size_t bytes_each) {
    if (bytes_each == 0) return 0;
    const std::uint64_t offset =
        nodes() > 1 ? allocate_over_nodes(bytes_each) : node_heap::allocate_symmetric_here(bytes_each);
    return offset ? ga_of_segment(0) + node_range.symmetric_begin + offset : 0;
}

heap::FreeResult give_back(polder_ga block) {
    if (heap::FreeResult result; global_free(block, &result)) return result;
    if (nodes() > 1) return free_of_nodes(block);
    const unsigned thread = ga_thread(block);
    const std::uint64_t offset = ga_offset(block);
    if (offset >= node_range.local_begin) return node_heap::free_local(thread, offset - node_range.local_begin);
    if (thread != 0 || offset < node_range.symmetric_begin) return heap::FreeResult::not_a_block;
    return node_heap::free_symmetric_here(offset - node_range.symmetric_begin);
}

bool is_symmetric(polder_ga block) {
    return ga_offset(block) < node_range.local_begin;
}

void put_words(polder_ga at, const void *words, std::size_t bytes) {
    rma::copy_put(at, words, bytes);
}

// The program may use a block of a global area as a whole.
void global_tell_shadow(polder_ga block, std::uint64_t bytes, bool live) {
    if (ga_is_near(block)) return node_heap::shadow_write_near(block, bytes, live);
    node_heap::shadow_write(block, bytes, live, put_words);
    cache::far_fence();
}

void tell_shadow(polder_ga block, const node_heap::SymmetricRecord &record, std::uint64_t bytes, bool live) {
    if (is_symmetric(block) && record.shape.blocks != 1) return; // all threads have a part
    if (ga_is_near(block))
        node_heap::shadow_write_near(block, bytes, live);
    else
        node_heap::shadow_write(block, bytes, live, put_words);
}

[[gnu::noinline]] polder_ga take_symmetric_checked(std::size_t bytes_each) {
    const std::size_t size = node_heap::with_record(bytes_each, sizeof(node_heap::SymmetricRecord));
    const polder_ga block = size ? take_symmetric(size) : 0;
    if (!block) return 0;
    const node_heap::SymmetricRecord record = node_heap::record_made(block, size, bytes_each);
    rma::copy_put(block + size - sizeof record, &record, sizeof record);
    tell_shadow(block, record, bytes_each, true);
    node_heap::poison_behind(ga_offset(block), bytes_each, size);
    cache::far_fence();
    return block;
}

void mark_freed(polder_ga block, std::uint64_t size) {
    node_heap::SymmetricRecord all = record_of(block, size);
    if (!node_heap::record_say_freed(&all.record, block)) return;
    tell_shadow(block, all, node_heap::record_bytes(all.record, size), false);
    rma::copy_put(block + size - sizeof all.record, &all.record, sizeof all.record);
    cache::far_fence();
}

[[gnu::noinline]] heap::FreeResult give_back_checked(polder_ga block) {
    if (ga_offset(block) < node_range.symmetric_begin) return heap::FreeResult::not_a_block;
    if (const std::uint64_t bytes = global_block_bytes(block)) {
        global_tell_shadow(block, bytes, false);
        node_heap::count_freed();
    }
    const node_heap::BlockAround around = allocation_around(block);
    const bool symmetric = is_symmetric(block);
    const bool starts = around.start == ga_offset(block) && (!symmetric || ga_thread(block) == 0);
    if (around.state == node_heap::BlockAround::State::live && starts) mark_freed(block, around.bytes);
    node_heap::call_place_forget();
    const heap::FreeResult result = give_back(block);
    node_heap::count_freed();
    if (symmetric && nodes() > 1) count_freed_over_nodes();
    return result;
}

} // namespace

polder_ga allocate_symmetric(std::size_t bytes_each) {
    if (__builtin_expect(node_heap::heaps_checked, 0)) return take_symmetric_checked(bytes_each);
    return take_symmetric(bytes_each);
}

Status allocate_on(unsigned thread, std::size_t bytes, polder_ga *block) {
    const Status status = global_allocate(thread, bytes, block);
    if (is_ok(status) && __builtin_expect(node_heap::heaps_checked, 0)) global_tell_shadow(*block, bytes, true);
    return status;
}

heap::FreeResult allocation_free(polder_ga block) {
    if (!ga_is_shared(block)) return heap::FreeResult::not_a_block;
    if (__builtin_expect(node_heap::heaps_checked, 0)) return give_back_checked(block);
    return give_back(block);
}

node_heap::BlockAround allocation_around(polder_ga ga) {
    const unsigned node = ga_offset(ga) < node_range.local_begin ? 0 : node_of(ga_thread(ga));
    return node == mynode() ? node_heap::block_around_here(ga) : block_around_over_nodes(ga, node);
}

node_heap::SymmetricRecord record_of(polder_ga block, std::uint64_t size) {
    node_heap::SymmetricRecord all = {};
    const std::size_t bytes = is_symmetric(block) ? sizeof all : sizeof all.record;
    if (bytes <= size) rma::copy_get(reinterpret_cast<char *>(&all + 1) - bytes, block + size - bytes, bytes);
    return all;
}

polder_ga agree_on_first(polder_ga mine) {
    if (nodes() > 1) return barrier::barrier_internal_first(mine);
    // Two places suffice: thread 0 comes to the same one again only after a barrier that all
    // entered after reading it.
    polder_ga &agreed = node_heap::agreed_places()[local(agreements)++ & 1];
    if (mythread() == 0) agreed = mine;
    barrier::barrier_internal();
    return agreed;
}

polder_ga allocate_together(std::size_t bytes_each) {
    const polder_ga block = agree_on_first(mythread() == 0 ? allocate_symmetric(bytes_each) : 0);
    if (block && bytes_each >= node_heap::large_first_least) node_heap::large_first_take(ga_offset(block), bytes_each);
    return block;
}

void free_compare(const FreeCall &call, polder_ga object) {
    if (__builtin_expect(!check_wanted(Check::collectives), 1)) return;
    const polder_ga first = agree_on_first(object);
    if (first != object)
        job_fail_between({mythread(), 0}, 1, "%s: %s is %#lx in %s, but %#lx in %s; all must free the same object",
                         call.function, call.parameter, object, member_name(mythread()).text, first,
                         member_name(0).text);
}

void free_meeting(const FreeCall &call, polder_ga object) {
    free_compare(call, object);
    barrier::barrier_internal();
}

} // namespace polder::alloc
