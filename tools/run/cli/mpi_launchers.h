// Options of mpirun and mpiexec (Open MPI, MPICH) and of srun that upcrun calls otherwise, or has
// no need of. An option is obeyed, accepted without effect, or refused with what there is instead.
#pragma once

#include <string_view>
#include <vector>

namespace polder::run {

struct Options;

// Is argv[*at] one of them? If so it is obeyed, and *at moves to the last word that belongs to it.
// Mistakes end upcrun.
bool mpi_launcher_option(char **argv, int *at, Options &options);

// Their names without dashes, for suggestions: those that upcrun obeys or accepts.
void mpi_launcher_names(std::vector<std::string_view> &names);

} // namespace polder::run
