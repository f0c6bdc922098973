// The engine of reads and writes; see transfer.h. Long runs of memory go straight to pread or
// pwrite. Short ones (small blocks, scattered lists) go through a buffer, so that the number of
// system calls follows the file and not the layout. Memory of another node goes through a buffer
// too, a larger one if there is memory for it.
#include "frontends/upc/io/transfer.h"
#include "frontends/upc/window.h"
#include "runtime/segment/segment.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>
#include <unistd.h>

extern "C" {
void upc_lock(polder_ga lock);
void upc_unlock(polder_ga lock);
}

namespace polder::upc::io {
namespace {

constexpr std::size_t direct_size = 4096;  // runs of at least this need no buffer
constexpr std::size_t buffer_size = 16384; // on the stack, which may be small
constexpr std::size_t far_buffer_size = 256 << 10;

std::size_t smaller(std::size_t a, std::size_t b) {
    return a < b ? a : b;
}

struct Run {
    char *address; // null: on another node, at `far`
    polder_ga far;
    std::size_t length;
};

Run shared_run(polder_ga at, std::size_t length) {
    return ga_is_near(at) ? Run{static_cast<char *>(near_pointer(at)), 0, length} : Run{nullptr, at, length};
}

// What is contiguous from byte `at` of the region on.
Run run_of(const MemoryPiece &piece) {
    const std::size_t left = piece.end - piece.at;
    if (piece.is_private) return {reinterpret_cast<char *>(piece.base) + piece.at, 0, left};
    if (!piece.block) return shared_run(piece.base + piece.at, left);
    const unsigned long n = polder_job.threads;
    const unsigned long first = ga_thread(piece.base);
    const std::size_t inside = piece.at % piece.block;
    const std::size_t turn = first + piece.at / piece.block;
    const polder_ga address = piece.base + ((turn % n - first) << polder_job.shift) + turn / n * piece.block + inside;
    return shared_run(address, smaller(piece.block - inside, left));
}

// A place in a list of regions. The piece has bytes left, or the list is at its end.
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

// How much may be written at `at` before the limit of file sizes, beyond which the system would
// send a signal.
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
        copy(run, done, n);
        cursor.advance(n);
        done += n;
    }
}

// Memory that system calls cannot reach passes through here. Large only if asked for, as long as
// the transfer lasts.
class Buffer {
public:
    Buffer() = default;
    ~Buffer() { std::free(large_); }
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;

    void enlarge() {
        if (!large_) large_ = static_cast<char *>(std::malloc(far_buffer_size));
    }
    char *at() { return large_ ? large_ : small_; }
    std::size_t size() const { return large_ ? far_buffer_size : buffer_size; }

private:
    char *large_ = nullptr;
    char small_[buffer_size];
};

void fill_buffer(char *buffer, const Cursor &cursor, std::size_t bytes) {
    Window window;
    walk(cursor, bytes, [&](const Run &run, std::size_t done, std::size_t n) {
        if (run.address)
            std::memcpy(buffer + done, run.address, n);
        else
            window.get(buffer + done, run.far, n);
    });
}

void empty_buffer(const char *buffer, const Cursor &cursor, std::size_t bytes) {
    walk(cursor, bytes, [&](const Run &run, std::size_t done, std::size_t n) {
        if (run.address)
            std::memcpy(run.address, buffer + done, n);
        else
            rma::copy_put(run.far, buffer + done, n);
    });
}

ssize_t move_buffered(const Transfer &transfer, Buffer &buffer, const Cursor &cursor, std::size_t bytes, Offset at) {
    bytes = smaller(bytes, buffer.size());
    if (transfer.write) fill_buffer(buffer.at(), cursor, bytes);
    const ssize_t moved = move_bytes(transfer, buffer.at(), bytes, at);
    if (!transfer.write && moved > 0) empty_buffer(buffer.at(), cursor, static_cast<std::size_t>(moved));
    return moved;
}

ssize_t move_some(const Transfer &transfer, Buffer &buffer, const Cursor &cursor, std::size_t bytes, Offset at) {
    const Run run = cursor.run();
    if (run.address && (run.length >= bytes || run.length >= direct_size))
        return move_bytes(transfer, run.address, smaller(run.length, bytes), at);
    if (!run.address && bytes > buffer_size) buffer.enlarge();
    return move_buffered(transfer, buffer, cursor, bytes, at);
}

// False at the end of the file and after an error.
bool move_piece(Transfer &transfer, Buffer &buffer, Cursor &cursor, const FilePiece &piece) {
    for (std::size_t done = 0; done < piece.length;) {
        const Offset at = piece.offset + static_cast<Offset>(done);
        const ssize_t moved = move_some(transfer, buffer, cursor, piece.length - done, at);
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
    return {base, block, 0, length, false};
}

MemoryPiece private_piece(void *base, std::size_t length) {
    return {reinterpret_cast<polder_ga>(base), 0, 0, length, true};
}

void transfer_run(Transfer &transfer) {
    if (transfer.error) return;
    if (transfer.atomic) upc_lock(transfer.atomic);
    Cursor cursor(transfer.memory, transfer.memory_count);
    {
        Buffer buffer;
        for (std::size_t i = 0; i < transfer.file_count; ++i)
            if (!move_piece(transfer, buffer, cursor, transfer.file[i])) break;
    }
    if (!transfer.write) polder_fence(); // what was read is where it belongs, also on other nodes
    if (transfer.atomic) upc_unlock(transfer.atomic);
}

} // namespace polder::upc::io
