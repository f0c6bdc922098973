// The names of the algorithms, and which of them each operation has. Their schedules and costs are
// in runtime/coll/algorithms/compose.h.
#pragma once

#include "runtime/coll/request/collective.h"

namespace polder::coll {

#define POLDER_ALGORITHMS(X)                                                                                           \
    X(dissemination)                                                                                                   \
    X(tree)                                                                                                            \
    X(chain)                                                                                                           \
    X(doubling)                                                                                                        \
    X(ring)                                                                                                            \
    X(binomial)                                                                                                        \
    X(linear)                                                                                                          \
    X(bruck)                                                                                                           \
    X(pairwise)                                                                                                        \
    X(direct)

enum class Algorithm : std::uint8_t {
#define POLDER_NAME(name) name,
    POLDER_ALGORITHMS(POLDER_NAME)
#undef POLDER_NAME
        count
};
const char *name_of(Algorithm algorithm);
// Whether there is such a version of the operation.
bool offers(Collective collective, Algorithm algorithm);

// An algorithm with its one parameter: tree: its fan, a power of 2; chain: bytes of a
// segment.
struct Choice {
    Algorithm algorithm;
    std::uint32_t parameter; // 0: what is usual
};

} // namespace polder::coll
