// Declarators, parameter lists and type names. C11 6.7.6, 6.7.7.
//
// Chunks are collected from the name outward; sema/declarator.cc makes the type.
#include "compiler/parse/parser.h"

namespace polder::cc {

ParsedDeclarator Parser::parse_declarator(DeclaratorForm form) {
    ParsedDeclarator d;
    d.node = ctx_.make<Declarator>();
    const TokenIndex first = pos_;
    d.node->where = first;
    parse_pointers_and_direct(d, form);
    d.node->range = d.node->declarator = pos_ == first ? TokenRange{first, first} : since(first);
    d.node->attribute_at = d.node->declarator.last;
    if (!d.chunks.empty() && d.chunks.back().kind == ChunkKind::pointer) {
        d.node->has_base_star = true;
        d.node->base_star = d.chunks.back().token;
    }
    return d;
}

/// pointer_opt direct-declarator: the pointers bind looser than the suffixes, so they go behind
/// them in the list.
void Parser::parse_pointers_and_direct(ParsedDeclarator &d, DeclaratorForm form) {
    Nesting nesting(*this);
    if (!nesting) return;
    std::vector<Chunk> pointers;
    while (at(Tok::star) || at(Tok::caret)) {
        Chunk c;
        c.kind = ChunkKind::pointer;
        c.token = pos_;
        next();
        for (;;) {
            if (at_attribute()) {
                std::vector<Attribute> ignored;
                parse_attributes(ignored);
            } else if (!accept(Tok::kw_extension) && !parse_qualifier(c.qualifiers))
                break;
        }
        d.node->upc_tokens.insert(d.node->upc_tokens.end(), c.qualifiers.upc_tokens.begin(),
                                  c.qualifiers.upc_tokens.end());
        d.node->children.insert(d.node->children.end(), c.qualifiers.exprs.begin(), c.qualifiers.exprs.end());
        pointers.push_back(std::move(c));
        if (pointers.size() > depth_limit && !too_deep()) return;
    }
    if (at_attribute()) parse_attributes(d.node->attributes);
    if (at(Tok::identifier) && form != DeclaratorForm::abstract) {
        d.name = token().name;
        d.node->has_name = true;
        d.node->name_token = d.node->where = pos_;
        next();
    } else if (at(Tok::l_paren) && (form == DeclaratorForm::named || !paren_opens_parameters())) {
        next();
        if (at_attribute()) parse_attributes(d.node->attributes);
        parse_pointers_and_direct(d, form);
        if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
    } else if (form == DeclaratorForm::named) {
        error_here(DiagId::parse_expected, "identifier or '('");
        return;
    }
    std::vector<Chunk> suffixes;
    parse_direct_suffixes(d, suffixes, form);
    for (Chunk &c : suffixes)
        d.chunks.push_back(std::move(c));
    for (size_t i = pointers.size(); i-- > 0;)
        d.chunks.push_back(std::move(pointers[i]));
}

/// In an abstract declarator `(` may open a parameter list or a nested declarator.
bool Parser::paren_opens_parameters() const {
    const Tok behind = peek();
    return behind == Tok::r_paren || behind == Tok::ellipsis ||
           (starts_type(1) && behind != Tok::kw_attribute && behind != Tok::attribute_open);
}

void Parser::parse_direct_suffixes(ParsedDeclarator &d, std::vector<Chunk> &chunks, DeclaratorForm) {
    for (;;) {
        if (at(Tok::attribute_open) && d.node) // of C23, behind a name, bounds or parameters
            parse_attributes(d.node->attributes);
        if (at(Tok::l_bracket))
            chunks.push_back(parse_array_suffix(d));
        else if (at(Tok::l_paren))
            chunks.push_back(parse_function_suffix(d));
        else
            return;
        if (chunks.size() > depth_limit && !too_deep()) return;
    }
}

Chunk Parser::parse_array_suffix(ParsedDeclarator &d) {
    Chunk c;
    c.kind = ChunkKind::array;
    c.token = pos_;
    next();
    while (accept(Tok::kw_static) || parse_qualifier(c.qualifiers)) {
    }
    if (at(Tok::star) && peek() == Tok::r_bracket) {
        c.star = true;
        next();
    } else if (!at(Tok::r_bracket)) {
        c.size = parse_assignment();
        c.size = sema_.conversions.rvalue(c.size);
        d.node->children.push_back(c.size);
    }
    if (!expect(Tok::r_bracket)) skip_to_close(Tok::r_bracket);
    return c;
}

Chunk Parser::parse_function_suffix(ParsedDeclarator &d) {
    Chunk c;
    c.kind = ChunkKind::function;
    c.token = pos_;
    Nesting nesting(*this);
    if (!nesting) return c;
    next();
    sema_.state.scopes.push(ScopeKind::prototype);
    if (at(Tok::r_paren))
        c.prototyped = false;
    else if (at(Tok::identifier) && !starts_type() && (peek() == Tok::comma || peek() == Tok::r_paren))
        parse_identifier_list(c);
    else
        parse_parameter_list(d, c);
    c.scope = sema_.state.scopes.pop_saved();
    if (!expect(Tok::r_paren)) skip_to_close(Tok::r_paren);
    return c;
}

void Parser::parse_identifier_list(Chunk &c) {
    c.prototyped = false;
    c.identifier_list = true;
    do {
        if (!at(Tok::identifier)) {
            error_here(DiagId::parse_expected, "identifier");
            return;
        }
        ParamDecl *p = ctx_.make<ParamDecl>();
        p->name = token().name;
        p->name_token = p->where = pos_;
        p->range = {pos_, pos_ + 1};
        p->canonical = p;
        p->type = p->written_type = ctx_.types.basic(TypeKind::int_);
        p->definition = true;
        sema_.state.scopes.declare(p->name, p);
        c.params.push_back(p);
        next();
    } while (accept(Tok::comma));
}

void Parser::parse_parameter_list(ParsedDeclarator &d, Chunk &c) {
    do {
        if (accept(Tok::ellipsis)) {
            c.variadic = true;
            return;
        }
        if (at_end() || at(Tok::r_paren)) {
            error_here(DiagId::parse_expected, "parameter");
            return;
        }
        const TokenIndex before = pos_;
        Declaration *p = parse_parameter();
        d.node->children.push_back(p);
        ParamDecl *decl = p->declarators.empty() ? nullptr : as<ParamDecl>(p->declarators[0]->decl);
        if (decl && decl->name == Name::none && c.params.empty() && at(Tok::r_paren) &&
            ctx_.types.is_void(decl->type) && !ctx_.types.is_error(decl->type))
            return; // (void)
        if (decl) c.params.push_back(decl);
        if (pos_ == before) return;
    } while (accept(Tok::comma));
}

Declaration *Parser::parse_parameter() {
    Declaration *d = ctx_.make<Declaration>();
    const TokenIndex first = pos_;
    d->is_param = true;
    d->where = first;
    ParsedSpecifiers sp;
    parse_specifiers(d->specifiers, sp, true);
    d->range = since(first);
    if (d->specifiers.range.empty()) {
        if (at(Tok::identifier)) {
            sema_.identifiers.on_unknown_type(pos_);
            next();
        } else
            error_here(DiagId::parse_expected, "parameter");
        d->specifiers.type = ctx_.types.error();
    }
    ParsedDeclarator dp = parse_declarator(DeclaratorForm::either);
    parse_declarator_tail(dp);
    d->declarators.push_back(dp.node);
    d->range = since(first);
    sema_.functions.on_param(d->specifiers, sp, dp, d);
    return d;
}

void Parser::parse_declarator_tail(ParsedDeclarator &d) {
    while (at(Tok::kw_asm) || at_attribute()) {
        if (at(Tok::kw_asm))
            parse_asm_label();
        else
            parse_attributes(d.node->attributes);
        d.node->attribute_at = last_ + 1;
    }
}

Declaration *Parser::parse_type_name() {
    Declaration *d = ctx_.make<Declaration>();
    const TokenIndex first = pos_;
    d->is_type_name = true;
    d->where = first;
    d->type = ctx_.types.error();
    d->range = {first, first};
    Nesting nesting(*this);
    if (!nesting) return d;
    ParsedSpecifiers sp;
    parse_specifiers(d->specifiers, sp, false);
    if (!sp.has_type && d->specifiers.range.empty()) {
        error_here(DiagId::parse_expected, "type name");
        d->specifiers.type = ctx_.types.error();
    }
    ParsedDeclarator dp = parse_declarator(DeclaratorForm::abstract);
    parse_declarator_tail(dp);
    d->declarators.push_back(dp.node);
    sema_.declarator_types.on_type_name(d, sp, dp);
    d->range = since(first);
    return d;
}

} // namespace polder::cc
