// Start and end of a UPC program in one process. The order, and who does what:
//   modules.cc   the translation units agree on the number of threads and on the ABI
//   boot         the process finds its job
//   statics.cc   static shared objects get their offsets; all processes computed the same
//   segment      the node range is mapped
//   image.cc     where a language wants it, the program's static variables move into the segment
//   net          of several nodes: the process's end of the network; all leaders have told each
//                other where they are
//   copies.cc    private data of the threads of this process but the first
//   threads.cc   the threads start, run the initialisers, meet, and call the program's main
//   exit.cc      a thread ends (return from main, exit) and meets the others. The last one ends the
//                process, which leaves the network when those of all nodes have come as far
//   ending.cc    knows all layers: what an early end of the job does
//   areas.cc     knows all layers: the sizes of the control block's areas
//   start.cc     calls the steps
// A main in UPC comes to them by main.cc, one in another language by foreign.cc. Errors of the
// program as such (wrong thread number, disagreeing declarations) are reported once, by the
// launcher.
#pragma once

#include "runtime/core/job.h"
#include "runtime/module/module.h"

#include <cstddef>
#include <cstdint>

namespace polder::start {

// Tells runtime/core what to do at an end before its time; the first step.
void ending_prepare();

// Number of threads all units were compiled for, 0: any. Disagreement ends the process with a
// message naming the files.
unsigned modules_static_threads();
// Ends a job of several nodes if a unit was compiled for one; after boot_join.
void modules_fit_nodes();

// Was a unit compiled with -fupc-check?
bool modules_are_checked();

// Gives every static shared object its offset in the segments. Returns bytes a thread; hash of the
// layout goes to *hash.
std::size_t statics_lay_out(unsigned threads, std::uint64_t *hash);
// Stores the global addresses; the node range is known now.
void statics_publish();

// Maps and fills the private data of `count` threads (the first has delta 0); deltas[i] is the i-th
// one's.
void copies_make(unsigned count, long *deltas);

// What works between nodes; nothing in a job of one. The parts that take its messages were started
// before.
void network_start();

// The steps up to here, in order; returns the deltas of this process's threads, which live as long
// as the process.
const long *process_start();

// Options of GNU UPC's runtime in front of the program's own: taken out before the start, held
// against the job after it.
void gupc_options_take(int *argc, char **argv);
void gupc_options_check();

struct Program {
    int argc;
    char **argv;
    char **envp;
    int (*main)(int argc, char **argv, char **envp);
};
// Runs all threads of this process; comes back never: the process ends with its last thread.
[[noreturn]] void threads_run(const Program &program, const long *deltas);
// The same, but comes back when all have ended: the largest of their codes. The caller is the first
// of them meanwhile.
int threads_run_and_return(const Program &program, const long *deltas);
// The calling system thread becomes the one UPC thread of this process.
void thread_begin_here();

// The calling UPC thread is over with this code. Meets the others first; ends the process if it is
// the last one here.
[[noreturn]] void thread_end(int code);
// The same, but the process goes on: comes back when all its threads have ended, with the largest
// of their codes.
int thread_leave(int code);
// The process has no main of UPC: where the C library ends it behind our back (return from main),
// the UPC thread still ends first.
void exit_watch_library();
// Local threads that have to end before the process does.
void exit_expect(unsigned threads);
// What the calling UPC thread does first in upc_global_exit, on behalf of the whole job. One a
// thread; it must not wait for others.
void before_global_exit(void (*action)());
// Where the program is linked with MPI and has not started it: does so, and ends it if it did.
void mpi_start(int *argc, char ***argv);
void mpi_end();
// Whether this process is the one that joined the job, not a child it forked.
bool exit_is_ours();

} // namespace polder::start
