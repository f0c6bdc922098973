// Token cursor: where the parser is in the vector of tokens, what it may expect there, and how it
// goes on after an error.
//
// Recovery: an error is reported once, at the token that does not fit. The parser then skips to
// where a statement, member or declaration may start. Nesting is bounded: too deep input gets one
// fatal message and the rest is skipped.
#pragma once

#include "compiler/sema/unit/sema.h"

#include <string_view>
#include <vector>

namespace polder::cc {

class TokenCursor {
protected:
    static constexpr uint32_t depth_limit = 1200;

    TokenCursor(Source &source, Sema &sema) : source_(source), tokens_(source.tokens()), sema_of_errors_(sema) {}
    ~TokenCursor() = default;
    /// A pragma on which the cursor has come between two tokens.
    virtual void take_pragma(TokenIndex t) = 0;

    const Token &token() const { return tokens_[pos_]; }
    Tok kind() const { return tokens_[pos_].kind; }
    Tok peek(unsigned n = 1) const { return tokens_[pos_ + n < tokens_.size() ? pos_ + n : tokens_.size() - 1].kind; }
    bool at(Tok k) const { return kind() == k; }
    bool at_end() const { return at(Tok::eof); }
    void next();
    bool accept(Tok k);
    bool expect(Tok k);
    TokenIndex position() const { return pos_; }
    TokenRange since(TokenIndex first) const { return {first, last_ < first ? first : last_ + 1}; }
    std::string_view spelling() const { return source_.spelling(pos_); }
    void error_here(DiagId id, std::string_view arg);
    void skip_balanced();
    /// Skips to the next ; (consumed) or } of this level, or to something that starts a declaration
    /// at file scope.
    void recover();
    void skip_to_close(Tok close);

    class Nesting { // one level of recursion; false when the limit is reached
    public:
        explicit Nesting(TokenCursor &c) : cursor_(c) { cursor_.depth_++; }
        ~Nesting() { cursor_.depth_--; }
        explicit operator bool() const { return cursor_.depth_ <= depth_limit || cursor_.too_deep(); }

    private:
        TokenCursor &cursor_;
    };
    bool too_deep();
    bool chain_too_long(uint32_t &length);

    Source &source_;
    const std::vector<Token> &tokens_;
    TokenIndex pos_ = 0;
    TokenIndex last_ = 0; // the token consumed last

private:
    static constexpr uint32_t chain_limit = 20000;

    Sema &sema_of_errors_; // reports; it may not exist yet when the cursor is made
    uint32_t depth_ = 0;
    TokenIndex error_position_ = 0;
    bool stopped_ = false;
};

} // namespace polder::cc
