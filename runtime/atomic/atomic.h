// Atomic operations on shared memory anywhere. On this node they are the processor's, elsewhere the
// conduit's. The conduit's agree with those of the processors there (caps.coherent_atomics): a
// provider's, if they are so, else a message to the node's leader.
//
// Types: integers of 32 and 64 bits, with and without sign (they wrap around), float, double.
// Operations on each: get, set, swap, add, sub, mul, min, max, inc, dec, cswap; and, or, xor on
// integers. Numbers travel as bits in 64. Of float and double cswap compares values: 0.0 and -0.0
// are equal, a NaN equals nothing. The field `result` says where the value before goes, 4 or 8
// bytes; null: not wanted. `set` has none.
//
// Order. Relaxed. The thread's own accesses to the same bytes keep their order. One without a
// result may be under way on return, as a put, until far_fence; one with a result is done.
#pragma once

#include "conduits/conduit.h"
#include "runtime/cache/order.h"
#include "runtime/segment/where.h"

namespace polder::atomic {

struct AtomicRequest {
    AtomicType type;
    AtomicOperation operation;
    std::uint64_t operand = 0;
    std::uint64_t second = 0; // of cswap: the new value
    void *result = nullptr;
};

constexpr std::size_t atomic_size(AtomicType type) {
    return type == AtomicType::i32 || type == AtomicType::u32 || type == AtomicType::f32 ? 4 : 8;
}
constexpr bool atomic_is_known(AtomicType type, AtomicOperation operation) {
    const bool real = type == AtomicType::f32 || type == AtomicType::f64;
    const bool bits = operation == AtomicOperation::bit_and || operation == AtomicOperation::bit_or ||
                      operation == AtomicOperation::bit_xor;
    return type <= AtomicType::f64 && operation <= AtomicOperation::cswap && !(real && bits);
}

// Aligned to its size. What is not ends the job, and so does what is nobody's memory. scope: of
// rma/async.h, for those without a result; 0: none.
void atomic_apply(polder_ga at, const AtomicRequest &request, std::uint32_t scope = 0);
// Ends the job if there is no such operation there.
void atomic_expect(polder_ga at, const AtomicRequest &request);

// Of memory of this node.
void atomic_near(void *at, const AtomicRequest &request);

} // namespace polder::atomic
