// Each operation on each type is one loop of compare-and-swap on the word's bits.
#include "conduits/atomic.h"

#include <cstring>

namespace polder {

namespace {

template <class T> T value_of(std::uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
template <class T> std::uint64_t bits_of(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T> T combine_bits(AtomicOperation operation, T old, T operand) {
    switch (operation) {
    case AtomicOperation::bit_and: return old & operand;
    case AtomicOperation::bit_or: return old | operand;
    default: return old ^ operand;
    }
}
// Never asked for: atomic_is_valid refuses bits of floating-point numbers.
float combine_bits(AtomicOperation, float old, float) {
    return old;
}
double combine_bits(AtomicOperation, double old, double) {
    return old;
}

// Integers wrap, so sums of signed ones are formed as unsigned.
template <class T> T add(T a, T b) {
    return a + b;
}
inline std::int32_t add(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
inline std::int64_t add(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
template <class T> T minus(T value) {
    return add(static_cast<T>(~value), T{1});
}
inline float minus(float value) {
    return -value;
}
inline double minus(double value) {
    return -value;
}
template <class T> T times(T a, T b) {
    return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}
inline float times(float a, float b) {
    return a * b;
}
inline double times(double a, double b) {
    return a * b;
}

template <class T> T combine(AtomicOperation operation, T old, T operand) {
    switch (operation) {
    case AtomicOperation::get: return old;
    case AtomicOperation::set:
    case AtomicOperation::swap:
    case AtomicOperation::cswap: return operand;
    case AtomicOperation::add: return add(old, operand);
    case AtomicOperation::sub: return add(old, minus(operand));
    case AtomicOperation::inc: return add(old, T{1});
    case AtomicOperation::dec: return add(old, minus(T{1}));
    case AtomicOperation::mul: return times(old, operand);
    case AtomicOperation::min: return operand < old ? operand : old;
    case AtomicOperation::max: return operand > old ? operand : old;
    default: return combine_bits(operation, old, operand);
    }
}

// T's value in a word of bits, W, which the processor exchanges.
template <class T, class W>
std::uint64_t apply(AtomicOperation operation, void *at, std::uint64_t operand, std::uint64_t second) {
    static_assert(sizeof(T) == sizeof(W));
    auto *word = static_cast<W *>(at);
    W seen = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    for (;;) {
        const T old = value_of<T>(seen);
        if (operation == AtomicOperation::get) return bits_of(old);
        const bool compares = operation == AtomicOperation::cswap;
        if (compares && !(old == value_of<T>(operand))) return bits_of(old);
        const W next = static_cast<W>(bits_of(combine(operation, old, value_of<T>(compares ? second : operand))));
        if (__atomic_compare_exchange_n(word, &seen, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return bits_of(old);
    }
}

} // namespace

bool atomic_is_valid(AtomicType type, AtomicOperation operation, std::uint64_t address) {
    if (type > AtomicType::f64 || operation > AtomicOperation::cswap || address % atomic_bytes(type)) return false;
    const bool bits = operation == AtomicOperation::bit_and || operation == AtomicOperation::bit_or ||
                      operation == AtomicOperation::bit_xor;
    return !bits || (type != AtomicType::f32 && type != AtomicType::f64);
}

std::uint64_t atomic_apply_here(AtomicType type, AtomicOperation operation, void *at, std::uint64_t operand,
                                std::uint64_t second) {
    switch (type) {
    case AtomicType::i32: return apply<std::int32_t, std::uint32_t>(operation, at, operand, second);
    case AtomicType::u32: return apply<std::uint32_t, std::uint32_t>(operation, at, operand, second);
    case AtomicType::i64: return apply<std::int64_t, std::uint64_t>(operation, at, operand, second);
    case AtomicType::u64: return apply<std::uint64_t, std::uint64_t>(operation, at, operand, second);
    case AtomicType::f32: return apply<float, std::uint32_t>(operation, at, operand, second);
    case AtomicType::f64: return apply<double, std::uint64_t>(operation, at, operand, second);
    }
    return 0;
}

} // namespace polder
