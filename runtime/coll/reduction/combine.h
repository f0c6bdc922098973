// Combine: what a reduction does to two vectors, element by element. The engine's own functions are
// made from a type and an operation; a program may give a function of its own.
#pragma once

#include "runtime/coll/reduction/kernel.h"

#include <cstddef>

namespace polder::coll {

struct Combine {
    // sum[i] = sum[i] + right[i]
    void (*function)(void *sum, const void *right, std::size_t count, void *context) = nullptr;
    void *context = nullptr;
    std::size_t element = 1; // bytes
    bool ordered = false;    // only neighbours may be combined, left before right
};

// function null: no such operation for this type.
Combine combine_of(ReductionType type, upc_op_t op);
// Of complex numbers, as C lays them out: sums and products.
enum class ComplexType { F, D, LD };
Combine combine_of(ComplexType type, upc_op_t op);
// The same with a reduction's own function.
Combine combine_of(const Reduction &reduction);

} // namespace polder::coll
