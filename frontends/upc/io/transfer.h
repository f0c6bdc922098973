// Transfers: moving bytes between pieces of memory and pieces of a file, for one thread. Knows
// nothing of threads that agree.
#pragma once

#include <polder/abi.h>
#include <upc_types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace polder::upc::io {

using Offset = std::int64_t;

// Bytes [at, end) of a region that starts at `base`. The region is contiguous (block 0), or goes
// round the threads in blocks of `block` bytes. In the second case `base` is the start of a block.
// It is a global address, or a pointer to private memory.
struct MemoryPiece {
    polder_ga base;
    std::size_t block;
    std::size_t at;
    std::size_t end;
    bool is_private;
};

struct FilePiece {
    Offset offset;
    std::size_t length;
};

enum class Positioning { individual, common, list };

struct Transfer {
    int fd;
    bool write;
    Positioning positioning;
    upc_flag_t flags;
    polder_ga atomic; // a upc_lock_t, held throughout; 0: weak semantics
    MemoryPiece *memory;
    std::size_t memory_count;
    FilePiece *file;
    std::size_t file_count;
    MemoryPiece one_memory; // where a list of one is kept; other lists are freed
    FilePiece one_file;
    Offset wanted; // common: bytes of all threads
    Offset bytes;  // moved so far
    int error;     // errno of the first failure; also of wrong arguments, before anything is moved
    std::atomic<int> done;
};

// Region of `length` bytes; a block that holds it all, or a single thread, makes it contiguous.
MemoryPiece memory_piece(polder_ga base, std::size_t block, std::size_t length);
MemoryPiece private_piece(void *base, std::size_t length);

// Moves everything, or up to the end of the file, or to the first error.
void transfer_run(Transfer &transfer);

} // namespace polder::upc::io
