// Kernels: the loops of reductions and prefix reductions inside one thread. A kernel is a table of
// functions for one type and operation, so the algorithms over threads are written once.
#pragma once

#include "runtime/coll/reduction/array_layout.h"

#include <upc_types.h>

#include <cstddef>
#include <cstdint>

namespace polder::coll {

// The closed list of types of reductions: name in upc_all_reduceNAME, C type.
#define POLDER_REDUCTION_TYPES(X)                                                                                      \
    X(C, signed char)                                                                                                  \
    X(UC, unsigned char)                                                                                               \
    X(S, short)                                                                                                        \
    X(US, unsigned short)                                                                                              \
    X(I, int)                                                                                                          \
    X(UI, unsigned)                                                                                                    \
    X(L, long)                                                                                                         \
    X(UL, unsigned long)                                                                                               \
    X(F, float)                                                                                                        \
    X(D, double)                                                                                                       \
    X(LD, long double)

enum class ReductionType : unsigned {
#define POLDER_TYPE(name, type) name,
    POLDER_REDUCTION_TYPES(POLDER_TYPE)
#undef POLDER_TYPE
};

// As in upc_collective.h, which only upcc can read.
inline constexpr upc_op_t op_function = 1UL << 9;
inline constexpr upc_op_t op_noncommutative = 1UL << 10;

// A function of the program, TYPE (*)(TYPE, TYPE). Valid in this process only.
using ReductionFunction = void (*)();

inline constexpr std::size_t largest_value = 16;

// Sums are values of the type; sum and values are aligned for it.
struct Kernel {
    std::size_t size;
    // sum = values[0] + ... + values[count - 1]; count at least 1. Built-in operations are
    // associated in a way that depends on count only.
    void (*total)(void *sum, const void *values, std::uint64_t count, ReductionFunction function);
    // The same for elements [begin, end) of a layout, from left to right but for what `total` does
    // inside a block.
    void (*total_of)(void *sum, const Layout &layout, std::uint64_t begin, std::uint64_t end,
                     ReductionFunction function);
    // Prefixes of elements [begin, end) of `from`, written to the same elements of `to`. `sum` is
    // what goes before, if has_sum.
    void (*scan)(void *sum, bool has_sum, const Layout &from, const Layout &to, std::uint64_t begin, std::uint64_t end,
                 ReductionFunction function);
    // sum = sum + right
    void (*combine)(void *sum, const void *right, ReductionFunction function);
};

// Null: no such operation for this type.
const Kernel *kernel_of(ReductionType type, upc_op_t op);

struct Reduction {
    const Kernel *kernel;
    ReductionFunction function;
    bool ordered; // not commutative: only neighbours may be combined, left before right

    void combine(void *sum, const void *right) const { kernel->combine(sum, right, function); }
};

} // namespace polder::coll
