// The loops behind Combine: one for each type and operation, simple enough for the compiler to make
// vectors of.
#include "runtime/coll/reduction/combine.h"
#include "runtime/coll/reduction/operators.h"

namespace polder::coll {
namespace {

template <class T, class Op> void apply(void *sum, const void *right, std::size_t count, void *) {
    T *to = static_cast<T *>(sum);
    const T *from = static_cast<const T *>(right);
    for (std::size_t i = 0; i < count; ++i)
        to[i] = static_cast<T>(Op{}(to[i], from[i]));
}

template <class T> Combine with(void (*function)(void *, const void *, std::size_t, void *)) {
    return {function, nullptr, sizeof(T), false};
}

template <class T> Combine bitwise(upc_op_t op) {
    if constexpr (!is_floating<T>) {
        if (op == UPC_AND) return with<T>(apply<T, AndOp>);
        if (op == UPC_OR) return with<T>(apply<T, OrOp>);
        if (op == UPC_XOR) return with<T>(apply<T, XorOp>);
    }
    return {};
}

// U: T, or the unsigned type of its size, so that integer sums wrap.
template <class T, class U> Combine of(upc_op_t op) {
    switch (op) {
    case UPC_ADD: return with<T>(apply<U, AddOp>);
    case UPC_MULT: return with<T>(apply<U, MultOp>);
    case UPC_LOGAND: return with<T>(apply<U, LogandOp>);
    case UPC_LOGOR: return with<T>(apply<U, LogorOp>);
    case UPC_MIN: return with<T>(apply<T, MinOp>);
    case UPC_MAX: return with<T>(apply<T, MaxOp>);
    default: return bitwise<U>(op);
    }
}

// Products are C's, which find infinite results that the plain formula makes NaN.
template <class T> Combine of_complex(upc_op_t op) {
    if (op == UPC_ADD) return with<T>(apply<T, AddOp>);
    if (op == UPC_MULT) return with<T>(apply<T, MultOp>);
    return {};
}

} // namespace

Combine combine_of(ComplexType type, upc_op_t op) {
    switch (type) {
    case ComplexType::F: return of_complex<__complex__ float>(op);
    case ComplexType::D: return of_complex<__complex__ double>(op);
    case ComplexType::LD: return of_complex<__complex__ long double>(op);
    }
    return {};
}

Combine combine_of(ReductionType type, upc_op_t op) {
    switch (type) {
    case ReductionType::C: return of<signed char, unsigned char>(op);
    case ReductionType::UC: return of<unsigned char, unsigned char>(op);
    case ReductionType::S: return of<short, unsigned short>(op);
    case ReductionType::US: return of<unsigned short, unsigned short>(op);
    case ReductionType::I: return of<int, unsigned>(op);
    case ReductionType::UI: return of<unsigned, unsigned>(op);
    case ReductionType::L: return of<long, unsigned long>(op);
    case ReductionType::UL: return of<unsigned long, unsigned long>(op);
    case ReductionType::F: return of<float, float>(op);
    case ReductionType::D: return of<double, double>(op);
    case ReductionType::LD: return of<long double, long double>(op);
    }
    return {};
}

Combine combine_of(const Reduction &reduction) {
    const auto one_by_one = [](void *sum, const void *right, std::size_t count, void *context) {
        const Reduction &r = *static_cast<const Reduction *>(context);
        for (std::size_t i = 0; i < count; ++i)
            r.combine(static_cast<char *>(sum) + i * r.kernel->size,
                      static_cast<const char *>(right) + i * r.kernel->size);
    };
    return {one_by_one, const_cast<Reduction *>(&reduction), reduction.kernel->size, reduction.ordered};
}

} // namespace polder::coll
