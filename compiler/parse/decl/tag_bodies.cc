// The body of a record is read member by member; a member that cannot be read is skipped.
#include "compiler/parse/decl/tag_bodies.h"

#include "compiler/sema/layout.h"

namespace polder::cc {

QualType TagParser::parse_tag(Specifiers &s) {
    return cursor_.at(Tok::kw_enum) ? parse_enum(s) : parse_record(s);
}

/// Keyword, attributes, tag and, of an enum, the type behind a colon. False, after a message, if
/// nothing names or defines a type.
bool TagParser::parse_tag_head(TagHead &head, bool is_enum) {
    head.keyword = cursor_.position();
    cursor_.next();
    attributes_.parse_attributes(head.attributes);
    head.name = cursor_.position();
    if (cursor_.at(Tok::identifier)) {
        head.tag = cursor_.token().name;
        cursor_.next();
    }
    if (is_enum && cursor_.at(Tok::colon) && lookahead_.starts_type(1)) { // `enum e : unsigned char { ... }` of C23
        cursor_.next();
        ParsedSpecifiers sp;
        Specifiers underlying;
        specifiers_.parse_specifiers(underlying, sp, false);
        head.underlying = underlying.type;
    }
    head.defines = cursor_.at(Tok::l_brace);
    if (head.defines || head.tag != Name::none) return true;
    cursor_.error_here(DiagId::parse_expected, "identifier or '{'");
    return false;
}

QualType TagParser::parse_record(Specifiers &s) {
    const bool is_union = cursor_.at(Tok::kw_union);
    TagHead head;
    if (!parse_tag_head(head, false)) return ctx_.types.error();
    const bool alone = cursor_.at(Tok::semicolon) && s.storage == Storage::none;
    RecordDecl *r = sema_.tags.on_record_tag(is_union, head.tag, head.keyword, head.name, head.defines, alone);
    s.tag = r;
    s.defines_tag = head.defines;
    if (!head.defines) return r->self;
    r->open = true;
    r->keyword = head.keyword;
    const TokenIndex open = cursor_.position();
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return ctx_.types.error();
    cursor_.next();
    parse_members(r);
    r->body = cursor_.since(open);
    r->range = cursor_.since(head.keyword);
    if (!cursor_.expect(Tok::r_brace)) return r->self;
    r->body = cursor_.since(open);
    attributes_.parse_attributes(head.attributes);
    r->range = cursor_.since(head.keyword);
    sema_.tags.finish_record(r, head.attributes);
    return r->self;
}

void TagParser::parse_members(RecordDecl *r) {
    while (!cursor_.at(Tok::r_brace) && !cursor_.at_end()) {
        const TokenIndex before = cursor_.position();
        if (cursor_.at(Tok::semicolon))
            cursor_.next();
        else if (cursor_.at(Tok::pragma)) {
            pragmas_.act_on(cursor_.position(), true);
            cursor_.next();
        } else if (cursor_.at(Tok::kw_static_assert))
            r->members.push_back(standalone_.parse_static_assert());
        else
            parse_member_declaration(r);
        if (cursor_.position() == before) cursor_.next();
    }
}

/// False if there is no declarator; it is said why.
bool TagParser::parse_member_declarator(RecordDecl *r, Declaration *d, ParsedSpecifiers &sp) {
    std::vector<Attribute> leading;
    attributes_.parse_attributes(leading);
    ParsedDeclarator dp;
    if (cursor_.at(Tok::colon)) {
        dp.node = ctx_.make<Declarator>();
        dp.node->range = dp.node->declarator = {cursor_.position(), cursor_.position()};
        dp.node->where = cursor_.position();
        dp.node->attribute_at = cursor_.position();
    } else
        dp = declarators_.parse_declarator(DeclaratorForm::named);
    const TokenIndex from = dp.node->range.first;
    if (cursor_.accept(Tok::colon))
        dp.node->bit_width = expressions_.parse_constant();
    else if (!dp.node->has_name)
        return false;
    declarators_.parse_declarator_tail(dp);
    dp.node->attributes.insert(dp.node->attributes.end(), leading.begin(), leading.end());
    dp.node->range = cursor_.since(from);
    d->declarators.push_back(dp.node);
    sema_.tags.on_member_declarator(r, d->specifiers, sp, dp);
    return true;
}

void TagParser::parse_member_declaration(RecordDecl *r) {
    Declaration *d = ctx_.make<Declaration>();
    const TokenIndex first = cursor_.position();
    d->where = first;
    d->is_member = true;
    r->members.push_back(d);
    ParsedSpecifiers sp;
    specifiers_.parse_specifiers(d->specifiers, sp, false);
    if (!sp.has_type && d->specifiers.range.empty()) {
        cursor_.error_here(DiagId::parse_expected_member, "");
        cursor_.recover();
        d->range = cursor_.since(first);
        return;
    }
    if (cursor_.at(Tok::semicolon))
        sema_.tags.on_anonymous_member(r, d->specifiers);
    else
        do {
            if (parse_member_declarator(r, d, sp)) continue;
            cursor_.recover();
            d->range = cursor_.since(first);
            return;
        } while (cursor_.accept(Tok::comma));
    if (!cursor_.accept(Tok::semicolon) && !cursor_.at(Tok::r_brace)) {
        cursor_.error_here(DiagId::parse_expected, "';'");
        if (!cursor_.at_line_start()) cursor_.recover();
    }
    d->range = cursor_.since(first);
}

bool TagParser::parse_enumerators(EnumDecl *e) {
    while (!cursor_.at(Tok::r_brace) && !cursor_.at_end()) {
        if (!cursor_.at(Tok::identifier)) {
            cursor_.error_here(DiagId::parse_expected, "identifier");
            cursor_.skip_to_close(Tok::r_brace);
            return false;
        }
        const TokenIndex id = cursor_.position();
        cursor_.next();
        std::vector<Attribute> ignored;
        attributes_.parse_attributes(ignored);
        Expr *value = cursor_.accept(Tok::equal) ? expressions_.parse_constant() : nullptr;
        EnumeratorDecl *c = sema_.tags.on_enumerator(e, id, value);
        c->range = cursor_.since(id);
        if (!cursor_.accept(Tok::comma)) break;
    }
    return true;
}

QualType TagParser::parse_enum(Specifiers &s) {
    TagHead head;
    if (!parse_tag_head(head, true)) return ctx_.types.error();
    EnumDecl *e = sema_.tags.on_enum_tag(head.tag, head.keyword, head.name, head.defines, cursor_.at(Tok::semicolon));
    s.tag = e;
    s.defines_tag = head.defines;
    if (!head.underlying.is_null() && ctx_.types.is_integer(head.underlying)) {
        e->fixed = e->underlying = ctx_.types.decayed(head.underlying);
        e->complete = true;
    }
    if (!head.defines) return e->self;
    e->open = true;
    e->keyword = head.keyword;
    cursor_.next();
    if (!parse_enumerators(e)) return e->self;
    cursor_.expect(Tok::r_brace);
    attributes_.parse_attributes(head.attributes);
    e->range = cursor_.since(head.keyword);
    for (const Attribute &a : head.attributes)
        e->packed |= a.name == "packed";
    lay_out_enum(ctx_, e);
    return e->self;
}

} // namespace polder::cc
