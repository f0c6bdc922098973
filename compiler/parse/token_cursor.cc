// Steps over tokens, reports what does not fit, and skips what follows a mistake.
#include "compiler/parse/token_cursor.h"

#include "compiler/lex/keywords.h"

namespace polder::cc {

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

void TokenCursor::next() {
    if (at_end()) return;
    last_ = pos_;
    const Tok consumed = kind();
    pos_++;
    if (!pragma_may_follow(consumed))
        while (at(Tok::pragma)) {
            take_pragma(pos_);
            pos_++;
        }
}

bool TokenCursor::accept(Tok k) {
    if (!at(k)) return false;
    next();
    return true;
}

void TokenCursor::error_here(DiagId id, std::string_view arg) {
    if (stopped_ || (pos_ == error_position_ && error_position_ != 0)) return; // one message a token
    error_position_ = pos_;
    if (at(Tok::unknown)) return; // the lexer has reported it
    const std::string found = at_end() ? "end of file" : "'" + std::string(spelling()) + "'";
    // What is missing at the end of a line is missed there, not on the next one.
    const bool behind_last = arg.substr(0, 3) == "';'" && (token().flags & Token::at_line_start) && pos_ > 0;
    sema_of_errors_.state.report(id, behind_last ? last_ : pos_, {arg, found});
    if (is_upc_keyword(kind()) &&
        (arg.starts_with("identifier") || arg.starts_with("label") || arg.starts_with("member")))
        sema_of_errors_.state.report(DiagId::note_upc_keyword, pos_, {spelling()});
}

bool TokenCursor::expect(Tok k) {
    if (accept(k)) return true;
    const std::string wanted = "'" + std::string(token_name(k)) + "'";
    error_here(DiagId::parse_expected, wanted);
    return false;
}

bool TokenCursor::too_deep() {
    if (!stopped_) {
        sema_of_errors_.state.report(DiagId::parse_too_deep, pos_);
        stopped_ = true;
        last_ = pos_;
        pos_ = TokenIndex(tokens_.size() - 1);
    }
    return false;
}

bool TokenCursor::chain_too_long(uint32_t &length) {
    return ++length > chain_limit && !too_deep();
}

void TokenCursor::skip_balanced() {
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

void TokenCursor::recover() {
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

void TokenCursor::skip_to_close(Tok close) {
    while (!at_end() && !at(close) && !at(Tok::semicolon) && !at(Tok::r_brace) && !at(Tok::l_brace)) {
        if (at(Tok::l_paren) || at(Tok::l_bracket))
            skip_balanced();
        else
            next();
    }
    accept(close);
}

} // namespace polder::cc
