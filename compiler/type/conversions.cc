// Integer promotions and the usual arithmetic conversions (conversions.h).
#include "compiler/type/conversions.h"
#include "compiler/type/integer.h"

namespace polder::cc {

namespace {

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

} // namespace

unsigned integer_width(const TypeTable &types, QualType q) {
    const TypeKind k = underlying_kind(types.value(q), types);
    return k == TypeKind::bool_ ? 1 : integer_of(k, types.target()).bytes * 8u;
}

QualType promoted(const TypeTable &types, QualType q) {
    const Type &t = types.value(q);
    const TypeKind k = underlying_kind(t, types);
    if (k < TypeKind::bool_ || k > TypeKind::uint128) return types.canonical(types.unshared(q)).unqualified();
    return integer_of(k, types.target()).rank < integer_of(TypeKind::int_, types.target()).rank
               ? types.basic(TypeKind::int_)
               : types.basic(k);
}

QualType usual_arithmetic(TypeTable &types, QualType a, QualType b) {
    if (types.is_error(a) || types.is_error(b)) return types.error();
    const Type &ta = types.value(a);
    const Type &tb = types.value(b);
    if (ta.kind == TypeKind::vector || tb.kind == TypeKind::vector)
        return types.canonical(types.unshared(ta.kind == TypeKind::vector ? a : b)).unqualified();
    if (ta.kind == TypeKind::complex || tb.kind == TypeKind::complex) {
        const QualType ra = ta.kind == TypeKind::complex ? ta.element : promoted(types, a);
        const QualType rb = tb.kind == TypeKind::complex ? tb.element : promoted(types, b);
        return types.complex_of(usual_arithmetic(types, ra, rb));
    }
    const int fa = floating_order(ta.kind);
    const int fb = floating_order(tb.kind);
    if (fa || fb) return types.basic(fa >= fb ? ta.kind : tb.kind);
    const QualType pa = promoted(types, a);
    const QualType pb = promoted(types, b);
    if (pa == pb) return pa;
    const Integer ia = integer_of(types.kind(pa), types.target());
    const Integer ib = integer_of(types.kind(pb), types.target());
    if (ia.is_signed == ib.is_signed) return ia.rank >= ib.rank ? pa : pb;
    const QualType s = ia.is_signed ? pa : pb;
    const QualType u = ia.is_signed ? pb : pa;
    const Integer is = ia.is_signed ? ia : ib;
    const Integer iu = ia.is_signed ? ib : ia;
    if (iu.rank >= is.rank) return u;
    if (is.bytes > iu.bytes) return s;
    switch (types.kind(s)) { // same size, higher rank: the unsigned type of the signed one
    case TypeKind::llong: return types.basic(TypeKind::ullong);
    case TypeKind::int128: return types.basic(TypeKind::uint128);
    default: return types.basic(TypeKind::ulong);
    }
}

} // namespace polder::cc
