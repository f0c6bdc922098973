// Computational operations: UPC 1.3, 7.4.2, upc_all_reduceT and upc_all_prefix_reduceT for eleven types.
//
// Layout. With block size B and the phase of src, element i is at position x = phase + i; block x / B lies on thread
// (t0 + x / B) modulo THREADS. What lies on one thread is contiguous there, in the order of i. Block size 0: everything
// on one thread, in one block.
//
// reduce: each thread reduces what it has; the thread with affinity to dst puts the parts together. A non-commutative
// function needs the order of elements, so that thread then goes through all blocks itself.
//
// prefix_reduce: three passes with barriers between. Prefixes inside each block; every thread finds from the blocks'
// totals what goes before its own; adds that. This keeps the order, so it serves both kinds of functions.
#include "frontends/upc/collective.h"
#include "runtime/segment/control.h"

#include <cstdlib>
#include <cstring>

using namespace polder;

namespace {

// As in upc_collective.h, which only upcc can read.
constexpr upc_op_t op_function = 1UL << 9, op_noncommutative = 1UL << 10;

template <class T> struct Reduction {
    upc_op_t op;
    T (*function)(T, T);
};

template <class T> constexpr bool is_floating = T(0.5f) != T(0);

// Calls body with the operation as a function object, so that loops inside are compiled once for each. False: no such
// operation.
template <class T, class Body> bool with_operation(const Reduction<T> &r, Body body) {
    switch (r.op) {
    case UPC_ADD: body([](T a, T b) { return static_cast<T>(a + b); }); return true;
    case UPC_MULT: body([](T a, T b) { return static_cast<T>(a * b); }); return true;
    case UPC_LOGAND: body([](T a, T b) { return static_cast<T>(a && b); }); return true;
    case UPC_LOGOR: body([](T a, T b) { return static_cast<T>(a || b); }); return true;
    case UPC_MIN: body([](T a, T b) { return a < b ? a : b; }); return true;
    case UPC_MAX: body([](T a, T b) { return a > b ? a : b; }); return true;
    case op_function:
    case op_noncommutative: body([f = r.function](T a, T b) { return f(a, b); }); return true;
    default: break;
    }
    if constexpr (!is_floating<T>) {
        switch (r.op) {
        case UPC_AND: body([](T a, T b) { return static_cast<T>(a & b); }); return true;
        case UPC_OR: body([](T a, T b) { return static_cast<T>(a | b); }); return true;
        case UPC_XOR: body([](T a, T b) { return static_cast<T>(a ^ b); }); return true;
        default: break;
        }
    }
    return false;
}

template <class T> void check_operation(const char *name, const Reduction<T> &r) {
    const bool needs_function = r.op == op_function || r.op == op_noncommutative;
    if (needs_function && !r.function) job_fail(1, "%s: UPC_FUNC without a function", name);
    if (with_operation(r, [](auto) {})) return;
    job_fail(1, "%s: operation %#lx is not one for this type%s", name, r.op,
             is_floating<T> ? " (bitwise operations need an integer)" : "");
}

// ---- where the elements are ----

struct Layout {
    std::uint64_t elements, block, phase;
    unsigned first_thread;
    polder_ga block_zero; // where block 0 would start, on first_thread

    std::uint64_t end() const { return phase + elements; }
    std::uint64_t blocks() const { return (end() + block - 1) / block; }
    unsigned thread_of(std::uint64_t b) const { return static_cast<unsigned>((first_thread + b) % threads()); }
    // First of the blocks on `thread`; its further ones follow at a distance of THREADS.
    std::uint64_t first_block(unsigned thread) const { return (thread + threads() - first_thread) % threads(); }
    std::uint64_t begin_in(std::uint64_t b) const { return b == 0 ? phase : 0; }
    std::uint64_t end_in(std::uint64_t b) const { return b + 1 == blocks() ? end() - b * block : block; }
    polder_ga at(std::uint64_t b, std::uint64_t inside, std::size_t size) const {
        const std::uint64_t thread = thread_of(b), row = (first_thread + b) / threads();
        return block_zero + ((thread - first_thread) << polder_job.shift) + (row * block + inside) * size;
    }
};

Layout layout_of(polder_gp array, std::size_t elements, std::size_t block, std::size_t size) {
    // Indefinite: one block, as long as the array, on the thread of its first element.
    const std::uint64_t phase = block ? array.phase : 0;
    return {elements, block ? block : elements, phase,
            static_cast<unsigned>(polder_thread_of(polder_env_get(), array.ga)), array.ga - phase * size};
}

template <class T> T *pointer(const Layout &layout, std::uint64_t b, std::uint64_t inside) {
    return static_cast<T *>(polder_at(layout.at(b, inside, sizeof(T))));
}

// ---- reduce ----

// Every thread counts its reductions, so that results of two in a row do not meet.
POLDER_PRIVATE std::uint32_t reductions = 0;

template <class T, class Op> T fold(T sum, const T *values, std::uint64_t count, Op op) {
    for (std::uint64_t i = 0; i < count; ++i)
        sum = op(sum, values[i]);
    return sum;
}

// Elements on the calling thread, contiguous. False: none.
template <class T> bool own_elements(const Layout &layout, const T **values, std::uint64_t *count) {
    const std::uint64_t first = layout.first_block(mythread());
    if (first >= layout.blocks()) return false;
    const std::uint64_t last = first + (layout.blocks() - 1 - first) / threads() * threads();
    *values = pointer<T>(layout, first, layout.begin_in(first));
    *count = static_cast<std::uint64_t>(pointer<T>(layout, last, layout.end_in(last)) - *values);
    return true;
}

template <class T, class Op> void reduce_own(const Layout &layout, PartialResult &result, Op op) {
    const T *values;
    std::uint64_t count;
    result.present = own_elements(layout, &values, &count);
    if (!result.present) return;
    const T sum = fold(values[0], values + 1, count - 1, op);
    std::memcpy(result.value, &sum, sizeof sum);
}

template <class T, class Op> T gather_partials(std::uint32_t parity, Op op) {
    T sum{};
    bool any = false;
    for (unsigned t = 0; t < threads(); ++t) {
        const PartialResult &part = segment_control(t).partial[parity];
        if (!part.present) continue;
        T value;
        std::memcpy(&value, part.value, sizeof value);
        sum = any ? op(sum, value) : value;
        any = true;
    }
    return sum;
}

template <class T, class Op> T reduce_in_order(const Layout &layout, Op op) {
    T sum = *pointer<T>(layout, 0, layout.phase);
    for (std::uint64_t b = 0; b < layout.blocks(); ++b) {
        const std::uint64_t begin = b == 0 ? layout.phase + 1 : 0;
        sum = fold(sum, pointer<T>(layout, b, begin), layout.end_in(b) - begin, op);
    }
    return sum;
}

template <class T>
void reduce(const char *name, polder_gp dst, polder_gp src, const Reduction<T> &r, std::size_t elements,
            std::size_t block, upc_flag_t flags) {
    check_operation(name, r);
    collective_enter(flags);
    const Layout layout = layout_of(src, elements, block, sizeof(T));
    const std::uint32_t parity = local(reductions)++ & 1;
    const bool in_order = r.op == op_noncommutative,
               collector = polder_thread_of(polder_env_get(), dst.ga) == mythread();
    with_operation(r, [&](auto op) {
        if (elements == 0) return;
        T *result = static_cast<T *>(polder_at(dst.ga));
        if (in_order) {
            if (collector) *result = reduce_in_order<T>(layout, op);
            return;
        }
        reduce_own<T>(layout, segment_control(mythread()).partial[parity], op);
        barrier_internal();
        if (collector) *result = gather_partials<T>(parity, op);
    });
    collective_leave(flags);
}

// ---- prefix reduce ----

template <class T, class Op> void prefix_inside(const Layout &from, const Layout &to, std::uint64_t b, Op op) {
    const T *in = pointer<T>(from, b, 0);
    T *out = pointer<T>(to, b, 0);
    const std::uint64_t begin = from.begin_in(b), end = from.end_in(b);
    T sum = in[begin];
    out[begin] = sum;
    for (std::uint64_t i = begin + 1; i < end; ++i)
        out[i] = sum = op(sum, in[i]);
}

// What goes before each block of the calling thread, but block 0. `before` has room for all of them.
template <class T, class Op> void find_carries(const Layout &to, T *before, Op op) {
    std::uint64_t mine = to.first_block(mythread());
    if (mine == 0) {
        mine = threads();
        ++before;
    }
    T sum = *pointer<T>(to, 0, to.end_in(0) - 1);
    for (std::uint64_t b = 1; b < to.blocks(); ++b) {
        if (b == mine) {
            *before++ = sum;
            mine += threads();
        }
        sum = op(sum, *pointer<T>(to, b, to.end_in(b) - 1));
    }
}

template <class T, class Op> void prefix_blocks(const Layout &from, const Layout &to, T *before, Op op) {
    const std::uint64_t first = from.first_block(mythread()), blocks = from.blocks();
    for (std::uint64_t b = first; b < blocks; b += threads())
        prefix_inside<T>(from, to, b, op);
    barrier_internal();
    if (first < blocks) find_carries(to, before, op);
    barrier_internal(); // totals are read before they change
    for (std::uint64_t b = first, i = 0; b < blocks; b += threads(), ++i) {
        if (b == 0) continue;
        T *out = pointer<T>(to, b, 0);
        for (std::uint64_t k = 0; k < to.end_in(b); ++k)
            out[k] = op(before[i], out[k]);
    }
}

template <class T>
void prefix_reduce(const char *name, polder_gp dst, polder_gp src, const Reduction<T> &r, std::size_t elements,
                   std::size_t block, upc_flag_t flags) {
    check_operation(name, r);
    collective_enter(flags);
    if (elements) {
        const Layout from = layout_of(src, elements, block, sizeof(T));
        Layout to = layout_of(dst, elements, block, sizeof(T));
        if (to.first_thread != from.first_thread || to.phase != from.phase)
            job_fail(
                1,
                "%s: dst (thread %u, phase %lu) and src (thread %u, phase %lu) must have the same affinity and phase",
                name, to.first_thread, to.phase, from.first_thread, from.phase);
        T *before = static_cast<T *>(std::malloc((from.blocks() / threads() + 1) * sizeof(T)));
        if (!before) job_fail(1, "%s: no memory for one value a block", name);
        with_operation(r, [&](auto op) { prefix_blocks(from, to, before, op); });
        std::free(before);
    }
    collective_leave(flags);
}

} // namespace

#define POLDER_REDUCTIONS(T, TYPE)                                                                                     \
    extern "C" void upc_all_reduce##T(polder_gp dst, polder_gp src, upc_op_t op, std::size_t nelems,                   \
                                      std::size_t blk_size, TYPE (*func)(TYPE, TYPE), upc_flag_t flags) {              \
        reduce<TYPE>("upc_all_reduce" #T, dst, src, {op, func}, nelems, blk_size, flags);                              \
    }                                                                                                                  \
    extern "C" void upc_all_prefix_reduce##T(polder_gp dst, polder_gp src, upc_op_t op, std::size_t nelems,            \
                                             std::size_t blk_size, TYPE (*func)(TYPE, TYPE), upc_flag_t flags) {       \
        prefix_reduce<TYPE>("upc_all_prefix_reduce" #T, dst, src, {op, func}, nelems, blk_size, flags);                \
    }
POLDER_REDUCTIONS(C, signed char)
POLDER_REDUCTIONS(UC, unsigned char)
POLDER_REDUCTIONS(S, short)
POLDER_REDUCTIONS(US, unsigned short)
POLDER_REDUCTIONS(I, int)
POLDER_REDUCTIONS(UI, unsigned)
POLDER_REDUCTIONS(L, long)
POLDER_REDUCTIONS(UL, unsigned long)
POLDER_REDUCTIONS(F, float)
POLDER_REDUCTIONS(D, double)
POLDER_REDUCTIONS(LD, long double)
