// upcc -uses-mpi, Berkeley's option: a main in UPC finds MPI started, and it is ended behind the program. The linker takes this object
// from the archive only if it is asked to; main.cc looks for it.
#include "runtime/start/start.h"

#include <cstdlib>

extern "C" int __cxa_atexit(void (*)(void *), void *, void *);

static void start(int *argc, char ***argv) {
    polder::mpi_start(argc, argv);
    __cxa_atexit([](void *) { polder::mpi_end(); }, nullptr, nullptr); // atexit would be that of a UPC thread
}

extern "C" void (*const polder_uses_mpi)(int *argc, char ***argv);
extern "C" void (*const polder_uses_mpi)(int *argc, char ***argv) = start;
