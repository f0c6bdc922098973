// The Fortran binding of OpenSHMEM 1.4, the last version that has one (annex on Fortran; each
// routine stands beside its C form there). Programs include shmem.fh, or use the module shmem.
//
// Convention. A routine is an external procedure: its name in lower case with an underscore behind
// it, arguments by reference. Default integers and logicals have 4 bytes. A routine with CHARACTER
// arguments gets their lengths behind the other arguments. Transfers take none of them.
//
// Each routine here calls the C routine by its profiling name, so messages name the C routine.
// Ordering and completion are those of the C routine.
#pragma once

#include "frontends/shmem/place.h"

#include <cstdint>

#define POLDER_FORTRAN(RESULT, NAME, ...) extern "C" RESULT NAME##_(__VA_ARGS__)

namespace polder::shmem::fortran {

using Integer = std::int32_t;
using Logical = std::int32_t; // .true. is 1

inline std::size_t elements(const char *routine, Integer count) {
    if (count < 0) job_fail(misuse_code, "%s: %d elements", routine, count);
    return static_cast<std::size_t>(count);
}

} // namespace polder::shmem::fortran
