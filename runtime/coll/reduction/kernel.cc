// The loops behind the kernel table: one template for all types and operations.
//
// total. The latency of one operation would bound a plain loop, not memory, and compilers may not
// reorder floating-point sums. So there are eight running sums, in vectors where type and operation
// allow it.
//
// Prefixes. Eight elements are summed among themselves before what goes before them is added. So
// only one operation in eight waits for another. Where 0 is neutral, four vectors are summed so, by
// moving their lanes. These moves bound the loop, not memory; so vectors are as wide as the
// processor has them.
//
// Functions of the program are called strictly from left to right.
#pragma GCC diagnostic ignored "-Wpsabi" // of vectors that are handed over: none is, see below
#include "runtime/coll/reduction/kernel.h"
#include "runtime/coll/reduction/operators.h"

#include <utility>

namespace polder::coll {
namespace {

constexpr unsigned sums = 8;

// A function of the program as an operation.
template <class T> struct CallOp {
    T (*function)(T, T);
    T operator()(T a, T b) const { return function(a, b); }
};

template <class T, class Op> struct Traits {
    static constexpr bool call = false;
    static constexpr bool vector = sizeof(T) <= 8;
    static Op operation(ReductionFunction) { return {}; }
};
template <class T> struct Traits<T, CallOp<T>> {
    static constexpr bool call = true;
    static constexpr bool vector = false;
    static CallOp<T> operation(ReductionFunction f) { return {reinterpret_cast<T (*)(T, T)>(f)}; }
};
// What the smallest vectors of x86-64 lack is slower in them than in scalars.
template <> struct Traits<unsigned long, MultOp> : Traits<long double, MultOp> {};
template <> struct Traits<unsigned long, MinOp> : Traits<long double, MinOp> {};
template <> struct Traits<unsigned long, MaxOp> : Traits<long double, MaxOp> {};
template <> struct Traits<long, MinOp> : Traits<long double, MinOp> {};
template <> struct Traits<long, MaxOp> : Traits<long double, MaxOp> {};

// Wide vectors exist only inside functions that are compiled for processors that have them. So all
// that takes or gives one is always_inline, and none is ever handed over.
template <class V> [[gnu::always_inline]] inline V load(const void *at) {
    V v;
    __builtin_memcpy(&v, at, sizeof v);
    return v;
}

// The sum of the first n - n % (sums * lanes) values, n at least twice that divisor. V: T or a
// vector of it.
template <class T, class V, class Op>
[[gnu::always_inline]] inline V running_sums(const T *values, std::uint64_t n, Op op) {
    constexpr std::uint64_t lanes = sizeof(V) / sizeof(T);
    constexpr std::uint64_t step = sums * lanes;
    V s[sums];
#pragma GCC unroll 8
    for (unsigned j = 0; j < sums; ++j)
        s[j] = load<V>(values + j * lanes);
    for (std::uint64_t i = step; i + step <= n; i += step) {
#pragma GCC unroll 8
        for (unsigned j = 0; j < sums; ++j)
            s[j] = op(s[j], load<V>(values + i + j * lanes));
    }
    return op(op(op(s[0], s[1]), op(s[2], s[3])), op(op(s[4], s[5]), op(s[6], s[7])));
}

template <class T, class Op> T fold(T sum, const T *values, std::uint64_t n, Op op) {
    for (std::uint64_t i = 0; i < n; ++i)
        sum = op(sum, values[i]);
    return sum;
}

// The same with all lanes together; *done: how many values.
template <class T, unsigned bytes, class Op>
[[gnu::always_inline]] inline T sum_vectors(const T *values, std::uint64_t n, std::uint64_t *done, Op op) {
    typedef T Vector __attribute__((vector_size(bytes)));
    constexpr std::uint64_t lanes = sizeof(Vector) / sizeof(T);
    constexpr std::uint64_t step = sums * lanes;
    const Vector v = running_sums<T, Vector>(values, n, op);
    T sum = v[0];
    for (unsigned lane = 1; lane < lanes; ++lane)
        sum = op(sum, static_cast<T>(v[lane]));
    *done = n / step * step;
    return sum;
}

#if defined(__x86_64__)
template <class T, class Op>
[[gnu::target("avx2")]] T sum_wide(const T *values, std::uint64_t n, std::uint64_t *done, Op op) {
    return sum_vectors<T, 32>(values, n, done, op);
}
template <class T, class Op>
[[gnu::target("avx512f,avx512dq,avx512vl")]] T sum_widest(const T *values, std::uint64_t n, std::uint64_t *done,
                                                          Op op) {
    return sum_vectors<T, 64>(values, n, done, op);
}

// Of 64 bytes: for types of 4 and 8 only, as smaller ones need more of the processor.
inline bool has_widest() {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

template <class T, class Op> T sum_lanes(const T *values, std::uint64_t n, std::uint64_t *done, Op op) {
#if defined(__x86_64__)
    if constexpr (sizeof(T) >= 4)
        if (n >= 2 * sums * 64 / sizeof(T) && has_widest()) return sum_widest(values, n, done, op);
    if (n >= 2 * sums * 32 / sizeof(T) && __builtin_cpu_supports("avx2")) return sum_wide(values, n, done, op);
#endif
    return sum_vectors<T, 16>(values, n, done, op);
}

template <class T, class Op> T total(const T *values, std::uint64_t n, Op op) {
    if constexpr (Traits<T, Op>::vector) {
        if (n >= 2 * sums * 16 / sizeof(T)) {
            std::uint64_t done;
            const T sum = sum_lanes(values, n, &done, op);
            return fold(sum, values + done, n - done, op);
        }
    } else if constexpr (!Traits<T, Op>::call) {
        if (n >= 2 * sums) return fold(running_sums<T, T>(values, n, op), values + n / sums * sums, n % sums, op);
    }
    return fold(values[0], values + 1, n - 1, op);
}

// Lanes move up by `by` inside each `group` of lanes, zeroes come in: what moves between halves of
// 16 bytes costs more.
template <int by, int group, class V, int... lane>
[[gnu::always_inline]] inline V shifted(V v, std::integer_sequence<int, lane...>) {
    constexpr int lanes = sizeof...(lane);
    return __builtin_shufflevector(V{}, v, (lane % group < by ? lane : lanes + lane - by)...);
}
// In each second group the last lane of the group before it, elsewhere zeroes.
template <int group, class V, int... lane>
[[gnu::always_inline]] inline V carried(V v, std::integer_sequence<int, lane...>) {
    constexpr int lanes = sizeof...(lane);
    return __builtin_shufflevector(V{}, v, (lane / group % 2 ? lanes + lane / group * group - 1 : lane)...);
}
template <class V, int... lane> [[gnu::always_inline]] inline V last_lane(V v, std::integer_sequence<int, lane...>) {
    constexpr int lanes = sizeof...(lane);
    return __builtin_shufflevector(v, v, (lane * 0 + lanes - 1)...);
}

// Prefixes inside a vector, where 0 changes nothing: sums over 2, 4, 8 ... lanes, then from group
// to group.
template <int by, int lanes, int group, class V, class Op> [[gnu::always_inline]] inline V prefixes(V v, Op op) {
    constexpr auto all = std::make_integer_sequence<int, lanes>{};
    if constexpr (by < group)
        return prefixes<2 * by, lanes, group>(op(shifted<by, group>(v, all), v), op);
    else if constexpr (by < lanes)
        return prefixes<2 * by, lanes, group>(op(carried<by>(v, all), v), op);
    else
        return v;
}

// How many elements this and scan_scalars have done; sum is then their last prefix.
template <class T, unsigned bytes, class Op>
[[gnu::always_inline]] inline std::uint64_t scan_vectors(T &sum, const T *in, T *out, std::uint64_t n, Op op) {
    typedef T Vector __attribute__((vector_size(bytes)));
    constexpr int lanes = sizeof(Vector) / sizeof(T);
    constexpr int group = 16 / sizeof(T);
    constexpr std::uint64_t vectors = 4;
    constexpr std::uint64_t step = vectors * lanes;
    constexpr auto all = std::make_integer_sequence<int, lanes>{};
    constexpr std::uint64_t ahead_read = 2048 / sizeof(T); // measured; it is no fault to ask for what is beyond
    constexpr std::uint64_t ahead_write = 1024 / sizeof(T);
    Vector before = Vector{} + sum;
    std::uint64_t i = 0;
    for (; i + step <= n; i += step) {
        for (std::uint64_t line = 0; bytes > 16 && line < step; line += 64 / sizeof(T)) {
            __builtin_prefetch(in + i + ahead_read + line);
            __builtin_prefetch(out + i + ahead_write + line, 1);
        }
        Vector inside[vectors];
#pragma GCC unroll 4
        for (unsigned k = 0; k < vectors; ++k)
            inside[k] = prefixes<1, lanes, group>(load<Vector>(in + i + k * lanes), op);
#pragma GCC unroll 4
        for (unsigned k = 1; k < vectors; ++k)
            inside[k] = op(last_lane(inside[k - 1], all), inside[k]);
#pragma GCC unroll 4
        for (unsigned k = 0; k < vectors; ++k) {
            const Vector result = op(before, inside[k]);
            __builtin_memcpy(out + i + k * lanes, &result, sizeof result);
        }
        before = op(before, last_lane(inside[vectors - 1], all));
    }
    sum = before[0];
    return i;
}
#if defined(__x86_64__)
template <class T, class Op>
[[gnu::target("avx2")]] std::uint64_t scan_wide(T &sum, const T *in, T *out, std::uint64_t n, Op op) {
    return scan_vectors<T, 32>(sum, in, out, n, op);
}
template <class T, class Op>
[[gnu::target("avx512f,avx512dq,avx512vl")]] std::uint64_t scan_widest(T &sum, const T *in, T *out, std::uint64_t n,
                                                                       Op op) {
    return scan_vectors<T, 64>(sum, in, out, n, op);
}
#endif

template <class T, class Op> std::uint64_t scan_lanes(T &sum, const T *in, T *out, std::uint64_t n, Op op) {
#if defined(__x86_64__)
    if constexpr (sizeof(T) >= 4)
        if (has_widest()) return scan_widest(sum, in, out, n, op);
    if (__builtin_cpu_supports("avx2")) return scan_wide(sum, in, out, n, op);
#endif
    return scan_vectors<T, 16>(sum, in, out, n, op);
}

template <class T, class Op> std::uint64_t scan_scalars(T &sum, const T *in, T *out, std::uint64_t n, Op op) {
    std::uint64_t i = 0;
    for (; i + sums <= n; i += sums) {
        T inside[sums];
        inside[0] = in[i];
#pragma GCC unroll 8
        for (unsigned j = 1; j < sums; ++j)
            inside[j] = op(inside[j - 1], in[i + j]);
#pragma GCC unroll 8
        for (unsigned j = 0; j < sums; ++j)
            out[i + j] = op(sum, inside[j]);
        sum = out[i + sums - 1];
    }
    return i;
}

template <class T, class Op> T scan_after(T sum, const T *in, T *out, std::uint64_t n, Op op) {
    std::uint64_t i = 0;
    if constexpr (Traits<T, Op>::vector && zero_is_neutral<Op>)
        i = scan_lanes(sum, in, out, n, op);
    else if constexpr (!Traits<T, Op>::call)
        i = scan_scalars(sum, in, out, n, op);
    for (; i < n; ++i)
        out[i] = sum = op(sum, in[i]);
    return sum;
}

std::uint64_t smallest(std::uint64_t a, std::uint64_t b) {
    return a < b ? a : b;
}

template <class T, class Op>
void scan(T *sum, bool has_sum, const Layout &from, const Layout &to, std::uint64_t begin, std::uint64_t end, Op op) {
    LayoutWalk source(from, begin);
    LayoutWalk target(to, begin);
    while (begin < end) {
        const std::uint64_t count = smallest(smallest(source.count(), target.count()), end - begin);
        const T *in = reinterpret_cast<const T *>(source.at());
        T *out = reinterpret_cast<T *>(target.at());
        const std::uint64_t first = !has_sum;
        if (first) *out = *sum = *in;
        has_sum = true;
        *sum = scan_after(*sum, in + first, out + first, count - first, op);
        source.skip(count);
        target.skip(count);
        begin += count;
    }
}

template <class T, class Op> T total_of(const Layout &layout, std::uint64_t begin, std::uint64_t end, Op op) {
    T sum{};
    bool has_sum = false;
    for (LayoutWalk walk(layout, begin); begin < end;) {
        const std::uint64_t count = smallest(walk.count(), end - begin);
        const T *values = reinterpret_cast<const T *>(walk.at());
        if (!has_sum)
            sum = total(values, count, op);
        else if (Traits<T, Op>::call || count < 2 * sums)
            sum = fold(sum, values, count, op);
        else
            sum = op(sum, total(values, count, op));
        has_sum = true;
        walk.skip(count);
        begin += count;
    }
    return sum;
}

template <class T> T &as(void *value) {
    return *static_cast<T *>(value);
}
template <class T> const T &as(const void *value) {
    return *static_cast<const T *>(value);
}

template <class T, class Op>
constexpr Kernel kernel = {
    sizeof(T),
    [](void *sum, const void *values, std::uint64_t count, ReductionFunction f) {
        as<T>(sum) = total(static_cast<const T *>(values), count, Traits<T, Op>::operation(f));
    },
    [](void *sum, const Layout &layout, std::uint64_t begin, std::uint64_t end, ReductionFunction f) {
        as<T>(sum) = total_of<T>(layout, begin, end, Traits<T, Op>::operation(f));
    },
    [](void *sum, bool has_sum, const Layout &from, const Layout &to, std::uint64_t begin, std::uint64_t end,
       ReductionFunction f) { scan(&as<T>(sum), has_sum, from, to, begin, end, Traits<T, Op>::operation(f)); },
    [](void *sum, const void *right, ReductionFunction f) {
        as<T>(sum) = Traits<T, Op>::operation(f)(as<T>(sum), as<T>(right));
    },
};

// The unsigned type of the same size; other types stay as they are.
template <class T> struct Unsigned { using Type = T; };
template <> struct Unsigned<signed char> { using Type = unsigned char; };
template <> struct Unsigned<short> { using Type = unsigned short; };
template <> struct Unsigned<int> { using Type = unsigned; };
template <> struct Unsigned<long> { using Type = unsigned long; };

template <class T> const Kernel *kernel_for(upc_op_t op) {
    using U = typename Unsigned<T>::Type;
    switch (op) {
    case UPC_ADD: return &kernel<U, AddOp>;
    case UPC_MULT: return &kernel<U, MultOp>;
    case UPC_LOGAND: return &kernel<U, LogandOp>;
    case UPC_LOGOR: return &kernel<U, LogorOp>;
    case UPC_MIN: return &kernel<T, MinOp>;
    case UPC_MAX: return &kernel<T, MaxOp>;
    case op_function:
    case op_noncommutative: return &kernel<T, CallOp<T>>;
    default: break;
    }
    if constexpr (!is_floating<T>) {
        switch (op) {
        case UPC_AND: return &kernel<U, AndOp>;
        case UPC_OR: return &kernel<U, OrOp>;
        case UPC_XOR: return &kernel<U, XorOp>;
        default: break;
        }
    }
    return nullptr;
}

} // namespace

const Kernel *kernel_of(ReductionType type, upc_op_t op) {
    switch (type) {
#define POLDER_TYPE(name, type)                                                                                        \
    case ReductionType::name: return kernel_for<type>(op);
        POLDER_REDUCTION_TYPES(POLDER_TYPE)
#undef POLDER_TYPE
    }
    return nullptr;
}

} // namespace polder::coll
