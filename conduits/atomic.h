// Atomic operations on memory of this node by its processors: what conduits without hardware for it
// do, on all types of the contract.
#pragma once

#include "conduits/conduit.h"

namespace polder {

inline std::size_t atomic_bytes(AtomicType type) {
    return type == AtomicType::i32 || type == AtomicType::u32 || type == AtomicType::f32 ? 4 : 8;
}
// Is there such an operation on this type, and may it be done at this address?
bool atomic_is_valid(AtomicType type, AtomicOperation operation, std::uint64_t address);
// What was there before, in the first bytes.
std::uint64_t atomic_apply_here(AtomicType type, AtomicOperation operation, void *at, std::uint64_t operand,
                                std::uint64_t second);

} // namespace polder
