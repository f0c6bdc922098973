// Output: lines of all threads stay whole, on every mapping, whatever their length and however many
// calls compose them.
//
// In a job of several threads stdout is a stream of ours. The output of a UPC thread gathers in a
// buffer of that thread. Whole lines go to file descriptor 1 under a lock of the job. Four things
// send a line without its end: fflush, a read of standard input, the end of the thread, and
// upc_global_exit of any thread. Standard error stays unbuffered: each call goes out at once, in
// one piece. With --label each line begins with its thread. A job of one thread keeps the C
// library's own streams.
//
// Invariant. The descriptors 0, 1, 2 keep their meaning: programs may redirect them, and
// fileno(stdout) is 1. Held by tests/upc/5.1.2_system_objects.upc.
#pragma once

#include <cstdio>

namespace polder::io {

void output_start();                    // each process, before its threads
void output_thread_start();             // each thread
bool output_is_ours(std::FILE *stream); // a stream of output.cc: takes bytes only

// Writes what the calling thread has not yet written; nothing before output_start. False, with
// errno, if this or another write of the thread failed since the last call.
bool output_flush_thread();
// At the end of a thread: the same, with 0 or errno, in a job of one thread too.
int output_end_thread();
// As output_flush_thread for all threads of the process, without asking for errors. False, and
// nothing is done, while another thread writes.
bool output_flush_process();

} // namespace polder::io
