// A declarator takes effect before its initialiser is read: the initialiser may name what it is of.
#include "compiler/parse/decl/external.h"

namespace polder::cc {

Node *DeclarationParser::parse_external() {
    const TokenIndex first = cursor_.position();
    switch (cursor_.token().kind) {
    case Tok::pragma: return parse_file_pragma();
    case Tok::semicolon: {
        cursor_.next();
        PlainDecl *d = ctx_.make<PlainDecl>(NodeKind::empty_decl);
        d->range = cursor_.since(first);
        return d;
    }
    case Tok::kw_asm: return standalone_.parse_file_asm();
    case Tok::kw_static_assert: return standalone_.parse_static_assert();
    case Tok::kw_extension:
        if (cursor_.peek() == Tok::kw_asm || cursor_.peek() == Tok::kw_static_assert) cursor_.next();
        if (cursor_.at(Tok::kw_asm)) return standalone_.parse_file_asm();
        if (cursor_.at(Tok::kw_static_assert)) return standalone_.parse_static_assert();
        break;
    default: break;
    }
    return parse_declaration(true);
}

Node *DeclarationParser::parse_file_pragma() {
    PlainDecl *d = ctx_.make<PlainDecl>(NodeKind::pragma_decl);
    const TokenIndex first = cursor_.position();
    d->where = first;
    pragmas_.act_on(first, false);
    cursor_.next();
    d->range = {first, first + 1};
    return d;
}

bool DeclarationParser::starts_function_body(const ParsedDeclarator &dp) const {
    if (!dp.is_function_declarator()) return false;
    if (cursor_.at(Tok::l_brace)) return true;
    return dp.chunks.front().identifier_list && lookahead_.starts_type();
}

Declaration *DeclarationParser::parse_declaration(bool file_scope) {
    Declaration *d = ctx_.make<Declaration>();
    const TokenIndex first = cursor_.position();
    d->file_scope = file_scope;
    d->where = first;
    ParsedSpecifiers sp;
    specifiers_.parse_specifiers(d->specifiers, sp, true);
    d->range = cursor_.since(first);
    if (cursor_.accept(Tok::semicolon)) {
        d->range = cursor_.since(first);
        return d;
    }
    if (sp.implicit_int && d->specifiers.range.empty() && !cursor_.at(Tok::identifier) && !cursor_.at(Tok::star) &&
        !cursor_.at(Tok::l_paren)) {
        cursor_.error_here(DiagId::parse_expected_declaration, "");
        if (!cursor_.at(Tok::r_brace)) cursor_.recover();
        d->invalid = true;
        d->range = cursor_.since(first);
        return d;
    }
    ParsedDeclarator dp = declarators_.parse_declarator(DeclaratorForm::named);
    parse_init_declarators(d, sp, std::move(dp));
    d->range = cursor_.since(first);
    return d;
}

/// A function that starts a line means that a brace was forgotten above; one message for all that
/// follow.
void DeclarationParser::skip_nested_function(const Declaration *d, const ParsedDeclarator &dp) {
    if (!state_.inside_unclosed) {
        if (ctx_.source.location(d->range.first).column == 1) {
            sema_.state.report(DiagId::parse_missing_brace, dp.node->name_token, {sema_.state.quoted(dp.name)});
            state_.inside_unclosed = true;
        } else
            sema_.state.report(DiagId::parse_nested_function, dp.node->name_token, {sema_.state.quoted(dp.name)});
    }
    cursor_.skip_balanced();
}

void DeclarationParser::parse_init_declarators(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator dp) {
    for (bool only = true;; only = false) {
        if (!dp.node->has_name) { // the message is out
            d->invalid = true;
            cursor_.recover();
            return;
        }
        if (only && starts_function_body(dp)) {
            if (d->file_scope) {
                parse_function_definition(d, sp, dp);
                return;
            }
            skip_nested_function(d, dp);
            return;
        }
        finish_init_declarator(d, sp, dp);
        if (!cursor_.accept(Tok::comma)) break;
        std::vector<Attribute> leading;
        while (lookahead_.at_attribute())
            attributes_.parse_attributes(leading);
        dp = declarators_.parse_declarator(DeclaratorForm::named);
        dp.node->attributes.insert(dp.node->attributes.end(), leading.begin(), leading.end());
    }
    if (cursor_.accept(Tok::semicolon)) return;
    cursor_.error_here(DiagId::parse_expected, "';' after declaration");
    d->invalid = true;
    // What starts the next line may be sound: only the semicolon was forgotten.
    if (!cursor_.at_line_start()) cursor_.recover();
}

void DeclarationParser::finish_init_declarator(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator &dp) {
    const TokenIndex first = dp.node->range.first;
    declarators_.parse_declarator_tail(dp);
    Decl *decl = sema_.declarations.on_declaration(d->specifiers, sp, dp);
    d->declarators.push_back(dp.node);
    VarDecl *v = as<VarDecl>(decl);
    if (cursor_.at(Tok::equal)) {
        dp.node->equal = cursor_.position();
        cursor_.next();
        Expr *init = initializers_.parse_initializer();
        dp.node->init = init;
        if (v)
            sema_.objects.on_initializer(v, init, dp.node);
        else
            sema_.state.report(DiagId::sema_bad_initializer, dp.node->equal, {sema_.state.quoted(dp.name)});
    }
    dp.node->range = cursor_.since(first);
    if (v) sema_.objects.finish_variable(v);
}

void DeclarationParser::parse_function_definition(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator &dp) {
    auto *f = as<FunctionDecl>(sema_.declarations.on_declaration(d->specifiers, sp, dp));
    d->declarators.push_back(dp.node);
    if (!f) {
        cursor_.skip_balanced();
        return;
    }
    d->function = f;
    FunctionState state;
    state_.inside_unclosed = false;
    sema_.functions.start_body(f, dp, state);
    if (dp.chunks.front().identifier_list) parse_kr_declarations(f);
    if (!cursor_.at(Tok::l_brace)) {
        cursor_.error_here(DiagId::parse_expected, "'{'");
        cursor_.recover();
        sema_.functions.finish_body(f, ctx_.make<CompoundStmt>());
        return;
    }
    CompoundStmt *body = grammar_.parse_block(false);
    sema_.functions.finish_body(f, body);
}

void DeclarationParser::parse_kr_declarations(FunctionDecl *f) {
    while (lookahead_.starts_type()) {
        Declaration *d = ctx_.make<Declaration>();
        const TokenIndex first = cursor_.position();
        d->is_param = true;
        d->where = first;
        ParsedSpecifiers sp;
        specifiers_.parse_specifiers(d->specifiers, sp, true);
        do {
            ParsedDeclarator dp = declarators_.parse_declarator(DeclaratorForm::named);
            declarators_.parse_declarator_tail(dp);
            if (!dp.node->has_name) break;
            d->declarators.push_back(dp.node);
            sema_.functions.on_kr_parameter(f, sema_.functions.on_param(d->specifiers, sp, dp, d));
        } while (cursor_.accept(Tok::comma));
        if (!cursor_.accept(Tok::semicolon)) {
            cursor_.error_here(DiagId::parse_expected, "';'");
            cursor_.recover();
        }
        d->range = cursor_.since(first);
        f->kr_declarations.push_back(d);
    }
}

} // namespace polder::cc
