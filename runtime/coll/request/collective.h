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
inline bool has_root(Collective c) {
    return c == Collective::broadcast || c == Collective::reduce || c == Collective::gather || c == Collective::scatter;
}

// Blocks of different length: bytes and places (offsets in bytes), by rank.
struct Blocks {
    const std::size_t *bytes = nullptr;
    const std::size_t *at = nullptr;
};

// The arguments of an operation. `in` and `out` of reductions may be the same memory.
//
//    operation  in                       out
//    broadcast                           the data, on all; on the root it is read
//    reduce     the member's operand     the sum, on the root
//    allreduce  the member's operand     the sum, on all
//    scan       the member's operand     the prefix, on all
//    gather     the member's block       all blocks in rank order, on the root
//    scatter    all blocks, on the root  the member's block
//    allgather  the member's block       all blocks
//    alltoall   a block for each member  a block from each member
struct CollectiveArguments {
    Collective collective;
    std::size_t bytes = 0; // of a block; of the data
    unsigned root = 0;
    std::size_t element = 1; // reductions: bytes of an element
    bool ordered = false;    // reductions: only neighbours may be combined
    bool exclusive = false;  // scan: without the member's own
    bool uneven = false;     // gatherv and so on; `bytes` is then the mean
    Blocks in = {};
    Blocks out = {};
    std::size_t own_bytes = 0; // gatherv, scatterv: of the caller's block
};

inline CollectiveArguments arguments(Collective collective, std::size_t bytes, unsigned root = 0) {
    CollectiveArguments call;
    call.collective = collective;
    call.bytes = bytes;
    call.root = root;
    return call;
}

// Offsets in the caller's segment. That of `out` is the same for all members, see
// coll/shm/symmetric.h.
struct SymmetricPlaces {
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    std::uint64_t in = none; // it lies elsewhere, or nobody else reads it
    std::uint64_t out = none;
};

// What members of an operation must agree on, in 16 bits: never 0. Of different calls nearly always
// different.
std::uint16_t collective_signature(const CollectiveArguments &call);
// "broadcast"; and in what two signatures of the same function differ.
const char *signature_name(std::uint16_t signature);
const char *signature_difference(std::uint16_t a, std::uint16_t b);

} // namespace polder::coll
