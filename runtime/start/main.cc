// The entry of a program whose main is UPC. In an object of its own, so that only such a program
// takes it from the archive. Its units name polder_main_is_upc, so a second main, of C or another
// language, is an error of the linker.
#include "runtime/start/enter.h"

extern "C" const char polder_main_is_upc __attribute__((visibility("default"))) = 1;
extern "C" const char polder_uses_mpi __attribute__((weak)); // uses_mpi.cc

[[gnu::visibility("default")]] int main(int argc, char **argv, char **envp) {
    if (!polder_module_present) return 1;
    polder_enter({argc, argv, envp, polder_user_main}, &polder_uses_mpi != nullptr);
}
