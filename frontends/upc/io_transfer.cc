// The engine of reads and writes; see io_transfer.h. Long runs of memory go straight to pread or pwrite; short ones (small
// blocks, scattered lists) through a buffer, so that the number of system calls follows the file and not the layout.
#include "frontends/upc/io_transfer.h"
#include "runtime/core/job.h"

#include <cerrno>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

namespace polder::io {
namespace {

constexpr std::size_t direct_size = 4096;  // runs of at least this need no buffer
constexpr std::size_t buffer_size = 16384; // on the stack, which may be small

std::size_t smaller(std::size_t a, std::size_t b) {
    return a < b ? a : b;
}

struct Run {
    char *address;
    std::size_t length;
};

// What is contiguous from byte `at` of the region on.
Run run_of(const MemoryPiece &piece) {
    if (!piece.block) return {static_cast<char *>(polder_at(piece.base)) + piece.at, piece.end - piece.at};
    const unsigned long n = polder_job.threads, first = (piece.base - polder_job.base) >> polder_job.shift;
    const std::size_t inside = piece.at % piece.block, turn = first + piece.at / piece.block;
    const polder_ga address = piece.base + ((turn % n - first) << polder_job.shift) + turn / n * piece.block + inside;
    return {static_cast<char *>(polder_at(address)), smaller(piece.block - inside, piece.end - piece.at)};
}

// A place in a list of regions. Invariant: the piece has bytes left, or the list is at its end.
class Cursor {
public:
    Cursor(const MemoryPiece *pieces, std::size_t count) : left_(count), next_(pieces), piece_{} { settle(); }
    Run run() const { return run_of(piece_); }
    void advance(std::size_t bytes) {
        while (bytes) {
            const std::size_t here = smaller(bytes, piece_.end - piece_.at);
            piece_.at += here;
            bytes -= here;
            settle();
        }
    }

private:
    void settle() {
        while (piece_.at == piece_.end && left_) {
            piece_ = *next_++;
            --left_;
        }
    }
    std::size_t left_;
    const MemoryPiece *next_;
    MemoryPiece piece_;
};

// How much may be written at `at` before the limit of file sizes, beyond which the system would send a signal.
std::size_t within_limit(std::size_t bytes, Offset at) {
    rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return bytes;
    const rlim_t begin = static_cast<rlim_t>(at);
    return begin >= limit.rlim_cur ? 0 : smaller(bytes, limit.rlim_cur - begin);
}

ssize_t move_bytes(const Transfer &transfer, char *memory, std::size_t bytes, Offset at) {
    ssize_t moved;
    do {
        if (!transfer.write) {
            moved = pread(transfer.fd, memory, bytes, at);
            continue;
        }
        const std::size_t allowed = within_limit(bytes, at);
        if (!allowed) {
            errno = EFBIG;
            return -1;
        }
        moved = pwrite(transfer.fd, memory, allowed, at);
        if (moved == 0) {
            errno = ENOSPC;
            return -1;
        }
    } while (moved < 0 && errno == EINTR);
    return moved;
}

template <class Copy> void walk(Cursor cursor, std::size_t bytes, Copy copy) {
    for (std::size_t done = 0; done < bytes;) {
        const Run run = cursor.run();
        const std::size_t n = smaller(run.length, bytes - done);
        copy(run.address, done, n);
        cursor.advance(n);
        done += n;
    }
}

ssize_t move_buffered(const Transfer &transfer, const Cursor &cursor, std::size_t bytes, Offset at) {
    char buffer[buffer_size];
    bytes = smaller(bytes, sizeof buffer);
    if (transfer.write)
        walk(cursor, bytes,
             [&](char *memory, std::size_t done, std::size_t n) { std::memcpy(buffer + done, memory, n); });
    const ssize_t moved = move_bytes(transfer, buffer, bytes, at);
    if (!transfer.write && moved > 0)
        walk(cursor, static_cast<std::size_t>(moved),
             [&](char *memory, std::size_t done, std::size_t n) { std::memcpy(memory, buffer + done, n); });
    return moved;
}

// False at the end of the file and after an error.
bool move_piece(Transfer &transfer, Cursor &cursor, const FilePiece &piece) {
    for (std::size_t done = 0; done < piece.length;) {
        const Run run = cursor.run();
        const std::size_t left = piece.length - done;
        const Offset at = piece.offset + static_cast<Offset>(done);
        const ssize_t moved = run.length >= left || run.length >= direct_size
                                  ? move_bytes(transfer, run.address, smaller(run.length, left), at)
                                  : move_buffered(transfer, cursor, left, at);
        if (moved < 0) transfer.error = errno;
        if (moved <= 0) return false;
        cursor.advance(static_cast<std::size_t>(moved));
        transfer.bytes += moved;
        done += static_cast<std::size_t>(moved);
    }
    return true;
}

} // namespace

MemoryPiece memory_piece(polder_ga base, std::size_t block, std::size_t length) {
    if (block >= length || polder_job.threads == 1) block = 0;
    return {base, block, 0, length};
}

void transfer_run(Transfer &transfer) {
    if (transfer.error) return;
    if (transfer.atomic) transfer.atomic->lock();
    Cursor cursor(transfer.memory, transfer.memory_count);
    for (std::size_t i = 0; i < transfer.file_count; ++i)
        if (!move_piece(transfer, cursor, transfer.file[i])) break;
    if (transfer.atomic) transfer.atomic->unlock();
}

} // namespace polder::io
