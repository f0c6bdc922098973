// Foreign options: options of other launchers that upcrun understands. Each launcher has a table of
// them; one function reads a command line by all tables. An option is obeyed, accepted without
// effect, or refused with what there is instead.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace polder::run {

struct Options;

// An option as it was given. `value` and `second` are null where the option takes none; `value` may
// also be what stands behind '='.
struct Given {
    const char *word;
    const char *value;
    const char *second;
};

struct ForeignOption {
    const char *name;                       // without dashes: one and two mean the same
    unsigned values;                        // that it takes: 0 to 2
    void (*obey)(Options &, const Given &); // null: without effect, or refused
    const char *instead = nullptr;          // refused: what there is instead
};

// The tables.
std::span<const ForeignOption> berkeley_options(); // Berkeley UPC's upcrun
std::span<const ForeignOption> mpi_options();      // mpirun, mpiexec (Open MPI, MPICH) and srun

// Is argv[*at] a foreign option? If so it is obeyed, and *at moves to the last word that belongs to
// it. Mistakes end upcrun.
bool take_foreign_option(char **argv, int *at, Options &options);

// The names of those that upcrun obeys or accepts, without dashes, for suggestions.
void add_foreign_names(std::vector<std::string_view> &names);

} // namespace polder::run
