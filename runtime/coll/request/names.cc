// Names of operations and algorithms, as tuning tables spell them.
#include "runtime/coll/request/algorithm.h"

namespace polder::coll {

const char *name_of(Collective collective) {
    static const char *const names[] = {
#define POLDER_NAME(name) #name,
        POLDER_COLLECTIVES(POLDER_NAME)
#undef POLDER_NAME
    };
    return names[static_cast<unsigned>(collective)];
}
const char *name_of(Algorithm algorithm) {
    static const char *const names[] = {
#define POLDER_NAME(name) #name,
        POLDER_ALGORITHMS(POLDER_NAME)
#undef POLDER_NAME
    };
    return names[static_cast<unsigned>(algorithm)];
}

bool offers(Collective collective, Algorithm algorithm) {
    using A = Algorithm;
    switch (collective) {
    case Collective::barrier: return algorithm == A::dissemination || algorithm == A::tree;
    case Collective::broadcast:
    case Collective::reduce: return algorithm == A::tree || algorithm == A::chain;
    case Collective::allreduce:
        return algorithm == A::doubling || algorithm == A::ring || algorithm == A::tree || algorithm == A::chain ||
               algorithm == A::direct;
    case Collective::scan: return algorithm == A::doubling;
    case Collective::gather:
    case Collective::scatter: return algorithm == A::binomial || algorithm == A::linear || algorithm == A::direct;
    case Collective::allgather: return algorithm == A::bruck || algorithm == A::ring || algorithm == A::direct;
    case Collective::alltoall: return algorithm == A::bruck || algorithm == A::pairwise || algorithm == A::direct;
    case Collective::count: break;
    }
    return false;
}

} // namespace polder::coll
