// What processors do: an instruction where there is one, else a loop of compare-and-swap.
#include "runtime/atomic/atomic.h"

#include <cstring>
#include <type_traits>

namespace polder::atomic {

namespace {

template <std::size_t size> using Word = std::conditional_t<size == 4, std::uint32_t, std::uint64_t>;

template <class T> T value_of(std::uint64_t bits) {
    T value;
    const auto word = static_cast<Word<sizeof(T)>>(bits);
    std::memcpy(&value, &word, sizeof value);
    return value;
}
template <class T> Word<sizeof(T)> word_of(T value) {
    Word<sizeof(T)> word;
    std::memcpy(&word, &value, sizeof word);
    return word;
}

// Integers wrap around, so they are counted without sign.
template <class T> struct Arithmetic { using Type = std::conditional_t<std::is_integral_v<T>, Word<sizeof(T)>, T>; };

template <class T> T combine(AtomicOperation operation, T a, T b) {
    using N = typename Arithmetic<T>::Type;
    const N x = static_cast<N>(a);
    const N y = static_cast<N>(b);
    switch (operation) {
    case AtomicOperation::add: return static_cast<T>(x + y);
    case AtomicOperation::sub: return static_cast<T>(x - y);
    case AtomicOperation::mul: return static_cast<T>(x * y);
    case AtomicOperation::inc: return static_cast<T>(x + N{1});
    case AtomicOperation::dec: return static_cast<T>(x - N{1});
    case AtomicOperation::min: return b < a ? b : a;
    case AtomicOperation::max: return a < b ? b : a;
    default: return a;
    }
}

template <class W, class New> W exchange_by(W *at, New next) {
    W seen = __atomic_load_n(at, __ATOMIC_RELAXED);
    for (;;) {
        const W wanted = next(seen);
        if (__atomic_compare_exchange_n(at, &seen, wanted, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return seen;
    }
}

template <class T> Word<sizeof(T)> compare_swap(Word<sizeof(T)> *at, std::uint64_t expected, std::uint64_t wanted) {
    using W = Word<sizeof(T)>;
    if constexpr (std::is_integral_v<T>) {
        W seen = static_cast<W>(expected);
        __atomic_compare_exchange_n(at, &seen, static_cast<W>(wanted), false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
        return seen;
    } else {
        W seen = __atomic_load_n(at, __ATOMIC_RELAXED);
        while (
            value_of<T>(seen) == value_of<T>(expected) &&
            !__atomic_compare_exchange_n(at, &seen, static_cast<W>(wanted), true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        }
        return seen;
    }
}

template <class T> Word<sizeof(T)> perform(Word<sizeof(T)> *at, const AtomicRequest &r) {
    using W = Word<sizeof(T)>;
    const W operand = static_cast<W>(r.operand);
    switch (r.operation) {
    case AtomicOperation::get: return __atomic_load_n(at, __ATOMIC_RELAXED);
    case AtomicOperation::set:
    case AtomicOperation::swap: return __atomic_exchange_n(at, operand, __ATOMIC_ACQ_REL);
    case AtomicOperation::cswap: return compare_swap<T>(at, r.operand, r.second);
    case AtomicOperation::bit_and: return __atomic_fetch_and(at, operand, __ATOMIC_ACQ_REL);
    case AtomicOperation::bit_or: return __atomic_fetch_or(at, operand, __ATOMIC_ACQ_REL);
    case AtomicOperation::bit_xor: return __atomic_fetch_xor(at, operand, __ATOMIC_ACQ_REL);
    default: break;
    }
    if constexpr (std::is_integral_v<T>) {
        if (r.operation == AtomicOperation::add) return __atomic_fetch_add(at, operand, __ATOMIC_ACQ_REL);
        if (r.operation == AtomicOperation::sub) return __atomic_fetch_sub(at, operand, __ATOMIC_ACQ_REL);
        if (r.operation == AtomicOperation::inc) return __atomic_fetch_add(at, W{1}, __ATOMIC_ACQ_REL);
        if (r.operation == AtomicOperation::dec) return __atomic_fetch_sub(at, W{1}, __ATOMIC_ACQ_REL);
    }
    const T other = value_of<T>(r.operand);
    return exchange_by(at, [&](W seen) { return word_of<T>(combine<T>(r.operation, value_of<T>(seen), other)); });
}

template <class T> void apply(void *at, const AtomicRequest &r) {
    const auto before = perform<T>(static_cast<Word<sizeof(T)> *>(at), r);
    if (r.result && r.operation != AtomicOperation::set) std::memcpy(r.result, &before, sizeof before);
}

} // namespace

void atomic_near(void *at, const AtomicRequest &request) {
    switch (request.type) {
    case AtomicType::i32: return apply<std::int32_t>(at, request);
    case AtomicType::u32: return apply<std::uint32_t>(at, request);
    case AtomicType::i64: return apply<std::int64_t>(at, request);
    case AtomicType::u64: return apply<std::uint64_t>(at, request);
    case AtomicType::f32: return apply<float>(at, request);
    case AtomicType::f64: return apply<double>(at, request);
    }
}

} // namespace polder::atomic
