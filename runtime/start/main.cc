// The entry of a program whose main is UPC. In an object of its own, so that only such a program takes it from the archive. Its
// units name polder_main_is_upc, so a second main, of C or another language, is an error of the linker.
#include "runtime/start/start.h"

const char polder_main_is_upc = 1;
extern "C" void (*const polder_uses_mpi)(int *argc, char ***argv) __attribute__((weak)); // uses_mpi.cc

int main(int argc, char **argv, char **envp) {
    if (!polder_module_present) return 1;
    if (&polder_uses_mpi) polder_uses_mpi(&argc, &argv);
    polder::gupc_options_take(&argc, argv);
    const long *deltas = polder::process_start();
    polder::gupc_options_check();
    polder::threads_run({argc, argv, envp, polder_user_main}, deltas);
}
