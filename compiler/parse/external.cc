// Declarations and function definitions, at file scope and in blocks. C11 6.7, 6.9.
#include "compiler/parse/parser.h"

namespace polder::cc {

Node *Parser::parse_external() {
    const TokenIndex first = pos_;
    switch (kind()) {
    case Tok::pragma: return parse_file_pragma();
    case Tok::semicolon: {
        next();
        PlainDecl *d = ctx_.make<PlainDecl>(NodeKind::empty_decl);
        d->range = since(first);
        return d;
    }
    case Tok::kw_asm: return parse_file_asm();
    case Tok::kw_static_assert: return parse_static_assert();
    case Tok::kw_extension:
        if (peek() == Tok::kw_asm || peek() == Tok::kw_static_assert) next();
        if (at(Tok::kw_asm)) return parse_file_asm();
        if (at(Tok::kw_static_assert)) return parse_static_assert();
        break;
    default: break;
    }
    return parse_declaration(true);
}

Node *Parser::parse_file_asm() {
    const TokenIndex first = pos_;
    next();
    while (at(Tok::kw_volatile) || at(Tok::kw_inline) || at(Tok::kw_goto))
        next();
    if (at(Tok::l_paren)) skip_balanced();
    expect(Tok::semicolon);
    PlainDecl *d = ctx_.make<PlainDecl>(NodeKind::asm_decl);
    d->range = since(first);
    return d;
}

Node *Parser::parse_static_assert() {
    StaticAssertDecl *d = ctx_.make<StaticAssertDecl>();
    const TokenIndex first = pos_;
    d->where = first;
    next();
    if (expect(Tok::l_paren)) {
        d->condition = sema_.conversions.rvalue(parse_constant());
        if (accept(Tok::comma)) parse_assignment();
        if (!accept(Tok::r_paren)) {
            error_here(DiagId::parse_expected, "')'");
            skip_to_close(Tok::r_paren);
        }
    }
    if (!accept(Tok::semicolon)) error_here(DiagId::parse_expected, "';'");
    d->range = since(first);
    return d;
}

bool Parser::starts_function_body(const ParsedDeclarator &dp) const {
    if (!dp.is_function_declarator()) return false;
    if (at(Tok::l_brace)) return true;
    return dp.chunks.front().identifier_list && starts_type();
}

Declaration *Parser::parse_declaration(bool file_scope) {
    Declaration *d = ctx_.make<Declaration>();
    const TokenIndex first = pos_;
    d->file_scope = file_scope;
    d->where = first;
    ParsedSpecifiers sp;
    parse_specifiers(d->specifiers, sp, true);
    d->range = since(first);
    if (accept(Tok::semicolon)) {
        d->range = since(first);
        return d;
    }
    if (sp.implicit_int && d->specifiers.range.empty() && !at(Tok::identifier) && !at(Tok::star) && !at(Tok::l_paren)) {
        error_here(DiagId::parse_expected_declaration, "");
        if (!at(Tok::r_brace)) recover();
        d->invalid = true;
        d->range = since(first);
        return d;
    }
    ParsedDeclarator dp = parse_declarator(DeclaratorForm::named);
    parse_init_declarators(d, sp, std::move(dp));
    d->range = since(first);
    return d;
}

void Parser::parse_init_declarators(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator dp) {
    for (bool only = true;; only = false) {
        if (!dp.node->has_name) { // the message is out
            d->invalid = true;
            recover();
            return;
        }
        if (only && starts_function_body(dp)) {
            if (d->file_scope) {
                parse_function_definition(d, sp, dp);
                return;
            }
            // A function that starts a line means that a brace was forgotten above; one message for
            // all that follow.
            if (!inside_unclosed_) {
                if (source_.location(d->range.first).column == 1) {
                    sema_.state.report(DiagId::parse_missing_brace, dp.node->name_token, {sema_.state.quoted(dp.name)});
                    inside_unclosed_ = true;
                } else
                    sema_.state.report(DiagId::parse_nested_function, dp.node->name_token,
                                       {sema_.state.quoted(dp.name)});
            }
            skip_balanced();
            return;
        }
        finish_init_declarator(d, sp, dp);
        if (!accept(Tok::comma)) break;
        std::vector<Attribute> leading;
        while (at_attribute())
            parse_attributes(leading);
        dp = parse_declarator(DeclaratorForm::named);
        dp.node->attributes.insert(dp.node->attributes.end(), leading.begin(), leading.end());
    }
    if (accept(Tok::semicolon)) return;
    error_here(DiagId::parse_expected, "';' after declaration");
    d->invalid = true;
    // What starts the next line may be sound: only the semicolon was forgotten.
    if (!(token().flags & Token::at_line_start)) recover();
}

void Parser::finish_init_declarator(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator &dp) {
    const TokenIndex first = dp.node->range.first;
    parse_declarator_tail(dp);
    Decl *decl = sema_.declarations.on_declaration(d->specifiers, sp, dp);
    d->declarators.push_back(dp.node);
    VarDecl *v = as<VarDecl>(decl);
    if (at(Tok::equal)) {
        dp.node->equal = pos_;
        next();
        Expr *init = parse_initializer();
        dp.node->init = init;
        if (v)
            sema_.objects.on_initializer(v, init, dp.node);
        else
            sema_.state.report(DiagId::sema_bad_initializer, dp.node->equal, {sema_.state.quoted(dp.name)});
    }
    dp.node->range = since(first);
    if (v) sema_.objects.finish_variable(v);
}

void Parser::parse_function_definition(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator &dp) {
    FunctionDecl *f = as<FunctionDecl>(sema_.declarations.on_declaration(d->specifiers, sp, dp));
    d->declarators.push_back(dp.node);
    if (!f) {
        skip_balanced();
        return;
    }
    d->function = f;
    FunctionState state;
    inside_unclosed_ = false;
    sema_.functions.start_body(f, dp, state);
    if (dp.chunks.front().identifier_list) parse_kr_declarations(f);
    if (!at(Tok::l_brace)) {
        error_here(DiagId::parse_expected, "'{'");
        recover();
        sema_.functions.finish_body(f, ctx_.make<CompoundStmt>());
        return;
    }
    CompoundStmt *body = parse_compound(false);
    sema_.functions.finish_body(f, body);
}

void Parser::parse_kr_declarations(FunctionDecl *f) {
    while (starts_type()) {
        Declaration *d = ctx_.make<Declaration>();
        const TokenIndex first = pos_;
        d->is_param = true;
        d->where = first;
        ParsedSpecifiers sp;
        parse_specifiers(d->specifiers, sp, true);
        do {
            ParsedDeclarator dp = parse_declarator(DeclaratorForm::named);
            parse_declarator_tail(dp);
            if (!dp.node->has_name) break;
            d->declarators.push_back(dp.node);
            sema_.functions.on_kr_parameter(f, sema_.functions.on_param(d->specifiers, sp, dp, d));
        } while (accept(Tok::comma));
        if (!accept(Tok::semicolon)) {
            error_here(DiagId::parse_expected, "';'");
            recover();
        }
        d->range = since(first);
        f->kr_declarations.push_back(d);
    }
}

} // namespace polder::cc
