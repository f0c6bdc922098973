// The steps in front of main for a program in UPC: MPI, options, the process, its threads.
#include "runtime/start/enter.h"

extern "C" int __cxa_atexit(void (*)(void *), void *, void *);

extern "C" [[gnu::visibility("default")]] void polder_enter(const polder::start::Program &given, bool uses_mpi) {
    using namespace polder::start;
    Program program = given;
    if (uses_mpi) {
        mpi_start(&program.argc, &program.argv);
        __cxa_atexit([](void *) { mpi_end(); }, nullptr, nullptr); // atexit would be that of a UPC thread
    }
    gupc_options_take(&program.argc, program.argv);
    const long *deltas = process_start();
    gupc_options_check();
    threads_run(program, deltas);
}
