// Farewell: upc_global_exit "flushes all I/O and exits the program" (7.2.1 of UPC 1.3), and an
// error loses nothing that was written before. Only a thread of a process can write out its
// streams. The threads of the program may compute without end, or wait in a system call, and a
// signal handler may not touch a stream. So a thread of the runtime sleeps in each process of a job
// of several, and does nothing but that.
//
// It runs where the job may, beside a busy thread of the program, and takes no signals. A job of
// one process has none: the thread that ends the job writes out.
//
// Where an MPI launcher started processes on several machines, the end reaches those of other
// machines as its SIGTERM. A process then writes out, waits for the others of its node, and dies by
// that signal. Open MPI 4 waits after its SIGTERM until a first process dies, a second at most, and
// then kills the others.
#pragma once

namespace polder::io {

// From here on the process writes out its streams when another one ends the job.
void farewell_start();

} // namespace polder::io
