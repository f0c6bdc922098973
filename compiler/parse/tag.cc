// struct, union and enum specifiers. C11 6.7.2.1, 6.7.2.2.
#include "compiler/parse/parser.h"
#include "compiler/sema/layout.h"

namespace polder::cc {

/// Keyword, attributes, tag and, of an enum, the type behind a colon. False, after a message, if
/// nothing names or defines a type.
bool Parser::parse_tag_head(TagHead &head, bool is_enum) {
    head.keyword = pos_;
    next();
    parse_attributes(head.attributes);
    head.name = pos_;
    if (at(Tok::identifier)) {
        head.tag = token().name;
        next();
    }
    if (is_enum && at(Tok::colon) && starts_type(1)) { // `enum e : unsigned char { ... }` of C23
        next();
        ParsedSpecifiers sp;
        Specifiers underlying;
        parse_specifiers(underlying, sp, false);
        head.underlying = underlying.type;
    }
    head.defines = at(Tok::l_brace);
    if (head.defines || head.tag != Name::none) return true;
    error_here(DiagId::parse_expected, "identifier or '{'");
    return false;
}

QualType Parser::parse_record(Specifiers &s) {
    const bool is_union = at(Tok::kw_union);
    TagHead head;
    if (!parse_tag_head(head, false)) return ctx_.types.error();
    const bool alone = at(Tok::semicolon) && s.storage == Storage::none;
    RecordDecl *r = sema_.tags.on_record_tag(is_union, head.tag, head.keyword, head.name, head.defines, alone);
    s.tag = r;
    s.defines_tag = head.defines;
    if (!head.defines) return r->self;
    r->open = true;
    r->keyword = head.keyword;
    const TokenIndex open = pos_;
    Nesting nesting(*this);
    if (!nesting) return ctx_.types.error();
    next();
    parse_members(r);
    r->body = since(open);
    r->range = since(head.keyword);
    if (!expect(Tok::r_brace)) return r->self;
    r->body = since(open);
    parse_attributes(head.attributes);
    r->range = since(head.keyword);
    sema_.tags.finish_record(r, head.attributes);
    return r->self;
}

void Parser::parse_members(RecordDecl *r) {
    while (!at(Tok::r_brace) && !at_end()) {
        const TokenIndex before = pos_;
        if (at(Tok::semicolon))
            next();
        else if (at(Tok::pragma)) {
            act_on_pragma(pos_, true);
            next();
        } else if (at(Tok::kw_static_assert))
            parse_static_assert();
        else
            parse_member_declaration(r);
        if (pos_ == before) next();
    }
}

void Parser::parse_member_declaration(RecordDecl *r) {
    Declaration *d = ctx_.make<Declaration>();
    const TokenIndex first = pos_;
    d->where = first;
    d->is_member = true;
    r->members.push_back(d);
    ParsedSpecifiers sp;
    parse_specifiers(d->specifiers, sp, false);
    if (!sp.has_type && d->specifiers.range.empty()) {
        error_here(DiagId::parse_expected_member, "");
        recover();
        d->range = since(first);
        return;
    }
    if (at(Tok::semicolon))
        sema_.tags.on_anonymous_member(r, d->specifiers);
    else
        do {
            std::vector<Attribute> leading;
            parse_attributes(leading);
            ParsedDeclarator dp;
            if (at(Tok::colon)) {
                dp.node = ctx_.make<Declarator>();
                dp.node->range = dp.node->declarator = {pos_, pos_};
                dp.node->where = pos_;
                dp.node->attribute_at = pos_;
            } else
                dp = parse_declarator(DeclaratorForm::named);
            const TokenIndex from = dp.node->range.first;
            if (accept(Tok::colon))
                dp.node->bit_width = parse_constant();
            else if (!dp.node->has_name) {
                recover();
                d->range = since(first);
                return;
            }
            parse_declarator_tail(dp);
            dp.node->attributes.insert(dp.node->attributes.end(), leading.begin(), leading.end());
            dp.node->range = since(from);
            d->declarators.push_back(dp.node);
            sema_.tags.on_member_declarator(r, d->specifiers, sp, dp);
        } while (accept(Tok::comma));
    if (!accept(Tok::semicolon) && !at(Tok::r_brace)) {
        error_here(DiagId::parse_expected, "';'");
        if (!(token().flags & Token::at_line_start)) recover();
    }
    d->range = since(first);
}

QualType Parser::parse_enum(Specifiers &s) {
    TagHead head;
    if (!parse_tag_head(head, true)) return ctx_.types.error();
    EnumDecl *e = sema_.tags.on_enum_tag(head.tag, head.keyword, head.name, head.defines, at(Tok::semicolon));
    s.tag = e;
    s.defines_tag = head.defines;
    if (!head.underlying.is_null() && ctx_.types.is_integer(head.underlying)) {
        e->fixed = e->underlying = ctx_.types.decayed(head.underlying);
        e->complete = true;
    }
    if (!head.defines) return e->self;
    e->open = true;
    e->keyword = head.keyword;
    next();
    while (!at(Tok::r_brace) && !at_end()) {
        if (!at(Tok::identifier)) {
            error_here(DiagId::parse_expected, "identifier");
            skip_to_close(Tok::r_brace);
            return e->self;
        }
        const TokenIndex id = pos_;
        next();
        std::vector<Attribute> ignored;
        parse_attributes(ignored);
        Expr *value = accept(Tok::equal) ? parse_constant() : nullptr;
        EnumeratorDecl *c = sema_.tags.on_enumerator(e, id, value);
        c->range = since(id);
        if (!accept(Tok::comma)) break;
    }
    expect(Tok::r_brace);
    parse_attributes(head.attributes);
    e->range = since(head.keyword);
    for (const Attribute &a : head.attributes)
        e->packed |= a.name == "packed";
    lay_out_enum(ctx_, e);
    return e->self;
}

} // namespace polder::cc
