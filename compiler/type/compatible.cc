// Compatible types and composite types (C11 6.2.7, 6.7.3 p10, 6.7.6).
#include "compiler/type/compatible.h"
#include "compiler/type/conversions.h"

#include "compiler/ast/decl.h"

namespace polder::cc {

namespace {

// What an unprototyped call passes unchanged.
bool survives_promotion(const TypeTable &types, QualType q) {
    if (types.kind(q) == TypeKind::float_) return false;
    return !types.is_integer(q) || types.canonical(promoted(types, q)) == types.canonical(q).unqualified() ||
           types.kind(q) == TypeKind::enum_;
}

} // namespace

bool compatible(const TypeTable &types, QualType a, QualType b) {
    const QualType ca = types.canonical(a);
    const QualType cb = types.canonical(b);
    if (ca == cb) return true;
    const Type &ta = types[ca];
    const Type &tb = types[cb];
    if (ta.kind == TypeKind::error || tb.kind == TypeKind::error) return true;
    if (ca.qualifiers() != cb.qualifiers()) return false;
    if (ta.kind != tb.kind) {
        const auto stands_for = [&](const Type &e, QualType other) {
            return e.kind == TypeKind::enum_ && types.canonical(e.enum_decl->underlying) == other.unqualified();
        };
        return stands_for(ta, cb) || stands_for(tb, ca);
    }
    switch (ta.kind) {
    case TypeKind::pointer:
    case TypeKind::complex: return compatible(types, ta.element, tb.element);
    case TypeKind::vector:
    case TypeKind::shared: return ta.count == tb.count && compatible(types, ta.element, tb.element);
    case TypeKind::array: {
        const bool both = ta.size == ArraySize::constant && tb.size == ArraySize::constant;
        if (both && (ta.count != tb.count || ta.times_threads != tb.times_threads)) return false;
        return compatible(types, ta.element, tb.element);
    }
    case TypeKind::function: {
        if (!compatible(types, ta.element, tb.element)) return false;
        if (ta.prototyped && tb.prototyped) {
            if (ta.variadic != tb.variadic || ta.params.size() != tb.params.size()) return false;
            for (size_t i = 0; i < ta.params.size(); ++i)
                if (!compatible(types, ta.params[i].type, tb.params[i].type)) return false;
            return true;
        }
        if (!ta.prototyped && !tb.prototyped) return true;
        const Type &with = ta.prototyped ? ta : tb;
        if (with.variadic) return false;
        for (const Param &p : with.params)
            if (!survives_promotion(types, p.type)) return false;
        return true;
    }
    default: return false;
    }
}

QualType composite(TypeTable &types, QualType a, QualType b) {
    if (a == b || !compatible(types, a, b)) return a;
    const QualType ca = types.canonical(a);
    const QualType cb = types.canonical(b);
    if (ca == cb) return a;
    // Copies: interning moves nothing, but keeps this clear.
    const Type ta = types[ca];
    const Type tb = types[cb];
    if (ta.kind != tb.kind) return tb.kind == TypeKind::enum_ ? b : a; // an enumeration and its integer type, or poison
    switch (ta.kind) {
    case TypeKind::pointer: return types.pointer_to(composite(types, ta.element, tb.element)).with(ca.qualifiers());
    case TypeKind::array: {
        const bool first =
            ta.size == ArraySize::constant || tb.size == ArraySize::incomplete || tb.size == ArraySize::star;
        return types.array_like(composite(types, ta.element, tb.element), first ? ta : tb);
    }
    case TypeKind::function: {
        if (!tb.prototyped) return a;
        if (!ta.prototyped) return b;
        std::vector<Param> params = types.get(a).params;
        for (size_t i = 0; i < params.size(); ++i)
            params[i].type = composite(types, params[i].type, tb.params[i].type);
        return types.function(composite(types, ta.element, tb.element), std::move(params), ta.variadic, true);
    }
    default: return a;
    }
}

} // namespace polder::cc
