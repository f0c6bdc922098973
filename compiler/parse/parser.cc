// Cursor, recovery and the unit itself; see parser.h.
#include "compiler/parse/parser.h"

#include "compiler/parse/parse.h"

#include "compiler/lex/keywords.h"

namespace polder::cc {

Parser::Parser(Context &ctx) : ctx_(ctx), source_(ctx.source), sema_(ctx), tokens_(ctx.source.tokens()) {}

namespace {

/// Behind these a pragma stands where a statement, member or declaration may; anywhere else it is
/// skipped.
bool pragma_may_follow(Tok k) {
    switch (k) {
    case Tok::semicolon:
    case Tok::l_brace:
    case Tok::r_brace:
    case Tok::r_paren:
    case Tok::colon:
    case Tok::kw_else:
    case Tok::kw_do:
    case Tok::pragma: return true;
    default: return false;
    }
}

} // namespace

void Parser::next() {
    if (at_end()) return;
    last_ = pos_;
    const Tok consumed = kind();
    pos_++;
    if (!pragma_may_follow(consumed))
        while (at(Tok::pragma)) {
            act_on_pragma(pos_, false);
            pos_++;
        }
}

bool Parser::accept(Tok k) {
    if (!at(k)) return false;
    next();
    return true;
}

void Parser::error_here(DiagId id, std::string_view arg) {
    if (stopped_ || (pos_ == error_position_ && error_position_ != 0)) return; // one message a token
    error_position_ = pos_;
    if (at(Tok::unknown)) return; // the lexer has reported it
    const std::string found = at_end() ? "end of file" : "'" + std::string(spelling()) + "'";
    // What is missing at the end of a line is missed there, not on the next one.
    const bool behind_last = arg.substr(0, 3) == "';'" && (token().flags & Token::at_line_start) && pos_ > 0;
    sema_.report(id, behind_last ? last_ : pos_, {arg, found});
    if (is_upc_keyword(kind()) &&
        (arg.starts_with("identifier") || arg.starts_with("label") || arg.starts_with("member")))
        sema_.report(DiagId::note_upc_keyword, pos_, {spelling()});
}

bool Parser::expect(Tok k) {
    if (accept(k)) return true;
    const std::string wanted = "'" + std::string(token_name(k)) + "'";
    error_here(DiagId::parse_expected, wanted);
    return false;
}

bool Parser::too_deep() {
    if (!stopped_) {
        sema_.report(DiagId::parse_too_deep, pos_);
        stopped_ = true;
        last_ = pos_;
        pos_ = TokenIndex(tokens_.size() - 1);
    }
    return false;
}

bool Parser::chain_too_long(uint32_t &length) {
    return ++length > chain_limit && !too_deep();
}

void Parser::skip_balanced() {
    unsigned open = 0;
    do {
        switch (kind()) {
        case Tok::l_paren:
        case Tok::l_bracket:
        case Tok::l_brace: open++; break;
        case Tok::r_paren:
        case Tok::r_bracket:
        case Tok::r_brace: open -= open > 0; break;
        case Tok::eof: return;
        default: break;
        }
        next();
    } while (open);
}

void Parser::recover() {
    while (!at_end()) {
        switch (kind()) {
        case Tok::semicolon: next(); return;
        case Tok::r_brace: return;
        case Tok::l_paren:
        case Tok::l_bracket:
        case Tok::l_brace: skip_balanced(); break;
        default: next();
        }
    }
}

void Parser::skip_to_close(Tok close) {
    while (!at_end() && !at(close) && !at(Tok::semicolon) && !at(Tok::r_brace) && !at(Tok::l_brace)) {
        if (at(Tok::l_paren) || at(Tok::l_bracket))
            skip_balanced();
        else
            next();
    }
    accept(close);
}

void Parser::parse_unit() {
    TranslationUnit *unit = ctx_.make<TranslationUnit>();
    ctx_.unit = unit;
    unit->range = {0, TokenIndex(tokens_.size() - 1)};
    sema_.declare_builtins();
    while (!at_end()) {
        const TokenIndex before = pos_;
        if (at(Tok::r_brace))
            sema_.report(DiagId::parse_extraneous_brace, pos_);
        else
            unit->items.push_back(parse_external());
        if (pos_ == before) // a token nothing can start with
            next();
    }
    sema_.finish_unit();
}

void parse_translation_unit(Context &ctx) {
    Parser parser(ctx);
    parser.parse_unit();
}

} // namespace polder::cc
