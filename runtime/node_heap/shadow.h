// Shadow: in checked jobs, a number for each *line*, 16 bytes, of a segment. It says how many bytes
// from the start of the line on belong to the live block there; 0 says nothing. So an access is
// checked by one load, whichever block it is in (polder_checked_part of include/polder/check.h).
// A list whose nodes are blocks of their own, for example, meets another block at each step.
//
//   block     | what the program asked for, 40 bytes | gap | record |
//   lines     |     40     |     24     |     8            |   0    |
//
// Blocks begin with a line, and no line has bytes of two blocks. So one number says where the block
// ends. A number has 16 bits; 65535 says so many bytes or more.
//
// Only the first 4096 bytes of a block have numbers. Behind them each *page*, 4096 bytes, has an
// *entry*: how many bytes from its start on belong to the live block that has begun before. So a
// block of a gigabyte takes 2 megabytes of shadow, and one that the
// program touches little takes little more than what is touched.
//
// Blocks that one thread has whole are in the shadow: those of upc_alloc, and those of the
// symmetric heap that are a single block. Others, of which each thread has a part, are remembered
// at each place of the program (polder_met), and looked up.
//
// All processes of a node share the shadow. It lies in front of the local heap of each segment,
// numbers first. Other nodes read it as the program reads what it is about: by relaxed reads, which
// go through the thread's cache (runtime/cache/cache.h).
//
// Proof that an access for which the number of its line, or the entry of its page, says yes is
// right:
//   1. An allocation writes the shadow of its block before anybody has the block's address.
//   2. A free writes zeros before the heap gets the block back. So words of two blocks are never
//      mixed, and those of the later block come last.
//   3. An access that is right happens after its block's allocation and before its free. Between
//      the two nobody writes these words, so the access reads what the allocation wrote.
//   4. An access behind the free reads 0, or the word of a later block in the same memory. The
//      latter looks like an access to the later block, and so do its bytes.
//   5. Without an order between free and access the program has a race, and either answer is one of
//      its outcomes.
//   6. A thread of another node reads the word in the epoch of its cache in which the access is,
//      or later. Where an allocation or a free happens before the access, a fence of the thread
//      stands between, which ends the epoch. Its own frees write to the words, which makes its
//      lines invalid. So 3 and 4 hold there.
//   7. What such a thread has read it may remember until the version of its cache changes
//      (far_cache_version), which the events of 6 make it do.
// A 0 sends the access to the look-up, which asks the heap. So a word that is missing costs time
// only, and who frees a block twice may clear what is another's by then.
#pragma once

#include "runtime/node_heap/record.h"

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder::node_heap {

// Once a process, after segment_attach: tells generated code where the numbers are.
void shadow_start();

// The global addresses of the number of the line and of the entry of the page around an address, of
// any node.
polder_ga shadow_number(polder_ga ga);
polder_ga shadow_entry(polder_ga ga);
inline constexpr std::uint64_t shadow_large = UINT16_MAX; // or more
inline constexpr std::uint64_t shadow_page = 4096;

// Writes what the shadow says of a block, before it is given out (live) and before it goes back.
// The words that `write` gets have 2 or 8 bytes.
using ShadowWrite = void (*)(polder_ga at, const void *words, std::size_t bytes);
void shadow_write(polder_ga block, std::uint64_t bytes, bool live, ShadowWrite write);
// The same of a block of this node.
void shadow_write_near(polder_ga block, std::uint64_t bytes, bool live);

} // namespace polder::node_heap
