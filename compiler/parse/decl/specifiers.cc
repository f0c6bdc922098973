// Type words may come in any order, so they are counted first.
#include "compiler/parse/decl/specifiers.h"

namespace polder::cc {

struct SpecifierParser::TypeWords { // the words that make up a basic type, counted
    int longs = 0;
    int shorts = 0;
    int signeds = 0;
    int unsigneds = 0;
    int ints = 0;
    int chars = 0;
    int doubles = 0;
    int floats = 0;
    int complexes = 0;
    TypeKind other = TypeKind::error; // a word that stands for a type by itself
    bool has_other = false;
    QualType named; // struct, enum, typedef name, typeof
    bool any = false;
    bool unsupported = false;
};

void SpecifierParser::parse_reference_qualifier(Qualifiers &q) {
    const uint8_t bit = cursor_.at(Tok::kw_strict) ? q_strict : q_relaxed;
    if ((q.bits & (q_strict | q_relaxed)) && !(q.bits & bit)) {
        sema_.state.report(DiagId::upc_strict_and_relaxed, cursor_.position());
        q.bad = true;
    } else {
        q.bits |= bit;
        q.reference_token = cursor_.position();
    }
    const TokenIndex first = cursor_.position();
    cursor_.next();
    q.upc_tokens.push_back(cursor_.since(first));
}

void SpecifierParser::parse_shared(Qualifiers &q) {
    const TokenIndex first = cursor_.position();
    q.shared = true;
    q.shared_token = cursor_.position();
    cursor_.next();
    if (cursor_.at(Tok::l_bracket)) {
        cursor_.next();
        if (cursor_.at(Tok::r_bracket)) {
            cursor_.next();
            sema_.shared_types.on_layout(q, nullptr, LayoutKind::indefinite, cursor_.since(first));
        } else if (cursor_.at(Tok::star) && cursor_.peek() == Tok::r_bracket) {
            cursor_.next();
            cursor_.next();
            sema_.shared_types.on_layout(q, nullptr, LayoutKind::star, cursor_.since(first));
        } else {
            Expr *size = expressions_.parse_expression();
            if (!cursor_.expect(Tok::r_bracket)) cursor_.skip_to_close(Tok::r_bracket);
            sema_.shared_types.on_layout(q, size, LayoutKind::block, cursor_.since(first));
        }
    }
    q.upc_tokens.push_back(cursor_.since(first));
}

bool SpecifierParser::parse_qualifier(Qualifiers &q) {
    switch (cursor_.token().kind) {
    case Tok::kw_const: q.bits |= q_const; break;
    case Tok::kw_volatile: q.bits |= q_volatile; break;
    case Tok::kw_restrict: q.bits |= q_restrict; break;
    case Tok::kw_atomic: q.bits |= q_atomic; break;
    case Tok::kw_shared: parse_shared(q); return true;
    case Tok::kw_strict:
    case Tok::kw_relaxed: parse_reference_qualifier(q); return true;
    default: return false;
    }
    cursor_.next();
    return true;
}

void SpecifierParser::parse_storage(Specifiers &s) {
    Storage storage = Storage::none;
    switch (cursor_.token().kind) {
    case Tok::kw_extern: storage = Storage::extern_; break;
    case Tok::kw_static: storage = Storage::static_; break;
    case Tok::kw_auto: storage = Storage::auto_; break;
    case Tok::kw_register: storage = Storage::register_; break;
    default: storage = Storage::typedef_; break;
    }
    if (s.storage == Storage::none) {
        s.storage = storage;
        s.storage_token = cursor_.position();
    } else if (s.storage != storage)
        sema_.state.report(DiagId::sema_two_storage_classes, cursor_.position());
    cursor_.next();
}

void SpecifierParser::set_type(TypeWords &w, QualType t, TokenIndex where) {
    if (w.any)
        sema_.state.report(DiagId::sema_two_types, where);
    else
        w.named = t;
    w.any = true;
}

bool SpecifierParser::parse_type_word(TypeWords &w) {
    TypeKind other = TypeKind::error;
    switch (cursor_.token().kind) {
    case Tok::kw_long: w.longs++; break;
    case Tok::kw_short: w.shorts++; break;
    case Tok::kw_signed: w.signeds++; break;
    case Tok::kw_unsigned: w.unsigneds++; break;
    case Tok::kw_int: w.ints++; break;
    case Tok::kw_char: w.chars++; break;
    case Tok::kw_double: w.doubles++; break;
    case Tok::kw_float: w.floats++; break;
    case Tok::kw_complex:
    case Tok::kw_imaginary: w.complexes++; break;
    case Tok::kw_void: other = TypeKind::void_; break;
    case Tok::kw_bool: other = TypeKind::bool_; break;
    case Tok::kw_int128: other = TypeKind::int128; break;
    case Tok::kw_float16: other = TypeKind::float16; break;
    case Tok::kw_bfloat16: other = TypeKind::bfloat16; break;
    case Tok::kw_float32: other = TypeKind::float32; break;
    case Tok::kw_float64: other = TypeKind::float64; break;
    case Tok::kw_float128: other = TypeKind::float128; break;
    case Tok::kw_float32x: other = TypeKind::float32x; break;
    case Tok::kw_float64x: other = TypeKind::float64x; break;
    case Tok::kw_auto_type: other = TypeKind::auto_; break;
    default: return false;
    }
    if (!w.named.is_null() || (w.has_other && other != TypeKind::error)) {
        sema_.state.report(DiagId::sema_two_types, cursor_.position());
        cursor_.next();
        return true;
    }
    if (other != TypeKind::error) {
        w.other = other;
        w.has_other = true;
    }
    w.any = true;
    cursor_.next();
    return true;
}

QualType SpecifierParser::type_of_words(const TypeWords &w, TokenIndex where) {
    TypeTable &t = ctx_.types;
    if (w.unsupported) return t.error();
    if (!w.named.is_null()) return w.named;
    TypeKind k = TypeKind::int_;
    bool bad = w.longs > 2 || w.shorts > 1 || (w.signeds && w.unsigneds) || (w.longs && w.shorts);
    if (w.has_other) {
        k = w.other;
        if (k == TypeKind::int128 && w.unsigneds) k = TypeKind::uint128;
        bad |= w.longs || w.shorts || w.ints || w.chars || w.doubles || w.floats ||
               ((w.signeds || w.unsigneds) && w.other != TypeKind::int128);
    } else if (w.chars) {
        k = w.unsigneds ? TypeKind::uchar : w.signeds ? TypeKind::schar : TypeKind::char_;
        bad |= w.longs || w.shorts || w.ints || w.doubles || w.floats || w.chars > 1;
    } else if (w.floats || w.doubles) {
        k = w.floats ? TypeKind::float_ : w.longs ? TypeKind::ldouble : TypeKind::double_;
        bad |= w.floats + w.doubles > 1 || w.shorts || w.ints || w.signeds || w.unsigneds || w.longs > 1 ||
               (w.floats && w.longs);
    } else if (w.longs == 2)
        k = w.unsigneds ? TypeKind::ullong : TypeKind::llong;
    else if (w.longs)
        k = w.unsigneds ? TypeKind::ulong : TypeKind::long_;
    else if (w.shorts)
        k = w.unsigneds ? TypeKind::ushort : TypeKind::short_;
    else if (w.unsigneds)
        k = TypeKind::uint;
    else if (w.complexes && !w.ints && !w.signeds)
        k = TypeKind::double_; // plain _Complex
    if (bad) {
        sema_.state.report(DiagId::sema_two_types, where);
        return t.error();
    }
    return w.complexes ? t.complex_of(t.basic(k)) : t.basic(k);
}

void SpecifierParser::parse_typeof(Specifiers &s, TypeWords &w) {
    const TokenIndex first = cursor_.position();
    cursor_.next();
    QualType t = ctx_.types.error();
    if (cursor_.expect(Tok::l_paren)) {
        if (lookahead_.starts_type() || (cursor_.at(Tok::kw_extension) && lookahead_.starts_type(1))) {
            Declaration *d = grammar_.parse_type_name();
            s.type_operands.push_back(d);
            t = d->type;
        } else {
            Expr *e = expressions_.parse_expression();
            s.exprs.push_back(e);
            t = e->type;
        }
        if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    }
    // The spellings with `unqual` make shared types private ones, too.
    if (ctx_.source.spelling(first).find("unqual") != std::string_view::npos && !ctx_.types.is_error(t))
        t = ctx_.types.decayed(ctx_.types.unshared(t));
    set_type(w, ctx_.types.is_error(t) ? t : ctx_.types.typeof_of(t), first);
}

/// `_BitInt(n)`, `_Decimal64`: said once; the type is an error from which no others follow.
void SpecifierParser::parse_unsupported_type(TypeWords &w) {
    sema_.state.report(DiagId::parse_unsupported_type, cursor_.position(),
                       {"'" + std::string(ctx_.source.spelling(cursor_.position())) + "'"});
    const bool has_width = cursor_.at(Tok::kw_bit_int) && cursor_.peek() == Tok::l_paren;
    cursor_.next();
    if (has_width) {
        cursor_.next();
        expressions_.parse_expression();
        if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    }
    w.any = w.unsupported = true;
}

void SpecifierParser::parse_atomic(Specifiers &s, ParsedSpecifiers &sp, TypeWords &w) {
    if (cursor_.peek() != Tok::l_paren) {
        sp.qualifiers.bits |= q_atomic;
        cursor_.next();
        return;
    }
    const TokenIndex first = cursor_.position();
    cursor_.next();
    cursor_.next();
    Declaration *d = grammar_.parse_type_name();
    s.type_operands.push_back(d);
    cursor_.expect(Tok::r_paren);
    set_type(w, ctx_.types.is_error(d->type) ? d->type : d->type.with(q_atomic), first);
}

void SpecifierParser::parse_alignas(Specifiers &s) {
    const TokenIndex keyword = cursor_.position();
    cursor_.next();
    Attribute a;
    a.name = "aligned";
    if (cursor_.expect(Tok::l_paren)) {
        const TokenIndex first = cursor_.position();
        if (lookahead_.starts_type()) {
            Declaration *d = grammar_.parse_type_name();
            a.value = sema_.unary_operators.on_size(SizeOp::alignof_, first, d, nullptr, cursor_.since(first));
        } else {
            a.value = sema_.conversions.rvalue(expressions_.parse_constant());
        }
        a.args = cursor_.since(first);
        sema_.attribute_operands.on_operand(ctx_.source.spelling(keyword), a.value, a.args);
        if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    }
    s.attributes.push_back(a);
}

/// The words that are a specifier by themselves.
void SpecifierParser::parse_plain_specifier(Specifiers &s, ParsedSpecifiers &sp) {
    switch (cursor_.token().kind) {
    case Tok::kw_thread_local: s.thread_local_ = true; break;
    case Tok::kw_inline: s.inline_ = true; break;
    case Tok::kw_noreturn: s.noreturn = true; break;
    case Tok::kw_extension: s.in_extension = true; break;
    default:
        s.constexpr_ = true;
        sp.qualifiers.bits |= q_const;
        break;
    }
    cursor_.next();
}

/// The name of a type, or what must be one.
bool SpecifierParser::parse_typedef_name(ParsedSpecifiers &sp, TypeWords &w) {
    if (w.any) return false;
    const TypedefDecl *t = sema_.identifiers.typedef_named(cursor_.token().name);
    if (t) {
        sp.explicit_layout |= sema_.shared_types.has_explicit_layout(t);
        set_type(w,
                 ctx_.types.is_error(t->type) ? t->type
                 : t->name_token              ? ctx_.types.typedef_of(const_cast<TypedefDecl *>(t), t->type)
                                              : t->type,
                 cursor_.position());
    } else if (lookahead_.looks_like_unknown_type()) {
        sema_.identifiers.on_unknown_type(cursor_.position());
        set_type(w, ctx_.types.error(), cursor_.position());
    } else
        return false;
    cursor_.next();
    return true;
}

/// One specifier; false at the first token that is none.
bool SpecifierParser::parse_specifier(Specifiers &s, ParsedSpecifiers &sp, TypeWords &w, bool storage_allowed) {
    switch (cursor_.token().kind) {
    case Tok::kw_extern:
    case Tok::kw_static:
    case Tok::kw_auto:
    case Tok::kw_register:
    case Tok::kw_typedef:
        if (!storage_allowed) sema_.state.report(DiagId::sema_storage_not_allowed, cursor_.position());
        parse_storage(s);
        return true;
    case Tok::kw_thread_local:
    case Tok::kw_inline:
    case Tok::kw_noreturn:
    case Tok::kw_extension:
    case Tok::kw_constexpr: parse_plain_specifier(s, sp); return true;
    case Tok::kw_attribute:
    case Tok::attribute_open: attributes_.parse_attributes(s.attributes); return true;
    case Tok::kw_alignas: parse_alignas(s); return true;
    case Tok::kw_typeof: parse_typeof(s, w); return true;
    case Tok::kw_atomic: parse_atomic(s, sp, w); return true;
    case Tok::kw_bit_int:
    case Tok::kw_decimal: parse_unsupported_type(w); return true;
    case Tok::kw_struct:
    case Tok::kw_union:
    case Tok::kw_enum: {
        const TokenIndex where = cursor_.position();
        set_type(w, grammar_.parse_tag(s), where);
        return true;
    }
    case Tok::identifier: return parse_typedef_name(sp, w);
    default: return parse_qualifier(sp.qualifiers) || parse_type_word(w);
    }
}

void SpecifierParser::parse_specifiers(Specifiers &s, ParsedSpecifiers &sp, bool storage_allowed) {
    const TokenIndex first = cursor_.position();
    TypeWords words;
    TokenIndex before;
    do
        before = cursor_.position();
    while (parse_specifier(s, sp, words, storage_allowed) && cursor_.position() != before);
    s.range = cursor_.position() == first ? TokenRange{first, first} : cursor_.since(first);
    if (ctx_.options.c23 && !words.any && s.storage == Storage::auto_) { // the initialiser says the type
        words.any = words.has_other = true;
        words.other = TypeKind::auto_;
    }
    sp.has_type = words.any;
    sp.implicit_int = !words.any;
    s.type = type_of_words(words, first);
    s.upc_tokens = sp.qualifiers.upc_tokens;
    s.exprs.insert(s.exprs.end(), sp.qualifiers.exprs.begin(), sp.qualifiers.exprs.end());
    s.star_layout = sp.qualifiers.layout == LayoutKind::star && !sp.explicit_layout;
    s.type = sema_.shared_types.apply_qualifiers(s.type, sp.qualifiers, sp.explicit_layout, first);
}

} // namespace polder::cc
