// MPI in a program that is linked with it. The C ABI of these functions is the same in every MPI,
// so the runtime needs none to be built. They are weak, and null in a program without MPI.
#include "runtime/start/start.h"

extern "C" int MPI_Initialized(int *) __attribute__((weak));
extern "C" int MPI_Init(int *, char ***) __attribute__((weak));
extern "C" int MPI_Finalized(int *) __attribute__((weak));
extern "C" int MPI_Finalize() __attribute__((weak));

namespace polder::start {

static bool started_here; // to finalize

void mpi_start(int *argc, char ***argv) {
    int up = 0;
    if (!&MPI_Init || !&MPI_Initialized || MPI_Initialized(&up) || up) return;
    if (MPI_Init(argc, argv)) job_fail(1, "MPI_Init failed");
    started_here = true;
}

void mpi_end() {
    int down = 0;
    if (started_here && &MPI_Finalize && &MPI_Finalized && !MPI_Finalized(&down) && !down) MPI_Finalize();
}

} // namespace polder::start
