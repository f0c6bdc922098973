// A partial result of a reduction: the sum of some operands, or of none.
#pragma once

#include "runtime/coll/reduction/kernel.h"

namespace polder::coll {

struct Partial {
    alignas(16) unsigned char value[largest_value];
    bool present;
};

// sum = sum + right
inline void partial_append(Partial &sum, const Partial &right, const Reduction &reduction) {
    if (!right.present) return;
    if (sum.present)
        reduction.combine(sum.value, right.value);
    else
        sum = right;
}

} // namespace polder::coll
