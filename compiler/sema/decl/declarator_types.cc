// A type is built from the specifiers outward to the name: chunks apply from the last to the first.
#include "compiler/sema/decl/declarator_types.h"

#include "compiler/sema/fold.h"

namespace polder::cc {

QualType DeclaratorTypes::pointer_chunk(QualType pointee, Chunk &c, bool explicit_layout) {
    if (types.is_error(pointee)) return pointee;
    if (explicit_layout && types.is_shared(pointee) && types.is_void(types.unshared(pointee)))
        report(DiagId::upc_layout_on_void, c.token);
    return shared_types_.apply_qualifiers(types.pointer_to(pointee), c.qualifiers, false, c.token);
}

/// A size that is no constant: a multiple of THREADS where it may stand, else of variable length.
QualType DeclaratorTypes::threads_array(QualType element, Chunk &c, DeclaredAs as) {
    const bool shared = types.is_shared(element);
    bool pedantic = false;
    const uint64_t factor = threads_product(ctx, c.size, pedantic);
    if (factor && (shared || as.type_definition || as.static_storage)) {
        if (pedantic && shared) report(DiagId::upc_threads_product, c.size->where, {}, c.size->range);
        if (shared && types.block_of(element) == 0)
            report(DiagId::upc_threads_indefinite, c.size->where, {}, c.size->range);
        else if (shared && types.times_threads(element))
            report(DiagId::upc_threads_once, c.size->where, {}, c.size->range);
        else
            return types.array_of(element, factor, true, c.size);
        return types.error();
    }
    if (mentions_threads(c.size) && (shared || as.static_storage)) {
        report(shared ? DiagId::upc_threads_once : DiagId::upc_threads_private, c.size->where, {}, c.size->range);
        return types.error();
    }
    return types.variable_array(element, c.size);
}

QualType DeclaratorTypes::array_chunk(QualType element, Chunk &c, bool outermost, DeclaredAs as) {
    if (types.is_error(element)) return element;
    const bool shared = types.is_shared(element);
    if (shared && types.is_void(types.unshared(element))) {
        report(DiagId::upc_shared_void_object, c.token);
        return types.error();
    }
    if (!c.size) return types.incomplete_array(element);
    c.size = conversions_.integer_required(conversions_.rvalue(c.size));
    if (types.is_error(c.size->type)) return types.error();
    __int128 n = 0;
    if (evaluate_integer(ctx, c.size, n)) {
        if (n < 0 && upc() && state.in_user_code(c.token)) {
            report(DiagId::sema_negative_array, c.size->where, {}, c.size->range);
            return types.error();
        }
        return types.array_of(element, n < 0 ? 0 : uint64_t(n), false, c.size);
    }
    const bool adjusted = as.parameter && outermost;
    if (!upc() || adjusted) return types.variable_array(element, c.size);
    return threads_array(element, c, as);
}

QualType DeclaratorTypes::function_chunk(QualType result, Chunk &c) {
    if (types.is_error(result)) return result;
    if (types.is_shared(result)) {
        report(DiagId::upc_function_returns_shared, c.token, {quoted(result)});
        result = types.unshared(result);
    }
    if (types.is_array(result) || types.is_function(result)) return types.error();
    std::vector<Param> params;
    if (!c.identifier_list)
        for (const ParamDecl *p : c.params)
            params.push_back({p->type, p->name});
    return types.function(result, std::move(params), c.variadic, c.prototyped);
}

QualType DeclaratorTypes::with_attributes(QualType t, const std::vector<Attribute> &attributes) {
    for (const Attribute &a : attributes) {
        if (a.name == "vector_size" || a.name == "ext_vector_type")
            t = vector_from_attribute(t, a.value, a.name == "ext_vector_type");
        else if (a.name == "mode")
            t = mode_from_attribute(t, source.slice(a.args));
    }
    return t;
}

QualType DeclaratorTypes::build(ParsedDeclarator &d, const Specifiers &s, const ParsedSpecifiers &sp, DeclaredAs as) {
    QualType t = with_attributes(with_attributes(s.type, s.attributes), d.node->attributes);
    bool star = s.star_layout && types.is_shared(t);
    TokenIndex star_token = sp.qualifiers.shared_token;
    for (size_t i = d.chunks.size(); i-- > 0;) {
        Chunk &c = d.chunks[i];
        const bool nearest = i + 1 == d.chunks.size();
        if (c.kind != ChunkKind::array && star) {
            if (c.kind == ChunkKind::pointer) report(DiagId::upc_star_in_pointer, star_token);
            star = false; // a function returning shared is reported as such
        }
        switch (c.kind) {
        case ChunkKind::pointer:
            t = pointer_chunk(t, c, nearest && (sp.explicit_layout || sp.qualifiers.layout != LayoutKind::none));
            if (c.qualifiers.layout == LayoutKind::star) {
                star = true;
                star_token = c.qualifiers.shared_token;
            }
            break;
        case ChunkKind::array: t = array_chunk(t, c, i == 0, as); break;
        case ChunkKind::function: t = function_chunk(t, c); break;
        }
    }
    if (star && as.type_definition) {
        report(DiagId::upc_star_in_typedef, star_token);
        star = false;
    } else if (star && as.parameter && types.is_array(t)) {
        report(DiagId::upc_star_in_pointer, star_token);
        star = false;
    }
    d.pending_star = star;
    return t;
}

QualType DeclaratorTypes::vector_from_attribute(QualType t, Expr *bytes, bool lanes) {
    __int128 n = 0;
    if (!bytes || types.is_error(t) || !evaluate_integer(ctx, bytes, n) || n <= 0) return types.error();
    const QualType c = types.canonical(t);
    if (!types.is_arithmetic(c) && !types.is_pointer(c))
        return t; // on a declarator: applies deeper; the back end knows
    const uint64_t size = types.size_of(c);
    const uint64_t count = lanes ? uint64_t(n) : size ? uint64_t(n) / size : 0;
    if (!count) return types.error();
    return types.vector_of(c.unqualified(), count).with(c.qualifiers() & (q_const | q_volatile));
}

QualType DeclaratorTypes::mode_from_attribute(QualType t, std::string_view mode) {
    while (!mode.empty() && (mode.front() == '_' || mode.front() == ' '))
        mode.remove_prefix(1);
    while (!mode.empty() && (mode.back() == '_' || mode.back() == ' '))
        mode.remove_suffix(1);
    if (types.is_error(t)) return t;
    const bool is_signed = types.is_integer(t) ? types.is_signed(t) : true;
    struct Mode {
        std::string_view name;
        TypeKind with_sign;
        TypeKind without;
    };
    static constexpr Mode modes[] = {
        {"QI", TypeKind::schar, TypeKind::uchar},          {"byte", TypeKind::schar, TypeKind::uchar},
        {"HI", TypeKind::short_, TypeKind::ushort},        {"SI", TypeKind::int_, TypeKind::uint},
        {"DI", TypeKind::long_, TypeKind::ulong},          {"word", TypeKind::long_, TypeKind::ulong},
        {"pointer", TypeKind::long_, TypeKind::ulong},     {"TI", TypeKind::int128, TypeKind::uint128},
        {"unwind_word", TypeKind::long_, TypeKind::ulong}, {"SF", TypeKind::float_, TypeKind::float_},
        {"DF", TypeKind::double_, TypeKind::double_},      {"XF", TypeKind::ldouble, TypeKind::ldouble},
        {"TF", TypeKind::float128, TypeKind::float128},    {"HF", TypeKind::float16, TypeKind::float16},
    };
    for (const Mode &m : modes)
        if (m.name == mode)
            return types.basic(is_signed ? m.with_sign : m.without)
                .with(types.canonical(t).qualifiers() & (q_const | q_volatile));
    if (mode == "SC" || mode == "DC" || mode == "XC" || mode == "TC")
        return types.complex_of(types.basic(mode == "SC"   ? TypeKind::float_
                                            : mode == "DC" ? TypeKind::double_
                                            : mode == "XC" ? TypeKind::ldouble
                                                           : TypeKind::float128));
    return t; // vector modes: V4SI and the like
}

void DeclaratorTypes::on_type_name(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator &dp) {
    d->type = build(dp, d->specifiers, sp, {.static_storage = !state.function});
    if (dp.pending_star) d->type = shared_types_.resolve_star(d->type, sp.qualifiers.shared_token);
}

} // namespace polder::cc
