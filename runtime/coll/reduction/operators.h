// The operations of reductions as function objects. Those that allow vectors work on gcc's vectors
// as well as on scalars: comparisons of vectors give masks, and `mask ? a : b` selects.
//
// They are always inlined: how a wide vector (kernel.cc) is handed to a function depends on the
// processor that the caller is compiled for.
#pragma once

namespace polder::coll {

template <class T> inline constexpr bool is_floating = T(0.5f) != T(0);
template <class T> inline constexpr bool is_signed = T(-1) < T(0);

// Integer types come as unsigned where the sign does not matter, so sums wrap.
struct AddOp {
    template <class V> [[gnu::always_inline]] V operator()(V a, V b) const { return static_cast<V>(a + b); }
};
struct MultOp {
    template <class V> [[gnu::always_inline]] V operator()(V a, V b) const {
        if constexpr (sizeof(V) < sizeof(int)) // would be multiplied as int, and overflow
            return static_cast<V>(static_cast<unsigned>(a) * static_cast<unsigned>(b));
        else
            return static_cast<V>(a * b);
    }
};
struct AndOp {
    template <class V> [[gnu::always_inline]] V operator()(V a, V b) const { return static_cast<V>(a & b); }
};
struct OrOp {
    template <class V> [[gnu::always_inline]] V operator()(V a, V b) const { return static_cast<V>(a | b); }
};
struct XorOp {
    template <class V> [[gnu::always_inline]] V operator()(V a, V b) const { return static_cast<V>(a ^ b); }
};
struct LogandOp {
    template <class V> [[gnu::always_inline]] V operator()(V a, V b) const {
        return ((a != V{}) & (b != V{})) ? V{} + 1 : V{};
    }
};
struct LogorOp {
    template <class V> [[gnu::always_inline]] V operator()(V a, V b) const {
        return ((a != V{}) | (b != V{})) ? V{} + 1 : V{};
    }
};
struct MinOp {
    template <class V> [[gnu::always_inline]] V operator()(V a, V b) const { return a < b ? a : b; }
};
struct MaxOp {
    template <class V> [[gnu::always_inline]] V operator()(V a, V b) const { return a > b ? a : b; }
};

// Whether 0 + a is a.
template <class Op> inline constexpr bool zero_is_neutral = false;
template <> inline constexpr bool zero_is_neutral<AddOp> = true;
template <> inline constexpr bool zero_is_neutral<OrOp> = true;
template <> inline constexpr bool zero_is_neutral<XorOp> = true;

} // namespace polder::coll
