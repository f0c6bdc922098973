// Pointers bind looser than suffixes, so they go behind them in the list of chunks.
#include "compiler/parse/decl/declarators.h"

namespace polder::cc {

ParsedDeclarator DeclaratorParser::parse_declarator(DeclaratorForm form) {
    ParsedDeclarator d;
    d.node = ctx_.make<Declarator>();
    const TokenIndex first = cursor_.position();
    d.node->where = first;
    parse_pointers_and_direct(d, form);
    d.node->range = d.node->declarator = cursor_.position() == first ? TokenRange{first, first} : cursor_.since(first);
    d.node->attribute_at = d.node->declarator.last;
    if (!d.chunks.empty() && d.chunks.back().kind == ChunkKind::pointer) {
        d.node->has_base_star = true;
        d.node->base_star = d.chunks.back().token;
    }
    return d;
}

bool DeclaratorParser::parse_pointers(ParsedDeclarator &d, std::vector<Chunk> &pointers) {
    while (cursor_.at(Tok::star) || cursor_.at(Tok::caret)) {
        Chunk c;
        c.kind = ChunkKind::pointer;
        c.token = cursor_.position();
        cursor_.next();
        for (;;) {
            if (lookahead_.at_attribute()) {
                std::vector<Attribute> ignored;
                attributes_.parse_attributes(ignored);
            } else if (!cursor_.accept(Tok::kw_extension) && !specifiers_.parse_qualifier(c.qualifiers))
                break;
        }
        d.node->upc_tokens.insert(d.node->upc_tokens.end(), c.qualifiers.upc_tokens.begin(),
                                  c.qualifiers.upc_tokens.end());
        d.node->children.insert(d.node->children.end(), c.qualifiers.exprs.begin(), c.qualifiers.exprs.end());
        pointers.push_back(std::move(c));
        if (cursor_.too_many(pointers.size())) return false;
    }
    return true;
}

/// pointer_opt direct-declarator: the pointers bind looser than the suffixes, so they go behind
/// them in the list.
void DeclaratorParser::parse_pointers_and_direct(ParsedDeclarator &d, DeclaratorForm form) {
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return;
    std::vector<Chunk> pointers;
    if (!parse_pointers(d, pointers)) return;
    if (lookahead_.at_attribute()) attributes_.parse_attributes(d.node->attributes);
    if (cursor_.at(Tok::identifier) && form != DeclaratorForm::abstract) {
        d.name = cursor_.token().name;
        d.node->has_name = true;
        d.node->name_token = d.node->where = cursor_.position();
        cursor_.next();
    } else if (cursor_.at(Tok::l_paren) && (form == DeclaratorForm::named || !paren_opens_parameters())) {
        cursor_.next();
        if (lookahead_.at_attribute()) attributes_.parse_attributes(d.node->attributes);
        parse_pointers_and_direct(d, form);
        if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    } else if (form == DeclaratorForm::named) {
        cursor_.error_here(DiagId::parse_expected, "identifier or '('");
        return;
    }
    std::vector<Chunk> suffixes;
    parse_direct_suffixes(d, suffixes);
    for (Chunk &c : suffixes)
        d.chunks.push_back(std::move(c));
    for (size_t i = pointers.size(); i-- > 0;)
        d.chunks.push_back(std::move(pointers[i]));
}

/// In an abstract declarator `(` may open a parameter list or a nested declarator.
bool DeclaratorParser::paren_opens_parameters() const {
    const Tok behind = cursor_.peek();
    return behind == Tok::r_paren || behind == Tok::ellipsis ||
           (lookahead_.starts_type(1) && behind != Tok::kw_attribute && behind != Tok::attribute_open);
}

void DeclaratorParser::parse_direct_suffixes(ParsedDeclarator &d, std::vector<Chunk> &chunks) {
    for (;;) {
        if (cursor_.at(Tok::attribute_open) && d.node) // of C23, behind a name, bounds or parameters
            attributes_.parse_attributes(d.node->attributes);
        if (cursor_.at(Tok::l_bracket))
            chunks.push_back(parse_array_suffix(d));
        else if (cursor_.at(Tok::l_paren))
            chunks.push_back(parse_function_suffix(d));
        else
            return;
        if (cursor_.too_many(chunks.size())) return;
    }
}

Chunk DeclaratorParser::parse_array_suffix(ParsedDeclarator &d) {
    Chunk c;
    c.kind = ChunkKind::array;
    c.token = cursor_.position();
    cursor_.next();
    while (cursor_.accept(Tok::kw_static) || specifiers_.parse_qualifier(c.qualifiers)) {
    }
    if (cursor_.at(Tok::star) && cursor_.peek() == Tok::r_bracket) {
        c.star = true;
        cursor_.next();
    } else if (!cursor_.at(Tok::r_bracket)) {
        c.size = expressions_.parse_assignment();
        c.size = sema_.conversions.rvalue(c.size);
        d.node->children.push_back(c.size);
    }
    if (!cursor_.expect(Tok::r_bracket)) cursor_.skip_to_close(Tok::r_bracket);
    return c;
}

Chunk DeclaratorParser::parse_function_suffix(ParsedDeclarator &d) {
    Chunk c;
    c.kind = ChunkKind::function;
    c.token = cursor_.position();
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return c;
    cursor_.next();
    sema_.state.scopes.push(ScopeKind::prototype);
    if (cursor_.at(Tok::r_paren))
        c.prototyped = false;
    else if (cursor_.at(Tok::identifier) && !lookahead_.starts_type() &&
             (cursor_.peek() == Tok::comma || cursor_.peek() == Tok::r_paren))
        parse_identifier_list(c);
    else
        parse_parameter_list(d, c);
    c.scope = sema_.state.scopes.pop_saved();
    if (!cursor_.expect(Tok::r_paren)) cursor_.skip_to_close(Tok::r_paren);
    return c;
}

void DeclaratorParser::parse_identifier_list(Chunk &c) {
    c.prototyped = false;
    c.identifier_list = true;
    do {
        if (!cursor_.at(Tok::identifier)) {
            cursor_.error_here(DiagId::parse_expected, "identifier");
            return;
        }
        ParamDecl *p = ctx_.make<ParamDecl>();
        p->name = cursor_.token().name;
        p->name_token = p->where = cursor_.position();
        p->range = {cursor_.position(), cursor_.position() + 1};
        p->canonical = p;
        p->type = p->written_type = ctx_.types.basic(TypeKind::int_);
        p->definition = true;
        sema_.state.scopes.declare(p->name, p);
        c.params.push_back(p);
        cursor_.next();
    } while (cursor_.accept(Tok::comma));
}

void DeclaratorParser::parse_parameter_list(ParsedDeclarator &d, Chunk &c) {
    do {
        if (cursor_.accept(Tok::ellipsis)) {
            c.variadic = true;
            return;
        }
        if (cursor_.at_end() || cursor_.at(Tok::r_paren)) {
            cursor_.error_here(DiagId::parse_expected, "parameter");
            return;
        }
        const TokenIndex before = cursor_.position();
        Declaration *p = parse_parameter();
        d.node->children.push_back(p);
        ParamDecl *decl = p->declarators.empty() ? nullptr : as<ParamDecl>(p->declarators[0]->decl);
        if (decl && decl->name == Name::none && c.params.empty() && cursor_.at(Tok::r_paren) &&
            ctx_.types.is_void(decl->type) && !ctx_.types.is_error(decl->type))
            return; // (void)
        if (decl) c.params.push_back(decl);
        if (cursor_.position() == before) return;
    } while (cursor_.accept(Tok::comma));
}

Declaration *DeclaratorParser::parse_parameter() {
    Declaration *d = ctx_.make<Declaration>();
    const TokenIndex first = cursor_.position();
    d->is_param = true;
    d->where = first;
    ParsedSpecifiers sp;
    specifiers_.parse_specifiers(d->specifiers, sp, true);
    d->range = cursor_.since(first);
    if (d->specifiers.range.empty()) {
        if (cursor_.at(Tok::identifier)) {
            sema_.identifiers.on_unknown_type(cursor_.position());
            cursor_.next();
        } else
            cursor_.error_here(DiagId::parse_expected, "parameter");
        d->specifiers.type = ctx_.types.error();
    }
    ParsedDeclarator dp = parse_declarator(DeclaratorForm::either);
    parse_declarator_tail(dp);
    d->declarators.push_back(dp.node);
    d->range = cursor_.since(first);
    sema_.functions.on_param(d->specifiers, sp, dp, d);
    return d;
}

void DeclaratorParser::parse_declarator_tail(ParsedDeclarator &d) {
    while (cursor_.at(Tok::kw_asm) || lookahead_.at_attribute()) {
        if (cursor_.at(Tok::kw_asm))
            standalone_.parse_asm_label();
        else
            attributes_.parse_attributes(d.node->attributes);
        d.node->attribute_at = cursor_.last() + 1;
    }
}

Declaration *DeclaratorParser::parse_type_name() {
    Declaration *d = ctx_.make<Declaration>();
    const TokenIndex first = cursor_.position();
    d->is_type_name = true;
    d->where = first;
    d->type = ctx_.types.error();
    d->range = {first, first};
    TokenCursor::Nesting nesting(cursor_);
    if (!nesting) return d;
    ParsedSpecifiers sp;
    specifiers_.parse_specifiers(d->specifiers, sp, false);
    if (!sp.has_type && d->specifiers.range.empty()) {
        cursor_.error_here(DiagId::parse_expected, "type name");
        d->specifiers.type = ctx_.types.error();
    }
    ParsedDeclarator dp = parse_declarator(DeclaratorForm::abstract);
    parse_declarator_tail(dp);
    d->declarators.push_back(dp.node);
    sema_.declarator_types.on_type_name(d, sp, dp);
    d->range = cursor_.since(first);
    return d;
}

} // namespace polder::cc
