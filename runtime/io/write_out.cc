// Walks the C library's list of streams, under the lock of that list (write_out.h).
#include "runtime/io/write_out.h"
#include "runtime/core/job.h"
#include "runtime/io/output.h"

#include <cstdint>
#include <cstdio>
#include <stdio_ext.h>
#include <unistd.h>

// The C library has exported them since its version 2, and declares them no more.
extern "C" {
void _IO_list_lock(void);
void _IO_list_unlock(void);
FILE *_IO_iter_begin(void);
FILE *_IO_iter_end(void);
FILE *_IO_iter_next(FILE *);
}

namespace polder::io {

namespace {

constexpr std::int64_t patience_ns = 900'000'000;
constexpr unsigned rest_us = 1000;

// True: nothing is left of it.
bool flush_stream(FILE *stream) {
    if (__fpending(stream) == 0) return true;
    if (ftrylockfile(stream) != 0) return false;
    fflush_unlocked(stream); // nobody is left whom an error could be told
    funlockfile(stream);
    return true;
}

bool flush_streams() {
    bool all = true;
    _IO_list_lock(); // a stream that is closed meanwhile stays in memory
    for (FILE *stream = _IO_iter_begin(); stream != _IO_iter_end(); stream = _IO_iter_next(stream))
        all = flush_stream(stream) && all;
    _IO_list_unlock();
    return all;
}

} // namespace

void write_out() {
    const std::int64_t end_ns = clock_ns() + patience_ns;
    for (bool streams = false, lines = false; !streams || !lines;) {
        streams = streams || flush_streams();
        lines = lines || output_flush_process();
        if ((streams && lines) || clock_ns() > end_ns) return;
        usleep(rest_us);
    }
}

} // namespace polder::io
