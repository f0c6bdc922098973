// Output: lines of all threads stay whole, on every mapping, whatever their length and however many
// calls compose them.
//
// In a job of several threads stdout is a stream of ours: what a UPC thread writes gathers in a
// buffer of that thread, and whole lines go to file descriptor 1 under a lock of the job. A line
// without its end goes out at fflush, before standard input is read, and at the end of the thread,
// as with a line-buffered terminal. stderr stays unbuffered: each call goes out at once, in one
// piece. With --label each line begins with its thread. A job of one thread keeps the C library's
// own streams.
//
// Invariant: the descriptors 0, 1, 2 keep their meaning: programs may redirect them, and
// fileno(stdout) is 1.
#pragma once

#include <cstdio>

namespace polder {

void output_start();                    // each process, before its threads
void output_thread_start();             // each thread
bool output_is_ours(std::FILE *stream); // a stream of output.cc: takes bytes only

// Writes what the calling thread has not yet written; nothing before output_start. False, with
// errno, if this or another write of the thread failed since the last call.
bool output_flush_thread();

} // namespace polder
