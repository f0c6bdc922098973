// Shadow: in checked jobs, a number for each *line*, 64 bytes, of a segment. It says how many bytes
// from the start of the line on belong to the live block there; 0 says nothing. So an access is
// checked by one load, whichever block it is in (polder_checked_part of include/polder/check.h).
// A list whose nodes are blocks of their own, for example, meets another block at each step.
//
//   block     | header | what the program asked for, 150 bytes  | gap | names |
//   lines     |   0    |     150     |     86      |     22      |   0   0  ...
//
// What the program gets of a block begins with a line, and no line has a part of two blocks. So
// one number says where the block ends. A number has 16 bits. Of a block of 65535 bytes or more
// only the first line has one, 65535: more would fill pages that the program may never touch.
//
// Blocks that one thread has whole are in the shadow: those of upc_alloc, and those of the
// symmetric heap that are a single block. Others, of which each thread has a part, are remembered
// at each place of the program (polder_met), and looked up.
//
// All processes of a node share the numbers. They lie in front of the local heap of each segment.
// Other nodes read them as the program reads what they are about: by relaxed reads, which go
// through the thread's cache (runtime/cache/cache.h).
//
// Proof that an access for which the number of its line says yes is right:
//   1. An allocation writes the numbers of its block before anybody has the block's address.
//   2. A free writes zeros before the heap gets the block back. So numbers of two blocks are never
//      mixed, and those of the later block come last.
//   3. An access that is right happens after its block's allocation and before its free. Between
//      the two nobody writes the number, so the access reads what the allocation wrote.
//   4. An access behind the free reads 0, or the number of a later block in the same memory. The
//      latter looks like an access to the later block, and so do its header and its bytes.
//   5. Without an order between free and access the program has a race, and either answer is one of
//      its outcomes.
//   6. A thread of another node reads the number in the epoch of its cache in which the access is,
//      or later. Where an allocation or a free happens before the access, a fence of the thread
//      stands between, which ends the epoch. Its own frees write to the numbers, which makes its
//      lines invalid. So 3 and 4 hold there.
// A 0 sends the access to the look-up, which asks the heap. So a number that is missing costs time
// only, and who frees a block twice may clear what is another's by then.
#pragma once

#include "runtime/node_heap/header.h"

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder {

// Once a process, after segment_attach: tells generated code where the numbers are.
void shadow_start();

// The global address of the number of the line around an address, of any node.
polder_ga shadow_number(polder_ga ga);
// So many bytes or more: of the line behind a header, which says how many.
inline constexpr std::uint64_t shadow_large = UINT16_MAX;

// What to write for a block, with its header, before it is given out and before it goes back.
struct ShadowNumbers {
    polder_ga at;
    std::size_t count; // 0: the block is not in the shadow
    std::uint16_t number[1024];

    std::size_t bytes() const { return count * sizeof number[0]; }
};
ShadowNumbers shadow_numbers(polder_ga block, const BlockHeader &header, bool live);
// Of a block of this node.
void shadow_write(const ShadowNumbers &numbers);

} // namespace polder
