// Preparing and settling transfers; see operations.h. With the common file pointer the bytes are
// divided: each thread moves a contiguous slice of the file. So every byte passes one system call
// once, wherever in shared memory it lies.
#include "frontends/upc/io/operations.h"
#include "runtime/fence/strict.h"
#include "runtime/segment/segment.h"

#include <cstdlib>

namespace polder::upc::io {
namespace {

constexpr Offset least_slice = 65536; // smaller ones cost more in calls than threads can win
constexpr Offset slice_unit = 4096;

Offset slice_size(Offset total) {
    const Offset each = total / threads() + 1;
    return each <= least_slice ? least_slice : (each + slice_unit - 1) / slice_unit * slice_unit;
}
Offset slice_begin(Offset total, unsigned thread) {
    Offset begin;
    return __builtin_mul_overflow(slice_size(total), Offset{thread}, &begin) || begin > total ? total : begin;
}

void reset(File &file, Direction direction, Positioning positioning) {
    Transfer &transfer = file.transfer;
    const bool is_strong = file.flags & strong;
    transfer.fd = file.fd;
    transfer.write = direction.write;
    transfer.positioning = positioning;
    transfer.flags = is_strong ? 0 : direction.flags;
    // All threads are in the same common operation and have disjoint slices: nothing to make
    // atomic.
    transfer.atomic = is_strong && positioning != Positioning::common ? file.handle : 0;
    transfer.memory = &transfer.one_memory;
    transfer.file = &transfer.one_file;
    transfer.memory_count = 0;
    transfer.file_count = 0;
    transfer.wanted = 0;
    transfer.bytes = 0;
    transfer.error = (direction.write ? writable(file) : readable(file)) ? 0 : EBADF;
    transfer.done.store(0, std::memory_order_relaxed);
}

bool memory_usable(const Buffer &buffer) {
    return buffer.is_shared ? ga_is_shared(buffer.base) : buffer.base != 0;
}

// Length of the buffer; an error if no memory and no file can be that large.
int length_of(const File &file, const Buffer &buffer, Offset *length) {
    std::size_t bytes;
    Offset end;
    if (__builtin_mul_overflow(buffer.size, buffer.count, &bytes) || bytes > std::size_t{INT64_MAX}) return EINVAL;
    if (__builtin_add_overflow(file.position, static_cast<Offset>(bytes), &end)) return EFBIG;
    if (bytes && !memory_usable(buffer)) return EFAULT;
    *length = static_cast<Offset>(bytes);
    return 0;
}

// Room for a list of the transfer; lists of one need none.
template <class Piece> bool make_room(std::size_t count, Piece **list) {
    if (count <= 1) return true;
    void *memory = std::calloc(count, sizeof(Piece));
    if (!memory) return false;
    *list = static_cast<Piece *>(memory);
    return true;
}

void free_lists(Transfer &transfer) {
    if (transfer.memory != &transfer.one_memory) std::free(transfer.memory);
    if (transfer.file != &transfer.one_file) std::free(transfer.file);
    transfer.memory = &transfer.one_memory;
    transfer.file = &transfer.one_file;
}

int add_region(Transfer &transfer, const LocalRegion &region) {
    if (!region.base) return EFAULT;
    transfer.memory[transfer.memory_count++] = private_piece(region.base, region.length);
    return 0;
}
int add_region(Transfer &transfer, const SharedRegion &region) {
    if (!ga_is_shared(region.base.ga)) return EFAULT;
    transfer.memory[transfer.memory_count++] = memory_piece(region.base.ga, region.block, region.length);
    return 0;
}

template <class Region> int take_memory(Transfer &transfer, const Lists<Region> &lists, std::size_t *total) {
    if (!make_room(lists.memory_count, &transfer.memory)) return ENOMEM;
    for (std::size_t i = 0; i < lists.memory_count; ++i) {
        const Region &region = lists.memory[i];
        if (!region.length) continue;
        if (__builtin_add_overflow(*total, region.length, total)) return EINVAL;
        if (const int error = add_region(transfer, region)) return error;
    }
    return 0;
}

// Offsets must not decrease, and pieces to be written not overlap.
int take_file(Transfer &transfer, std::size_t count, const FilePiece *pieces, std::size_t *total) {
    if (!make_room(count, &transfer.file)) return ENOMEM;
    Offset least = 0;
    Offset end;
    for (std::size_t i = 0; i < count; ++i) {
        const FilePiece &piece = pieces[i];
        if (!piece.length) continue;
        if (piece.offset < least || piece.length > std::size_t{INT64_MAX}) return EINVAL;
        if (__builtin_add_overflow(piece.offset, static_cast<Offset>(piece.length), &end)) return EFBIG;
        if (__builtin_add_overflow(*total, piece.length, total)) return EINVAL;
        least = transfer.write ? end : piece.offset;
        transfer.file[transfer.file_count++] = piece;
    }
    return 0;
}

template <class Region> void prepare_lists(File &file, Direction direction, const Lists<Region> &lists) {
    reset(file, direction, Positioning::list);
    Transfer &transfer = file.transfer;
    std::size_t memory_total = 0;
    std::size_t file_total = 0;
    int error = transfer.error;
    if (!error) error = take_memory(transfer, lists, &memory_total);
    if (!error) error = take_file(transfer, lists.file_count, lists.file, &file_total);
    if (!error && memory_total != file_total) error = EINVAL;
    transfer.error = error;
}

// The calling thread's part of a common operation. A short slice is where the file ended: what
// follows it does not count.
Report report_of(const Transfer &transfer) {
    const Offset slice = slice_begin(transfer.wanted, mythread() + 1) - slice_begin(transfer.wanted, mythread());
    return {transfer.bytes, transfer.error, 1, transfer.bytes < slice};
}

} // namespace

std::size_t block_bytes(std::size_t block, std::size_t size) {
    std::size_t bytes;
    return __builtin_mul_overflow(block, size, &bytes) ? 0 : bytes;
}

void prepare(File &file, Direction direction, const Buffer &buffer) {
    const bool common = file.flags & common_pointer;
    reset(file, direction, common ? Positioning::common : Positioning::individual);
    Transfer &transfer = file.transfer;
    Offset length = 0;
    int error = transfer.error;
    if (!error && common && !buffer.is_shared) error = EINVAL;
    if (!error) error = length_of(file, buffer, &length);
    transfer.error = error;
    if (error || !length) return;
    transfer.wanted = length;
    const Offset begin = common ? slice_begin(length, mythread()) : 0;
    const Offset end = common ? slice_begin(length, mythread() + 1) : length;
    if (begin == end) return;
    MemoryPiece &memory = transfer.one_memory;
    memory = buffer.is_shared ? memory_piece(buffer.base, buffer.block, static_cast<std::size_t>(length))
                              : private_piece(reinterpret_cast<void *>(buffer.base), static_cast<std::size_t>(length));
    memory.at = static_cast<std::size_t>(begin);
    memory.end = static_cast<std::size_t>(end);
    transfer.one_file = {file.position + begin, static_cast<std::size_t>(end - begin)};
    transfer.memory_count = 1;
    transfer.file_count = 1;
}

void prepare(File &file, Direction direction, const Lists<LocalRegion> &lists) {
    prepare_lists(file, direction, lists);
}
void prepare(File &file, Direction direction, const Lists<SharedRegion> &lists) {
    prepare_lists(file, direction, lists);
}

Offset settle(File &file) {
    Transfer &transfer = file.transfer;
    int error = transfer.error;
    Offset bytes = transfer.bytes;
    if (transfer.positioning == Positioning::common) {
        // Between the halves of an asynchronous operation the program may have read. All agree
        // behind the fence, so it is the exit's.
        if (!(transfer.flags & UPC_OUT_NOSYNC)) fence::strict_write();
        const Report all = agree_on_sum(report_of(transfer));
        error = all.error;
        bytes = all.bytes;
    } else if (!(transfer.flags & UPC_OUT_NOSYNC)) {
        barrier::barrier_internal();
    }
    if (!(transfer.flags & UPC_OUT_NOSYNC) && race::race_watched()) race_meeting();
    free_lists(transfer);
    if (error) {
        errno = error;
        return -1;
    }
    if (transfer.positioning != Positioning::list) file.position += bytes;
    return bytes;
}

} // namespace polder::upc::io
