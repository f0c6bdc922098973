// In checked jobs (a unit was compiled with -fupc-check) each block of the heaps begins with a header that says how long it is and who
// asked for it, and ends in a gap. So the book-keeping of the heaps, which finds the block around any offset, is the table of live
// objects. What the program gets begins behind the header.
//
//   | header, 256 bytes | what the program asked for | gap, 64 bytes or more |
//
// In the symmetric heap the header is in the segment of thread 0 alone; the others have the room. It is written before the block's
// address is given out, and says when the block is freed; it is right until the heap gives the memory to another block.
#pragma once

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder {

struct BlockHeader {
    std::uint64_t magic;            // block_live or block_freed
    std::uint64_t bytes;            // in each segment that has a part
    std::uint64_t blocks, block;    // blocks of so many bytes, one thread after another; 0: one thread has all
    std::uint32_t line, freed_line; // 0: not known
    char function[24];
    char file[92], freed_file[92];
};
inline constexpr std::uint64_t block_live = 0x6b636f6c62706c70, block_freed = 0x6465657266706c70;
inline constexpr std::size_t header_bytes = 256, gap_bytes = 64;
static_assert(sizeof(BlockHeader) <= header_bytes);

// Of the call that the thread makes: what headers are filled with. Said by generated code and the allocation functions.
struct CallPlace {
    const char *file;
    unsigned line;
    const char *function;
    std::size_t blocks, block;
};
extern CallPlace call_place; // private: local(call_place)

// The job is checked; constant after start.
extern bool heaps_checked;

// What is asked of a heap for so many bytes; 0 if that overflows. A multiple of 128, so that alignment is as without.
constexpr std::size_t with_header(std::size_t bytes) {
    constexpr std::size_t more = header_bytes + gap_bytes + 127;
    return bytes > SIZE_MAX - more ? 0 : (bytes + more) / 128 * 128;
}

// Of a block of so many bytes that the call at call_place makes, which is forgotten.
BlockHeader header_made(std::size_t bytes);
// By the call at call_place. False: the block was not live.
bool header_say_freed(BlockHeader *header);
// The next call may come from where nobody tells.
void call_place_forget();

} // namespace polder
