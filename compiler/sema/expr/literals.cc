// Of each literal the first type of C's list that holds its value. An unterminated literal was
// reported by the lexer: it passes here without a second message.
#include "compiler/sema/expr/literals.h"

#include "compiler/lex/literal.h"
#include "compiler/sema/upc_type.h"

namespace polder::cc {

namespace {

/// C11 6.4.4.1 p5: the first type of the list in which the value fits; __int128 behind it, as gcc
/// does.
TypeKind integer_type(const NumberLiteral &n) {
    const bool unsigned_allowed = (n.suffixes & NumberLiteral::s_unsigned) || !n.decimal;
    const bool signed_allowed = !(n.suffixes & NumberLiteral::s_unsigned);
    const bool long_long = n.suffixes & NumberLiteral::s_long_long;
    if (!long_long && !(n.suffixes & NumberLiteral::s_long)) {
        if (signed_allowed && n.value <= 0x7fffffffu) return TypeKind::int_;
        if (unsigned_allowed && n.value <= 0xffffffffu) return TypeKind::uint;
    }
    if (signed_allowed && n.value <= 0x7fffffffffffffffu) return long_long ? TypeKind::llong : TypeKind::long_;
    if (n.value <= 0xffffffffffffffffu && unsigned_allowed) return long_long ? TypeKind::ullong : TypeKind::ulong;
    return TypeKind::int128;
}

TypeKind floating_type(NumberLiteral::Format format) {
    switch (format) {
    case NumberLiteral::none: return TypeKind::double_;
    case NumberLiteral::f: return TypeKind::float_;
    case NumberLiteral::l:
    case NumberLiteral::w: return TypeKind::ldouble;
    case NumberLiteral::f16: return TypeKind::float16;
    case NumberLiteral::bf16: return TypeKind::bfloat16;
    case NumberLiteral::f32: return TypeKind::float32;
    case NumberLiteral::f64: return TypeKind::float64;
    case NumberLiteral::f32x: return TypeKind::float32x;
    case NumberLiteral::f64x: return TypeKind::float64x;
    case NumberLiteral::f128:
    case NumberLiteral::q: return TypeKind::float128;
    }
    return TypeKind::double_;
}

TypeKind element_type(Encoding e, TypeKind plain, const Target &target) {
    switch (e) {
    case Encoding::wide: return target.wchar_is_signed() ? TypeKind::int_ : TypeKind::uint;
    case Encoding::char16: return TypeKind::ushort;
    case Encoding::char32: return TypeKind::uint;
    default: return plain;
    }
}

} // namespace

Expr *Literals::on_number(TokenIndex t) {
    const std::string_view spelling = source.spelling(t);
    const NumberLiteral n = parse_number(spelling);
    if (!n.valid || n.overflow) {
        if (n.bad_suffix.empty())
            report(DiagId::lex_bad_number, t, {"'" + std::string(spelling) + "'"});
        else
            report(DiagId::lex_bad_suffix, t,
                   {"'" + std::string(n.bad_suffix) + "'", n.floating ? "floating" : "integer"});
        return poison({t, t + 1});
    }
    auto *l = ctx.make<Literal>();
    l->range = {t, t + 1};
    l->where = t;
    l->literal = n.floating ? LiteralKind::floating : LiteralKind::integer;
    l->value = n.value;
    l->type = types.basic(n.floating ? floating_type(n.format) : integer_type(n));
    if (n.suffixes & NumberLiteral::s_imaginary) l->type = types.complex_of(l->type);
    return l;
}

Expr *Literals::on_truth(TokenIndex t, TypeKind type) {
    auto *l = ctx.make<Literal>();
    l->range = {t, t + 1};
    l->where = t;
    l->literal = LiteralKind::integer;
    l->value = source.tokens()[t].kind == Tok::kw_true;
    l->type = types.basic(type);
    return l;
}

/// Of a single character whose type is unsigned on this target.
static bool loses_sign(const CharacterLiteral &c, const Target &target) {
    if (c.encoding == Encoding::wide) return !target.wchar_is_signed();
    return c.encoding == Encoding::plain && !c.multiple && !target.char_is_signed;
}

Expr *Literals::on_character(TokenIndex t) {
    const CharacterLiteral c = parse_character(source.spelling(t));
    auto *l = ctx.make<Literal>();
    l->range = {t, t + 1};
    l->where = t;
    l->literal = LiteralKind::character;
    l->value = static_cast<unsigned __int128>(c.value);
    if (loses_sign(c, ctx.options.target)) l->value &= c.encoding == Encoding::wide ? 0xffffffffu : 0xffu;
    l->type = types.basic(element_type(c.encoding, TypeKind::int_, ctx.options.target));
    return l;
}

Expr *Literals::on_strings(TokenRange range) {
    const StringLiteral s = read_string(source, range);
    auto *l = ctx.make<Literal>();
    l->range = range;
    l->where = range.first;
    l->literal = LiteralKind::string;
    l->length = s.elements;
    l->type = types.array_of(types.basic(element_type(s.encoding, TypeKind::char_, ctx.options.target)), s.elements);
    l->lvalue = true;
    return l;
}

Expr *Literals::on_threads(TokenIndex t) {
    ThreadsExpr *e = ctx.make<ThreadsExpr>();
    e->range = {t, t + 1};
    e->where = t;
    e->type = types.basic(TypeKind::int_);
    return e;
}

Expr *Literals::on_mythread(TokenIndex t) {
    MythreadExpr *e = ctx.make<MythreadExpr>();
    e->range = {t, t + 1};
    e->where = t;
    e->type = types.basic(TypeKind::int_);
    return e;
}

Expr *Literals::on_max_block_size(TokenIndex t) {
    Literal *l = ctx.make<Literal>();
    l->range = {t, t + 1};
    l->where = t;
    l->value = upc_max_block_size;
    l->type = types.basic(TypeKind::int_);
    return l;
}

} // namespace polder::cc
