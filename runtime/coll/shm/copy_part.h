// What one member moves in a collective copy. It reads and writes shared memory by copies that
// reach other nodes as well, so the operations between nodes use it too
// (runtime/world/internode_copy.cc).
#pragma once

#include "runtime/coll/request/copy_request.h"
#include "runtime/core/job.h"
#include "runtime/rma/copy.h"

namespace polder::coll::shm {

[[noreturn, gnu::cold]] inline void refuse_target(const CopyRequest &r, unsigned size, unsigned rank, int to) {
    job_fail(1, "%s: perm[%u] is %d; a permutation of 0 to %u is needed", r.permute, rank, to, size - 1);
}

// The rank that a permutation sends the block of `rank` to. One that is no rank ends the job.
inline unsigned copy_target(const CopyRequest &r, unsigned size, unsigned rank) {
    int to;
    rma::copy_get(&to, r.part_of(r.perm, rank), sizeof to);
    if (to < 0 || static_cast<unsigned>(to) >= size) refuse_target(r, size, rank, to);
    return static_cast<unsigned>(to);
}

// What `rank` moves. reach(peer) is called before data of another member is touched.
template <class Reach> void copy_part(const CopyRequest &r, unsigned size, unsigned rank, Reach reach) {
    const std::size_t n = r.bytes;
    switch (r.movement) {
    case Movement::broadcast: reach(r.root); return rma::copy_shared(r.part_of(r.dst, rank), r.src, n);
    case Movement::scatter: reach(r.root); return rma::copy_shared(r.part_of(r.dst, rank), r.src + rank * n, n);
    case Movement::gather: reach(r.root); return rma::copy_shared(r.dst + rank * n, r.part_of(r.src, rank), n);
    case Movement::gather_all:
    case Movement::exchange:
        for (unsigned i = 0; i < size; ++i) {
            const unsigned from = rank + i < size ? rank + i : rank + i - size;
            const std::size_t offset = r.movement == Movement::exchange ? rank * n : 0;
            reach(from);
            rma::copy_shared(r.part_of(r.dst, rank) + from * n, r.part_of(r.src, from) + offset, n);
        }
        return;
    case Movement::permute: {
        const unsigned to = copy_target(r, size, rank);
        reach(to);
        return rma::copy_shared(r.part_of(r.dst, to), r.part_of(r.src, rank), n);
    }
    }
}

} // namespace polder::coll::shm
