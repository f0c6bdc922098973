// Steps over tokens, reports what does not fit, and skips what follows a mistake.
#include "compiler/parse/cursor/token_cursor.h"

#include "compiler/lex/keywords.h"

namespace polder::cc {

namespace {

constexpr uint32_t depth_limit = 1200;
constexpr uint32_t chain_limit = 20000;

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
    const Tok consumed = token().kind;
    pos_++;
    if (!pragma_may_follow(consumed))
        while (at(Tok::pragma)) {
            if (listener_) listener_->take_pragma(pos_);
            pos_++;
        }
}

bool TokenCursor::accept(Tok k) {
    if (!at(k)) return false;
    next();
    return true;
}

void TokenCursor::error_here(DiagId id, std::string_view arg) {
    if (error_.final || (pos_ == error_.position && error_.position != 0)) return; // one message a token
    error_.position = pos_;
    if (at(Tok::unknown)) return; // the lexer has reported it
    const std::string found = at_end() ? "end of file" : "'" + std::string(source_.spelling(pos_)) + "'";
    // What is missing at the end of a line is missed there, not on the next one.
    const bool behind_last = arg.substr(0, 3) == "';'" && at_line_start() && pos_ > 0;
    diags_.report(id, behind_last ? last_ : pos_, {arg, found});
    if (is_upc_keyword(token().kind) &&
        (arg.starts_with("identifier") || arg.starts_with("label") || arg.starts_with("member")))
        diags_.report(DiagId::note_upc_keyword, pos_, {source_.spelling(pos_)});
}

bool TokenCursor::expect(Tok k) {
    if (accept(k)) return true;
    const std::string wanted = "'" + std::string(token_name(k)) + "'";
    error_here(DiagId::parse_expected, wanted);
    return false;
}

void TokenCursor::stop() {
    if (error_.final) return;
    diags_.report(DiagId::parse_too_deep, pos_);
    error_.final = true;
    last_ = pos_;
    pos_ = TokenIndex(tokens_.size() - 1);
}

bool TokenCursor::too_many(size_t levels) {
    if (levels <= depth_limit) return false;
    stop();
    return true;
}

bool TokenCursor::chain_too_long(uint32_t &length) {
    if (++length <= chain_limit) return false;
    stop();
    return true;
}

void TokenCursor::skip_balanced() {
    unsigned open = 0;
    do {
        switch (token().kind) {
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
        switch (token().kind) {
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
