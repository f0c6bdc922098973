// Fortran: the symmetric heap (OpenSHMEM 1.4, 9.3), in words of 4 bytes. Addresses are values of
// Cray pointers.
//
// Errors. The routine gives a number below 0, the same at each PE. Where `abort` is not 0, it ends
// the job with a message instead. The numbers:
//
//   -1  the length is not positive
//   -2  there is no memory
//   -3  the address lies outside the heap
//   -4  the block has been freed before
//   -5  the address is not the start of a block
#include "frontends/shmem/memory.h"
#include "frontends/shmem/fortran/fortran.h"

using polder::shmem::fortran::Integer;

namespace polder::shmem::fortran {
namespace {

constexpr std::size_t word = 4;

enum Problem : Integer { none = 0, length = -1, memory = -2, outside = -3, freed = -4, inside = -5 };

Integer problem_of(void *address) {
    switch (block_state(address)) {
    case BlockState::in_use: return none;
    case BlockState::outside: return outside;
    case BlockState::freed: return freed;
    case BlockState::inside: break;
    }
    return inside;
}

[[noreturn]] void refuse_length(const char *routine, Integer words) {
    job_fail(misuse_code, "%s: %d words are no length of a block", routine, words);
}
[[noreturn]] void refuse_memory(const char *routine, Integer words) {
    job_fail(misuse_code, "%s: no memory for %d words", routine, words);
}

} // namespace
} // namespace polder::shmem::fortran

using namespace polder::shmem::fortran;

POLDER_FORTRAN(void, shpalloc, void **address, const Integer *words, Integer *error, const Integer *abort) {
    *error = length;
    if (*words <= 0 && *abort) refuse_length("shpalloc", *words);
    if (*words <= 0) return;
    *address = pshmem_malloc(static_cast<std::size_t>(*words) * word);
    if (!*address && *abort) refuse_memory("shpalloc", *words);
    *error = *address ? none : memory;
}

POLDER_FORTRAN(void, shpdeallc, void **address, Integer *error, const Integer *abort) {
    *error = problem_of(*address);
    if (*error == none || *abort) pshmem_free(*address);
}

// status 1: the block has another address; 0: it has been changed in place.
POLDER_FORTRAN(void, shpclmove, void **address, const Integer *words, Integer *status, const Integer *abort) {
    *status = *words <= 0 ? length : problem_of(*address);
    if (*words <= 0 && *abort) refuse_length("shpclmove", *words);
    if (*status != none && !(*abort && *words > 0)) return;
    void *const moved = pshmem_realloc(*address, static_cast<std::size_t>(*words) * word);
    if (!moved && *abort) refuse_memory("shpclmove", *words);
    *status = memory;
    if (!moved) return;
    *status = moved != *address;
    *address = moved;
}
