// Atomic memory operations: UPC 1.3, optional library, 7.6. What its files share.
//
//   atomic.cc       domains, and which operations are allowed
//   memory.cc       the operations on memory of this node
//   far_memory.cc   the same on other nodes
#pragma once

#include "runtime/core/job.h"
#include "runtime/race/race.h"
#include "runtime/segment/segment.h"

#include <polder/atomic.h>
#include <upc_types.h>

#include <atomic>
#include <cstring>

namespace polder::upc::atomics {

// As in upc_atomic.h, which only upcc can read.
constexpr upc_op_t op_get = 1UL << 11;
constexpr upc_op_t op_set = 1UL << 12;
constexpr upc_op_t op_cswap = 1UL << 13;
constexpr upc_op_t op_sub = 1UL << 14;
constexpr upc_op_t op_inc = 1UL << 15;
constexpr upc_op_t op_dec = 1UL << 16;
constexpr upc_op_t accessors = op_get | op_set | op_cswap;
constexpr upc_op_t numeric = UPC_ADD | UPC_MULT | UPC_MIN | UPC_MAX | op_sub | op_inc | op_dec;
constexpr upc_op_t bitwise = UPC_AND | UPC_OR | UPC_XOR;
static_assert(POLDER_ATOMIC_INSTRUCTIONS == (accessors | bitwise | (numeric & ~(UPC_MULT | UPC_MIN | UPC_MAX))));

// fetch, unless null, gets the value before.
struct Operation {
    upc_op_t op;
    polder_ga target;
    void *fetch;
    const void *operand1;
    const void *operand2;
};

template <class T> T load(const void *from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// Which of target, fetch and operands are pointers-to-shared of 8 bytes; the others have 16.
enum Narrow : int { narrow_target = 1, narrow_fetch = 2, narrow_operand1 = 4, narrow_operand2 = 8 };

// Behind a strict operation. One on another node that gives nothing back may be under way.
inline void strict_end(polder_ga target) {
    if (!ga_is_near(target)) polder_strict_begin();
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

// ---- the target is on this node ----

// On a number of this type.
using Perform = void (*)(const Operation &);
struct TypeInfo {
    const char *name;
    upc_op_t ops; // 0: no type of atomic operations
    unsigned size;
    Perform perform; // null: pointers-to-shared
};
TypeInfo info_of(upc_type_t type);
// The same, told to a detector of races if there is one.
void perform_told(upc_type_t type, const Operation &o, const race::RaceSite &site);

std::uint64_t pointer_word(upc_op_t op, void *target, polder_ga operand1, polder_ga operand2);
// A pointer of 16 bytes. The value before.
polder_gp pointer_wide(upc_op_t op, void *target, polder_gp operand1, polder_gp operand2);

// ---- on another ----

void far_number(upc_type_t type, const Operation &o);
std::uint64_t far_word(upc_op_t op, polder_ga target, polder_ga operand1, polder_ga operand2);
polder_gp far_pointer_wide(upc_op_t op, polder_ga target, polder_gp operand1, polder_gp operand2);

} // namespace polder::upc::atomics
