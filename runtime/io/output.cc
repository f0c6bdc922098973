// How it works. stdout becomes an unbuffered stream (fopencookie). Its write function runs in the
// calling thread and adds to that UPC thread's line buffer. Sub-threads of the UPC thread are
// serialised by the stream's own lock. A cookie stream cannot serve some functions: fflush, fileno,
// setvbuf, freopen, fclose. They are defined here in place of the C library's, and hand on calls
// for other streams.
//
// At the end of the job one thread writes what the others of its process have gathered
// (output_flush_process). So whoever touches a line buffer holds the lock of the stream.
#include "runtime/io/output.h"
#include "runtime/core/job.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio_ext.h>
#include <unistd.h>

#pragma weak dlsym // a static link has none

// The C library's own, under their second names: the first ones are taken below.
extern "C" int _IO_fflush(FILE *);
extern "C" int _IO_fclose(FILE *);
extern "C" int _IO_setvbuf(FILE *, char *, int, size_t);

namespace polder::io {

namespace {

struct Streams {
    FILE *in;  // ours; null where the C library's is kept
    FILE *out; // as `in`
    FILE *err; // as `in`
};
Streams ours;

struct LineBuffer {
    char *data;
    std::size_t used;
    std::size_t room;
    bool immediate; // setvbuf(stdout, 0, _IONBF, 0): nothing is held back
    int error;      // errno of the last write that failed; the next fflush reports it
    long delta;     // of its UPC thread
    LineBuffer *next;
};
POLDER_PRIVATE LineBuffer line = {nullptr, 0, 0, false, 0, 0, nullptr};
std::atomic<LineBuffer *> lines{nullptr}; // of the process

// Sub-threads share a line buffer, and the program may have written without the lock
// (putc_unlocked).
class StreamLock {
public:
    StreamLock() { flockfile(ours.out); }
    ~StreamLock() { funlockfile(ours.out); }
    StreamLock(const StreamLock &) = delete;
    StreamLock &operator=(const StreamLock &) = delete;
};
POLDER_PRIVATE bool at_line_start[2] = {true, true}; // stdout, stderr: a label is due

// Another program may have made the descriptor, which it shares, one that does not wait.
bool await_room(int fd) {
    pollfd room{fd, POLLOUT, 0};
    return poll(&room, 1, -1) >= 0 || errno == EINTR;
}

// Everything or, if the descriptor refuses, as much as it takes; errno then says why.
bool write_all(int fd, const char *data, std::size_t size) {
    while (size) {
        const ssize_t done = write(fd, data, size);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0 && errno == EAGAIN && await_room(fd)) continue;
        if (done < 0) return false;
        data += done;
        size -= static_cast<std::size_t>(done);
    }
    return true;
}

// Lines with their labels, gathered so that few writes carry them.
bool write_labelled(int fd, const char *data, std::size_t size) {
    char piece[4096];
    std::size_t used = 0;
    bool &fresh = local(at_line_start)[fd == STDERR_FILENO];
    for (std::size_t i = 0; i < size; ++i) {
        if (used > sizeof piece - 32) {
            if (!write_all(fd, piece, used)) return false;
            used = 0;
        }
        if (fresh) used += static_cast<std::size_t>(std::snprintf(piece + used, 32, "[%u] ", mythread()));
        piece[used++] = data[i];
        fresh = data[i] == '\n';
    }
    return write_all(fd, piece, used);
}

// One piece of output of the calling thread, not mixed with any other's.
bool emit(int fd, const char *data, std::size_t size) {
    if (!size) return true;
    FutexLock &lock = control().output.lock[fd == STDERR_FILENO];
    if (!lock.try_lock()) {
        WaitMark mark(WaitKind::output, static_cast<std::uint64_t>(fd));
        mark.parking();
        lock.lock();
    }
    const bool done = control().naming.label ? write_labelled(fd, data, size) : write_all(fd, data, size);
    lock.unlock();
    return done;
}

bool reserve(LineBuffer &buffer, std::size_t more) {
    if (buffer.room - buffer.used >= more) return true;
    std::size_t room = buffer.room ? buffer.room : 512;
    while (room - buffer.used < more)
        room *= 2;
    void *memory = std::realloc(buffer.data, room);
    if (!memory) return false;
    buffer.data = static_cast<char *>(memory);
    buffer.room = room;
    return true;
}

bool emit_output(LineBuffer &buffer, const char *data, std::size_t size) {
    if (emit(STDOUT_FILENO, data, size)) return true;
    buffer.error = errno;
    return false;
}

bool flush(LineBuffer &buffer) {
    const std::size_t size = buffer.used;
    buffer.used = 0;
    return emit_output(buffer, buffer.data, size);
}

// The whole lines go out, the rest waits for its end.
bool add_output(LineBuffer &buffer, const char *data, std::size_t size) {
    const char *last = static_cast<const char *>(memrchr(data, '\n', size));
    const std::size_t whole = buffer.immediate ? size : last ? static_cast<std::size_t>(last + 1 - data) : 0;
    bool done = true;
    if (whole && !buffer.used) {
        done = emit_output(buffer, data, whole);
    } else if (whole) {
        if (!reserve(buffer, whole)) {
            errno = ENOMEM;
            return false;
        }
        std::memcpy(buffer.data + buffer.used, data, whole);
        buffer.used += whole;
        done = flush(buffer);
    }
    if (size == whole) return done;
    if (!reserve(buffer, size - whole)) {
        errno = ENOMEM;
        return false;
    }
    std::memcpy(buffer.data + buffer.used, data + whole, size - whole);
    buffer.used += size - whole;
    return done;
}

ssize_t on_write_out(void *, const char *data, size_t size) {
    const StreamLock lock;
    return add_output(local(line), data, size) ? static_cast<ssize_t>(size) : 0;
}

ssize_t on_write_error(void *, const char *data, size_t size) {
    return emit(STDERR_FILENO, data, size) ? static_cast<ssize_t>(size) : 0;
}

void flush_own_line() {
    const StreamLock lock;
    flush(local(line));
}

// A prompt must be seen before its answer is awaited.
ssize_t on_read(void *, char *data, size_t size) {
    flush_own_line();
    WaitMark mark(WaitKind::input, 0);
    mark.parking();
    const AsleepMark rest;
    return read(STDIN_FILENO, data, size);
}

int on_seek(void *, off64_t *position, int whence) {
    const off64_t at = lseek64(STDIN_FILENO, *position, whence);
    if (at < 0) return -1;
    *position = at;
    return 0;
}

FILE *open_stream(const char *mode, cookie_read_function_t *reads, cookie_write_function_t *writes) {
    FILE *stream = fopencookie(nullptr, mode, {reads, writes, reads ? on_seek : nullptr, nullptr});
    if (stream && writes) setvbuf(stream, nullptr, _IONBF, 0);
    return stream;
}

bool is_ours(FILE *stream) {
    return stream && (stream == ours.out || stream == ours.err || stream == ours.in);
}

int descriptor_of(FILE *stream) {
    return stream == ours.out ? STDOUT_FILENO : stream == ours.err ? STDERR_FILENO : STDIN_FILENO;
}

// freopen of a stream of ours: the file takes the place of the descriptor.
FILE *reopen(const char *path, const char *mode, FILE *stream) {
    fflush(stream);
    if (!path) return stream; // a change of mode alone: nothing of it concerns us
    const bool plus = std::strchr(mode, '+');
    const int access = *mode == 'r' ? (plus ? O_RDWR : O_RDONLY) : (plus ? O_RDWR : O_WRONLY) | O_CREAT;
    const int exclusive =
        std::memchr(mode, 'x', std::strcspn(mode, ",")) ? O_EXCL : 0; // C11 7.21.5.3: the file must be new
    const int start = *mode == 'w' ? O_TRUNC : *mode == 'a' ? O_APPEND : 0;
    const int fd = open(path, access | start | exclusive, 0666);
    if (fd < 0) return nullptr;
    const int place = descriptor_of(stream);
    const bool moved = fd == place || dup2(fd, place) == place; // the program may have closed its descriptor
    if (fd != place) close(fd);
    if (!moved) return nullptr;
    __fpurge(stream);
    clearerr(stream);
    return stream;
}

FILE *reopen_with(const char *function, const char *path, const char *mode, FILE *stream) {
    if (is_ours(stream)) return reopen(path, mode, stream);
    void *next = &dlsym ? dlsym(RTLD_NEXT, function) : nullptr;
    if (!next) {
        errno = ENOSYS;
        return nullptr;
    }
    return reinterpret_cast<FILE *(*)(const char *, const char *, FILE *)>(next)(path, mode, stream);
}

} // namespace

void output_start() {
    if (threads() == 1 && !control().naming.label) return;
    FILE *out = open_stream("w", nullptr, on_write_out);
    if (!out) return; // no memory: the C library's stream has to do
    fflush(stdout);
    setvbuf(stdout, nullptr, _IOLBF, 0); // for those who took its address before main
    ours.out = stdout = out;
    if (control().naming.label) {
        if (FILE *err = open_stream("w", nullptr, on_write_error)) ours.err = stderr = err;
    }
    if (job_process == 0)
        if (FILE *in = open_stream("r", on_read, nullptr)) ours.in = stdin = in;
}

bool output_is_ours(FILE *stream) {
    return is_ours(stream);
}

void output_thread_start() {
    LineBuffer &mine = local(line);
    mine = {nullptr, 0, 0, false, 0, polder_delta, lines.load(std::memory_order_relaxed)};
    while (!lines.compare_exchange_weak(mine.next, &mine, std::memory_order_release, std::memory_order_relaxed)) {
    }
}

bool output_flush_thread() {
    if (!ours.out) return true;
    const StreamLock lock;
    LineBuffer &mine = local(line);
    flush(mine);
    const int error = mine.error;
    mine.error = 0;
    if (error) errno = error;
    return !error;
}

int output_end_thread() {
    if (ours.out) return output_flush_thread() ? 0 : errno;
    if (ftrylockfile(stdout) != 0) return 0; // another system thread is at it; the C library does not wait either
    const int error = fflush_unlocked(stdout) == 0 ? 0 : errno;
    funlockfile(stdout);
    return error;
}

bool output_flush_process() {
    if (!ours.out) return true;
    if (ftrylockfile(ours.out) != 0) return false;
    const long own = polder_delta;
    for (LineBuffer *each = lines.load(std::memory_order_acquire); each; each = each->next) {
        polder_delta = each->delta; // a system thread of that UPC thread, for so long
        flush(*each);
    }
    polder_delta = own;
    funlockfile(ours.out);
    return true;
}

} // namespace polder::io

extern "C" {
#pragma GCC visibility push(default)

int fflush(FILE *stream) {
    FILE *const out = polder::io::ours.out;
    if (out && (!stream || stream == out)) {
        const bool written = polder::io::output_flush_thread();
        const int error = errno;
        const int others = _IO_fflush(stream);
        if (written) return others;
        errno = error;
        return EOF;
    }
    return _IO_fflush(stream);
}

int fileno(FILE *stream) noexcept {
    if (!polder::io::is_ours(stream)) return fileno_unlocked(stream);
    return polder::io::descriptor_of(stream);
}

FILE *freopen(const char *path, const char *mode, FILE *stream) {
    return polder::io::reopen_with("freopen", path, mode, stream);
}
FILE *freopen64(const char *path, const char *mode, FILE *stream) {
    return polder::io::reopen_with("freopen64", path, mode, stream);
}

// Other threads of the process may still use it: only what this one has written is finished.
int fclose(FILE *stream) {
    return polder::io::is_ours(stream) ? fflush(stream) : _IO_fclose(stream);
}

// Buffering of stdout is ours; of the modes only "none" changes what is seen.
int setvbuf(FILE *stream, char *buffer, int mode, size_t size) noexcept {
    using namespace polder;
    using namespace polder::io;
    if (!is_ours(stream) || stream == ours.in) return _IO_setvbuf(stream, buffer, mode, size);
    if (stream == ours.out) local(line).immediate = mode == _IONBF;
    return 0;
}

void setbuffer(FILE *stream, char *buffer, size_t size) noexcept {
    setvbuf(stream, buffer, buffer ? _IOFBF : _IONBF, size);
}
void setbuf(FILE *stream, char *buffer) noexcept {
    setbuffer(stream, buffer, BUFSIZ);
}
void setlinebuf(FILE *stream) noexcept {
    setvbuf(stream, nullptr, _IOLBF, 0);
}
#pragma GCC visibility pop
}
