// PMIx: what launchers of several machines (mpirun, prterun, srun) offer the processes they start:
// who is where, and a way to exchange a few bytes. Its library is loaded when a job needs it, so
// programs do not depend on it, and built in only where its header was found.
//
// One process talks to the launcher's server on its machine; all calls here block until the others
// have made theirs.
#pragma once

#include <cstddef>

namespace polder::boot {

struct PmixPlace {
    unsigned rank;   // in the job
    unsigned ranks;  // of the job
    unsigned local;  // among the processes of this machine, by rank
    unsigned locals; // their number
    unsigned leader; // smallest rank of this machine
};

// Makes contact. False where no such launcher started us, with a text of why if one did.
bool pmix_begin(PmixPlace *place, char *error, std::size_t error_size);

// All processes of the job call it: each gives `bytes` bytes, and gets those of all, by rank, if
// `all` is not null.
void pmix_exchange_all(const void *mine, std::size_t bytes, void *all);

// The same among the processes `ranks`, `count` of them, in that order; each of the others calls
// pmix_follow meanwhile.
void pmix_exchange(const unsigned *ranks, unsigned count, const void *mine, std::size_t bytes, void *all);
void pmix_follow();
extern void (*pmix_before_end)(); // called when the process ends, before it takes leave of the launcher; may be null

// The launcher ends all processes of the job; comes back if it does not.
void pmix_abort(int code, const char *message);
bool pmix_begun();

} // namespace polder::boot
