// A collective call of a team, whatever carries it out: which operation, and its arguments. The
// algorithms (runtime/coll/algorithms), the tables that choose one (runtime/coll/select) and the
// shared-line operations read the same struct.
#pragma once

#include <cstddef>
#include <cstdint>

namespace polder::coll {

#define POLDER_COLLECTIVES(X)                                                                                          \
    X(barrier)                                                                                                         \
    X(broadcast)                                                                                                       \
    X(reduce)                                                                                                          \
    X(allreduce)                                                                                                       \
    X(scan)                                                                                                            \
    X(gather)                                                                                                          \
    X(scatter)                                                                                                         \
    X(allgather)                                                                                                       \
    X(alltoall)

enum class Collective : std::uint8_t {
#define POLDER_NAME(name) name,
    POLDER_COLLECTIVES(POLDER_NAME)
#undef POLDER_NAME
        count
};
const char *name_of(Collective collective);

// Blocks of different length: bytes and places (offsets in bytes), by rank.
struct Blocks {
    const std::size_t *bytes = nullptr, *at = nullptr;
};

// The arguments of an operation. What lies where:
//   broadcast    out: the data, on all (on the root it is read)
//   reduce       in: the member's, out: on the root; allreduce, scan: on all. `in` and `out` may be
//                the same memory
//   gather       in: the member's block; out: on the root, all blocks in rank order
//   scatter      in: on the root; out: the member's block
//   allgather    in: the member's block; out: all
//   alltoall     in, out: a block for, from each
struct CollectiveArguments {
    Collective collective;
    std::size_t bytes = 0; // of a block; of the data
    unsigned root = 0;
    std::size_t element = 1; // reductions: bytes of an element
    bool ordered = false;    // reductions: only neighbours may be combined
    bool exclusive = false;  // scan: without the member's own
    bool uneven = false;     // gatherv and so on; `bytes` is then the mean
    Blocks in = {}, out = {};
    std::size_t own_bytes = 0; // gatherv, scatterv: of the caller's block
};

// What members of an operation must agree on, in 16 bits: never 0. Of different calls nearly always
// different.
std::uint16_t collective_signature(const CollectiveArguments &call);
// "broadcast"; and in what two signatures of the same function differ.
const char *signature_name(std::uint16_t signature);
const char *signature_difference(std::uint16_t a, std::uint16_t b);

} // namespace polder::coll
