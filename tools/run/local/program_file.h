// Program file: what the launcher reads from the executable before it starts it. A script or
// wrapper tells nothing.
#pragma once

#include <string>

namespace polder::run {

struct ProgramFacts {
    unsigned static_threads = 0; // upcc -fupc-threads, as its section polder_unit says; 0: any number, or not known
    bool upc = false;            // has code of upcc, or the runtime
    bool uses_mpi = false;       // is linked with an MPI library
};
ProgramFacts facts_of_program(const std::string &path);

} // namespace polder::run
