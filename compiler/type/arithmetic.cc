// Sizes, ranks and the conversions of arithmetic (C11 6.2.5, 6.3.1), for LP64 x86-64 and aarch64.
// What differs between the two stands in compiler/type/target.h.
#include "compiler/type/impl.h"

#include "compiler/ast/decl.h"

namespace polder::cc {

namespace {

constexpr uint64_t largest_object = UINT64_MAX >> 1;

struct Integer {
    uint8_t bytes;
    uint8_t rank;
    bool is_signed;
};

Integer integer_of(TypeKind k, const Target &target) {
    switch (k) {
    case TypeKind::bool_: return {1, 0, false};
    case TypeKind::char_: return {1, 1, target.char_is_signed};
    case TypeKind::schar: return {1, 1, true};
    case TypeKind::uchar: return {1, 1, false};
    case TypeKind::short_: return {2, 2, true};
    case TypeKind::ushort: return {2, 2, false};
    case TypeKind::int_: return {4, 3, true};
    case TypeKind::uint: return {4, 3, false};
    case TypeKind::long_: return {8, 4, true};
    case TypeKind::ulong: return {8, 4, false};
    case TypeKind::llong: return {8, 5, true};
    case TypeKind::ullong: return {8, 5, false};
    case TypeKind::int128: return {16, 6, true};
    case TypeKind::uint128: return {16, 6, false};
    default: return {4, 3, true};
    }
}

TypeKind underlying(const Type &t, const TypeTable &table) {
    if (t.kind != TypeKind::enum_) return t.kind;
    return t.enum_decl->underlying.is_null() ? TypeKind::uint : table.kind(t.enum_decl->underlying);
}

// Order of the real floating types; equal formats differ by name only, the interchange name wins
// (as in TS 18661-3).
int floating_order(TypeKind k) {
    switch (k) {
    case TypeKind::float16: return 1;
    case TypeKind::bfloat16: return 2;
    case TypeKind::float_: return 3;
    case TypeKind::float32: return 4;
    case TypeKind::double_: return 5;
    case TypeKind::float32x: return 6;
    case TypeKind::float64: return 7;
    case TypeKind::ldouble: return 8;
    case TypeKind::float64x: return 9;
    case TypeKind::float128: return 10;
    default: return 0;
    }
}

Layout sized(uint64_t bytes) {
    return {bytes, static_cast<uint32_t>(bytes), true};
}

} // namespace

Layout TypeTable::layout_of(const Type &t) const {
    switch (t.kind) {
    case TypeKind::void_:
    case TypeKind::function: return sized(1); // GNU
    case TypeKind::float16:
    case TypeKind::bfloat16: return sized(2);
    case TypeKind::float_:
    case TypeKind::float32: return sized(4);
    case TypeKind::double_:
    case TypeKind::float64:
    case TypeKind::float32x: return sized(8);
    case TypeKind::ldouble:
    case TypeKind::float64x:
    case TypeKind::float128: return sized(16);
    case TypeKind::complex: {
        Layout part = layout(t.element);
        part.size *= 2;
        return part;
    }
    case TypeKind::vector: {
        const uint64_t bytes = layout(t.element).size * t.count;
        uint64_t align = 1;
        while (align < bytes && align < (1u << 28))
            align *= 2;
        return {bytes, static_cast<uint32_t>(align), true};
    }
    case TypeKind::record: return {t.record->size, t.record->align, t.record->complete};
    case TypeKind::pointer: {
        if (!is_shared(t.element)) return sized(8);
        const bool phase = block_of(t.element) > 1 || is_void(t.element);
        return {phase ? 16u : 8u, 8, true};
    }
    case TypeKind::va_list_: return {impl_->target.va_list_bytes(), 8, true};
    case TypeKind::array: {
        const Layout part = layout(t.element);
        const bool fixed = t.size == ArraySize::constant && !t.times_threads;
        if (!fixed || !part.known) return {0, part.align, false};
        if (part.size && t.count > largest_object / part.size) return {0, part.align, false};
        return {part.size * t.count, part.align, true};
    }
    case TypeKind::shared: return layout(t.element);
    default: return sized(integer_of(underlying(t, *this), impl_->target).bytes);
    }
}

Layout TypeTable::layout(QualType q) const {
    uint8_t qualifiers = q.qualifiers();
    uint32_t align = 0; // the outermost aligned typedef wins
    const Type *t = &(*this)[q];
    for (; t->kind == TypeKind::typedef_ || t->kind == TypeKind::typeof_; t = &(*this)[t->element]) {
        qualifiers |= t->element.qualifiers();
        if (t->align && !align) align = t->align;
    }
    if (t->kind == TypeKind::enum_ && !is_complete(t->canonical)) return {4, 4, false};
    Layout l = layout_of(*t);
    const bool lock_free = (l.size & (l.size - 1)) == 0 && l.size <= 16;
    if ((qualifiers & q_atomic) && lock_free && l.align < l.size) l.align = static_cast<uint32_t>(l.size);
    if (align) l.align = align;
    return l;
}

int TypeTable::integer_rank(QualType q) const {
    return integer_of(underlying(value(q), *this), impl_->target).rank;
}

unsigned TypeTable::integer_width(QualType q) const {
    const TypeKind k = underlying(value(q), *this);
    return k == TypeKind::bool_ ? 1 : integer_of(k, impl_->target).bytes * 8u;
}

bool TypeTable::is_signed(QualType q) const {
    return integer_of(underlying(value(q), *this), impl_->target).is_signed;
}

QualType TypeTable::promoted(QualType q) const {
    const Type &t = value(q);
    const TypeKind k = underlying(t, *this);
    if (k < TypeKind::bool_ || k > TypeKind::uint128) return canonical(unshared(q)).unqualified();
    return integer_of(k, impl_->target).rank < integer_of(TypeKind::int_, impl_->target).rank ? basic(TypeKind::int_)
                                                                                              : basic(k);
}

QualType TypeTable::usual_arithmetic(QualType a, QualType b) {
    if (is_error(a) || is_error(b)) return error();
    const Type &ta = value(a);
    const Type &tb = value(b);
    if (ta.kind == TypeKind::vector || tb.kind == TypeKind::vector)
        return canonical(unshared(ta.kind == TypeKind::vector ? a : b)).unqualified();
    if (ta.kind == TypeKind::complex || tb.kind == TypeKind::complex) {
        const QualType ra = ta.kind == TypeKind::complex ? ta.element : promoted(a);
        const QualType rb = tb.kind == TypeKind::complex ? tb.element : promoted(b);
        return complex_of(usual_arithmetic(ra, rb));
    }
    const int fa = floating_order(ta.kind);
    const int fb = floating_order(tb.kind);
    if (fa || fb) return basic(fa >= fb ? ta.kind : tb.kind);
    const QualType pa = promoted(a);
    const QualType pb = promoted(b);
    if (pa == pb) return pa;
    const Integer ia = integer_of(kind(pa), impl_->target);
    const Integer ib = integer_of(kind(pb), impl_->target);
    if (ia.is_signed == ib.is_signed) return ia.rank >= ib.rank ? pa : pb;
    const QualType s = ia.is_signed ? pa : pb;
    const QualType u = ia.is_signed ? pb : pa;
    const Integer is = ia.is_signed ? ia : ib;
    const Integer iu = ia.is_signed ? ib : ia;
    if (iu.rank >= is.rank) return u;
    if (is.bytes > iu.bytes) return s;
    switch (kind(s)) { // same size, higher rank: the unsigned type of the signed one
    case TypeKind::llong: return basic(TypeKind::ullong);
    case TypeKind::int128: return basic(TypeKind::uint128);
    default: return basic(TypeKind::ulong);
    }
}

} // namespace polder::cc
