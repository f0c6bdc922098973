// A job is checked if a unit was compiled with -fupc-check. Then each block of the heaps ends with
// a record: how long it is, and who asked for it. So the book-keeping of the heaps, which finds the
// block around any offset, is the table of live objects.
//
//   local heap     | what the program asked for | gap | record, 16 bytes |
//   symmetric heap | what the program asked for | gap | shape, 24 bytes | record, 16 bytes |
//
// Programs make many small blocks, so records are small: a block of 16 bytes takes 32. A record has
// no names. A *site* is the number of a constant of the program that says file and line (struct
// polder_place). The number is the constant's place in its *image*, the program or library in
// memory. All processes of a job have the same images at addresses of their own, so each can read
// the sites of all.
//
// In the symmetric heap shape and record are in the segment of thread 0 alone; the others have the
// room. They are written before the block's address is given out, and the record says when the
// block is freed. They are right until the heap gives the memory to another block. A program that
// writes past a block may damage them, so each record has a checksum.
#pragma once

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

struct polder_place;

namespace polder::node_heap {

struct BlockRecord {
    std::uint32_t made;  // site; 0: not known
    std::uint32_t freed; // site, once the block is freed
    std::uint32_t slack; // bytes from the end of what the program asked for to the end of the block
    std::uint32_t check; // checksum
};
struct BlockShape {
    std::uint64_t least;  // bytes of the thread that has least; all of them if one thread has all
    std::uint64_t blocks; // blocks of `block` bytes, one thread after another
    std::uint64_t block;  // 0: one thread has all
};
struct SymmetricRecord {
    BlockShape shape;
    BlockRecord record;
};
inline constexpr std::size_t gap_bytes = 16; // behind a static object

// Of the call that the thread makes: what records are filled with. Said by generated code and the
// allocation functions.
struct CallPlace {
    const polder_place *place;
    std::size_t blocks;
    std::size_t block;
};
extern CallPlace call_place; // private: local(call_place)

// The job is checked; constant after start.
extern bool heaps_checked;

// So many bytes with `more` behind them, as a heap aligns both alike; 0 if there are none, or too
// many.
std::size_t aligned_alike(std::size_t bytes, std::size_t more);
// What is asked of a heap for so many bytes with `record` bytes behind them; 0 as above. The block
// is aligned as one without a record.
std::size_t with_record(std::size_t bytes, std::size_t record);

// Of a new block at `block` that takes `size` bytes of its heap and that the call at call_place
// makes.
SymmetricRecord record_made(polder_ga block, std::size_t size, std::size_t bytes);
// The block at `block` is freed by the call at call_place. False: it was not live.
bool record_say_freed(BlockRecord *record, polder_ga block);
bool record_is_right(const BlockRecord &record, polder_ga block);
bool record_is_live(const BlockRecord &record, polder_ga block);
// What the program asked for, of a block that takes `size` bytes of its heap.
std::uint64_t record_bytes(const BlockRecord &record, std::uint64_t size);
// The next call may come from where nobody tells.
void call_place_forget();

// Once a process: finds its images.
void sites_start();
// Null: not known.
const polder_place *site_place(std::uint32_t site);

} // namespace polder::node_heap
