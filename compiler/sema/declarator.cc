// From declarator chunks to types. C11 6.7.6, with UPC's constraints on what may be an element, a
// result or a pointee.
#include "compiler/sema/fold.h"
#include "compiler/sema/sema.h"

namespace polder::cc {

QualType Sema::pointer_chunk(QualType pointee, Chunk &c, bool explicit_layout) {
    if (types.is_error(pointee)) return pointee;
    if (explicit_layout && types.is_shared(pointee) && types.is_void(types.unshared(pointee)))
        report(DiagId::upc_layout_on_void, c.token);
    return apply_qualifiers(types.pointer_to(pointee), c.qualifiers, false, c.token);
}

QualType Sema::array_chunk(QualType element, Chunk &c, bool outermost, DeclaredAs as) {
    if (types.is_error(element)) return element;
    const bool shared = types.is_shared(element);
    if (shared && types.is_void(types.unshared(element))) {
        report(DiagId::upc_shared_void_object, c.token);
        return types.error();
    }
    if (!c.size) return types.incomplete_array(element);
    c.size = integer_required(rvalue(c.size));
    if (types.is_error(c.size->type)) return types.error();
    __int128 n = 0;
    if (evaluate_integer(ctx, c.size, n)) {
        if (n < 0 && upc() && in_user_code(c.token)) {
            report(DiagId::sema_negative_array, c.size->where, {}, c.size->range);
            return types.error();
        }
        return types.array_of(element, n < 0 ? 0 : uint64_t(n), false, c.size);
    }
    const bool adjusted = as.parameter && outermost;
    if (!upc() || adjusted) return types.variable_array(element, c.size);
    bool pedantic = false;
    const uint64_t factor = threads_product(c.size, pedantic);
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

QualType Sema::function_chunk(QualType result, Chunk &c) {
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

QualType Sema::build_type(DeclaratorParse &d, const Specifiers &s, const SpecifierParse &sp, DeclaredAs as) {
    QualType t = s.type;
    for (const std::vector<Attribute> *list :
         {&s.attributes, static_cast<const std::vector<Attribute> *>(&d.node->attributes)})
        for (const Attribute &a : *list) {
            if (a.name == "vector_size" || a.name == "ext_vector_type")
                t = vector_from_attribute(t, a.value, a.name == "ext_vector_type");
            else if (a.name == "mode")
                t = mode_from_attribute(t, source.slice(a.args));
        }
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

QualType Sema::vector_from_attribute(QualType t, Expr *bytes, bool lanes) {
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

QualType Sema::mode_from_attribute(QualType t, std::string_view mode) {
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

void Sema::on_type_name(Declaration *d, SpecifierParse &sp, DeclaratorParse &dp) {
    d->type = build_type(dp, d->specifiers, sp, {.static_storage = !function});
    if (dp.pending_star) d->type = resolve_star(d->type, sp.qualifiers.shared_token);
}

ParamDecl *Sema::on_param(Specifiers &s, SpecifierParse &sp, DeclaratorParse &d, Declaration *node) {
    ParamDecl *p = ctx.make<ParamDecl>();
    p->name = d.name;
    p->name_token = p->where = d.node->has_name ? d.node->name_token : s.range.first;
    p->range = node->range;
    p->canonical = p;
    p->storage = s.storage;
    p->definition = true;
    p->attributes = d.node->attributes;
    p->written_type = build_type(d, s, sp, {.parameter = true});
    p->type = p->written_type;
    if (types.is_array(p->type)) {
        p->type = types.pointer_to(types.element(p->type));
        if (!d.chunks.empty() && d.chunks.front().kind == ChunkKind::array)
            p->type = p->type.with(d.chunks.front().qualifiers.bits);
    } else if (types.is_function(p->type))
        p->type = types.pointer_to(p->type);
    else if (types.is_shared(p->type)) {
        report(DiagId::upc_shared_parameter, p->where, {quoted(p->type)});
        p->type = p->written_type = types.unshared(p->type);
    }
    d.node->decl = p;
    if (p->name != Name::none) scopes.declare(p->name, p);
    return p;
}

} // namespace polder::cc
