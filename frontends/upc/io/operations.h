// One read or write function, blocking or not: prepare the transfer of the file, run it here or in
// a worker, settle it.
#pragma once

#include "frontends/upc/collectives/collective.h"
#include "frontends/upc/io/io.h"

namespace polder::upc::io {

struct Direction {
    bool write;
    upc_flag_t flags;
};

// As in upc_io.h.
struct LocalRegion {
    void *base;
    std::size_t length;
};
struct SharedRegion {
    polder_gp base;
    std::size_t block;
    std::size_t length;
};

// Local or shared buffer at the file pointer.
struct Buffer {
    polder_ga base;
    std::size_t block; // bytes; 0: contiguous
    std::size_t size;
    std::size_t count;
    bool is_shared;
};
// Block of `block` elements in bytes; one too large for any number is the whole buffer.
std::size_t block_bytes(std::size_t block, std::size_t size);

template <class Region> struct Lists {
    std::size_t memory_count;
    const Region *memory;
    std::size_t file_count;
    const FilePiece *file;
};

// Fill in file.transfer; wrong arguments become its error, as the calling thread must still meet
// the others.
void prepare(File &file, Direction direction, const Buffer &buffer);
void prepare(File &file, Direction direction, const Lists<LocalRegion> &lists);
void prepare(File &file, Direction direction, const Lists<SharedRegion> &lists);

// What the function returns once the transfer has been run: agrees with the others where they must,
// moves the position.
Offset settle(File &file);

// The blocking functions.
template <class What> Offset run_now(polder_ga handle, Direction direction, const What &what) {
    File *file = file_idle(handle);
    if (!file) return -1;
    prepare(*file, direction, what);
    if (!(file->transfer.flags & UPC_IN_NOSYNC)) barrier::barrier_internal();
    if (!(file->transfer.flags & UPC_IN_NOSYNC) && race::race_watched()) race_meeting();
    transfer_run(file->transfer);
    return settle(*file);
}

} // namespace polder::upc::io
