// Allocation over the job; see alloc.h.
#include "runtime/alloc/alloc.h"

#include "runtime/alloc/nodes.h"
#include "runtime/barrier/barrier.h"
#include "runtime/cache/order.h"
#include "runtime/core/job.h"
#include "runtime/node_heap/header.h"
#include "runtime/node_heap/shadow.h"
#include "runtime/rma/copy.h"
#include "runtime/segment/segment.h"

namespace polder {
namespace {

POLDER_PRIVATE std::uint64_t agreements = 0; // made by this thread

// The memory of a block larger than this is given back to the system. That happens while nobody can
// get the block: nodes must not discard memory that somebody writes to by then.
constexpr std::uint64_t discard_above = 16 << 20;

// How large a symmetric block is only node 0 knows. Nobody need ask while this node has granted so
// little that no block is large. Memory in use is never more than that. Whoever has the block's
// address has it since all nodes granted its memory.
void discard_if_large(std::uint64_t offset) {
    if (granted_symmetric_bytes() <= discard_above) return;
    const std::uint64_t bytes = block_bytes_over_nodes(offset) / granule_bytes * granule_bytes;
    if (bytes > discard_above) discard_over_nodes(offset, bytes);
}

FreeResult free_of_nodes(polder_ga block) {
    far_fence(); // puts; a full fence would wait for the frees before this one
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const unsigned thread = ga_thread(block);
    const std::uint64_t offset = ga_offset(block), inside = offset - node_range.symmetric_begin;
    if (offset < node_range.symmetric_begin || (offset < node_range.local_begin && thread != 0))
        return FreeResult::not_a_block;
    if (offset < node_range.local_begin) {
        discard_if_large(inside);
    } else if (thread == mythread()) {
        return free_local(thread, offset - node_range.local_begin);
    }
    return free_over_nodes(block, node_of(thread));
}

} // namespace

void alloc_start() {
    node_heap_start();
    if (nodes() > 1) alloc_nodes_start();
}

namespace {

polder_ga take_symmetric(std::size_t bytes_each) {
    if (bytes_each == 0) return 0;
    const std::uint64_t offset = nodes() > 1 ? allocate_over_nodes(bytes_each) : allocate_symmetric_here(bytes_each);
    return offset ? ga_of_segment(0) + node_range.symmetric_begin + offset : 0;
}

FreeResult give_back(polder_ga block) {
    if (nodes() > 1) return free_of_nodes(block);
    const unsigned thread = ga_thread(block);
    const std::uint64_t offset = ga_offset(block);
    if (offset >= node_range.local_begin) return free_local(thread, offset - node_range.local_begin);
    if (thread != 0 || offset < node_range.symmetric_begin) return FreeResult::not_a_block;
    return free_symmetric_here(offset - node_range.symmetric_begin);
}

void tell_shadow(const ShadowNumbers &numbers) {
    if (ga_is_near(numbers.at))
        shadow_write(numbers);
    else
        copy_put(numbers.at, numbers.number, numbers.bytes());
}

// A block with a header; gives what lies behind it.
[[gnu::noinline]] polder_ga take_symmetric_checked(std::size_t bytes_each) {
    const polder_ga block = bytes_each ? take_symmetric(with_header(bytes_each)) : 0;
    if (!block) return 0;
    const BlockRecord record = record_made(bytes_each);
    copy_put(block, &record.header, sizeof record.header);
    copy_put(block + names_offset(bytes_each), &record.names, sizeof record.names);
    tell_shadow(shadow_numbers(block, record.header, true));
    far_fence();
    return block + header_bytes;
}

void mark_freed(polder_ga block) {
    BlockHeader header = header_of(block);
    BlockNames names = names_of(block, header);
    if (!header_say_freed(&header, &names)) return;
    tell_shadow(shadow_numbers(block, header, false));
    copy_put(block, &header, sizeof header);
    copy_put(block + names_offset(header.bytes), &names, sizeof names);
    far_fence();
}

[[gnu::noinline]] FreeResult give_back_checked(polder_ga given) {
    if (ga_offset(given) < node_range.symmetric_begin + header_bytes) return FreeResult::not_a_block;
    const polder_ga block = given - header_bytes;
    const BlockAround around = allocation_around(block);
    const bool symmetric = ga_offset(block) < node_range.local_begin;
    const bool starts = around.start == ga_offset(block) && (!symmetric || ga_thread(block) == 0);
    if (around.state == BlockAround::State::live && starts) mark_freed(block);
    call_place_forget();
    const FreeResult result = give_back(block);
    count_freed();
    if (symmetric && nodes() > 1) count_freed_over_nodes();
    return result;
}

} // namespace

polder_ga allocate_symmetric(std::size_t bytes_each) {
    if (__builtin_expect(heaps_checked, 0)) return take_symmetric_checked(bytes_each);
    return take_symmetric(bytes_each);
}

FreeResult allocation_free(polder_ga block) {
    if (!ga_is_shared(block)) return FreeResult::not_a_block;
    if (__builtin_expect(heaps_checked, 0)) return give_back_checked(block);
    return give_back(block);
}

BlockAround allocation_around(polder_ga ga) {
    const unsigned node = ga_offset(ga) < node_range.local_begin ? 0 : node_of(ga_thread(ga));
    return node == mynode() ? block_around_here(ga) : block_around_over_nodes(ga, node);
}

BlockNames names_of(polder_ga block, const BlockHeader &header) {
    BlockNames names = {};
    const bool right = header.magic == block_live || header.magic == block_freed;
    if (right) copy_get(&names, block + names_offset(header.bytes), sizeof names);
    return names;
}

BlockHeader header_of(polder_ga block) {
    BlockHeader header;
    copy_get(&header, block, sizeof header);
    return header;
}

polder_ga agree_on_first(polder_ga mine) {
    if (nodes() > 1) return barrier_internal_first(mine);
    // Two places suffice: thread 0 comes to the same one again only after a barrier that all
    // entered after reading it.
    polder_ga &agreed = agreed_places()[local(agreements)++ & 1];
    if (mythread() == 0) agreed = mine;
    barrier_internal();
    return agreed;
}

} // namespace polder
