// Collective operations as bytes and engine teams: what those over teams and those over active sets
// share.
#pragma once

#include "frontends/shmem/place.h"

namespace polder::shmem {

// The team of an active set: PEs first, first + 2^log_stride and so on. Ends the job if there are
// no such PEs. Null if the calling PE is not in it: then its call does nothing. Where arguments are
// checked (SHMEM_DEBUG), such a call ends the job, too.
Team *active_set(const char *routine, int first, int log_stride, int size);

struct Exchange {
    const char *routine; // for messages
    Team &team;
    void *dest;
    const void *source;
    std::size_t count; // elements
    std::size_t size;  // bytes of one

    std::size_t bytes() const { return bytes_of(routine, count, size); }
    std::size_t bytes_of_team() const { return bytes_of(routine, team.size, bytes()); }
};

void alltoall(const Exchange &what);
void alltoall_strided(const Exchange &what, ptrdiff_t dst, ptrdiff_t sst);
// The root's source to all; at the root to its dest as well, if that is wanted.
void broadcast(const Exchange &what, int root, bool root_too);
// Contributions one after the other; of any length each, or all of the same.
void collect(const Exchange &what);
void collect_same(const Exchange &what);

enum class Combining { sum, prod, min, max, bit_and, bit_or, bit_xor };
enum class Number { integer, natural, real, complex };
// How elements of a type are combined.
coll::Combine combine_of(Combining operation, Number number, std::size_t size);
void reduce(const Exchange &what, const coll::Combine &combine);
void scan(const Exchange &what, const coll::Combine &combine, bool exclusive);

template <class T> constexpr Number number_of() {
    if constexpr (__is_same(T, polder_shmem_complexd) || __is_same(T, polder_shmem_complexf))
        return Number::complex;
    else if constexpr (static_cast<T>(0.5) != static_cast<T>(0))
        return Number::real;
    else
        return static_cast<T>(-1) < static_cast<T>(0) ? Number::integer : Number::natural;
}

} // namespace polder::shmem
