// In checked jobs (a unit was compiled with -fupc-check) each block of the heaps begins with a
// header that says how long it is. It ends with the names of who asked for it. The book-keeping of
// the heaps finds the block around any offset, and so is the table of live objects. The memory that
// the program gets begins behind the header.
//
//   | header, 64 bytes | what the program asked for | gap, 16 bytes or more | names, 208 bytes |
//
// In the symmetric heap header and names are in the segment of thread 0 alone; the others have the
// room. They are written before the block's address is given out, and the header says when the
// block is freed. They are right until the heap gives the memory to another block.
#pragma once

#include <polder/abi.h>

#include <cstddef>
#include <cstdint>

namespace polder {

struct BlockHeader {
    std::uint64_t magic;  // block_live or block_freed
    std::uint64_t bytes;  // room in each segment that has a part
    std::uint64_t least;  // bytes of the thread that has least; all of them if one thread has all
    std::uint64_t blocks; // blocks of `block` bytes, one thread after another
    std::uint64_t block;  // 0: one thread has all
    std::uint32_t line;   // 0: not known
    std::uint32_t freed_line;
};
struct BlockNames {
    char function[24];
    char file[92];
    char freed_file[92];
};
inline constexpr std::uint64_t block_live = 0x6b636f6c62706c70;
inline constexpr std::uint64_t block_freed = 0x6465657266706c70;
inline constexpr std::size_t header_bytes = 64;
inline constexpr std::size_t gap_bytes = 16;
inline constexpr std::size_t block_unit = 64; // blocks are aligned to it
static_assert(sizeof(BlockHeader) <= header_bytes);

// Where the names of a block of so many bytes are, from its header.
constexpr std::size_t names_offset(std::uint64_t bytes) {
    return header_bytes + (bytes + 15) / 16 * 16 + gap_bytes;
}

// Of the call that the thread makes: what headers are filled with. Said by generated code and the
// allocation functions.
struct CallPlace {
    const char *file;
    unsigned line;
    const char *function;
    std::size_t blocks;
    std::size_t block;
};
extern CallPlace call_place; // private: local(call_place)

// The job is checked; constant after start.
extern bool heaps_checked;

// What is asked of a heap for so many bytes; 0 if that overflows.
constexpr std::size_t with_header(std::size_t bytes) {
    constexpr std::size_t more = header_bytes + 15 + gap_bytes + sizeof(BlockNames) + block_unit;
    if (bytes > SIZE_MAX - more) return 0;
    return (names_offset(bytes) + sizeof(BlockNames) + block_unit - 1) / block_unit * block_unit;
}

// What stands in a new block of so many bytes that the call at call_place makes.
struct BlockRecord {
    BlockHeader header;
    BlockNames names;
};
BlockRecord record_made(std::size_t bytes);
// The block is freed by the call at call_place. False: it was not live.
bool header_say_freed(BlockHeader *header, BlockNames *names);
// The next call may come from where nobody tells.
void call_place_forget();

} // namespace polder
