// Token cursor: where the parser is among the tokens, what it may expect there, and how it goes on
// after an error. All parts of the parser share one.
//
// Recovery: an error is reported once, at the token that does not fit. The parser then skips to
// where a statement, member or declaration may start. Nesting is bounded: too deep input gets one
// fatal message and the rest is skipped.
//
// Invariant: every loop of the parser either consumes a token or ends; at eof everything ends.
// Held by tests/unit/compiler/fuzz_corpus.cc.
#pragma once

#include "compiler/diag/diag.h"
#include "compiler/lex/source.h"

#include <span>
#include <string_view>

namespace polder::cc {

/// Is told of a pragma on which the cursor has come between two tokens.
class PragmaListener {
public:
    virtual void take_pragma(TokenIndex t) = 0;

protected:
    ~PragmaListener() = default;
};

class TokenCursor {
public:
    TokenCursor(Source &source, Diagnostics &diags) : source_(source), diags_(diags), tokens_(source.tokens()) {}
    void tell_of_pragmas(PragmaListener &listener) { listener_ = &listener; }

    const Token &token() const { return tokens_[pos_]; }
    const Token &ahead(unsigned n) const { return pos_ + n < tokens_.size() ? tokens_[pos_ + n] : tokens_.back(); }
    Tok peek(unsigned n = 1) const { return ahead(n).kind; }
    bool at(Tok k) const { return token().kind == k; }
    bool at_end() const { return at(Tok::eof); }
    bool at_line_start() const { return token().flags & Token::at_line_start; }
    void next();
    bool accept(Tok k);
    bool expect(Tok k);
    TokenIndex position() const { return pos_; }
    TokenIndex last() const { return last_; } // the token consumed last
    void return_to(TokenIndex t) { pos_ = t; }
    TokenRange since(TokenIndex first) const { return {first, last_ < first ? first : last_ + 1}; }

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
        explicit operator bool() const { return !cursor_.too_many(cursor_.depth_); }

    private:
        TokenCursor &cursor_;
    };
    /// A list that nests what it describes: pointers, suffixes of declarators. True ends the parse.
    bool too_many(size_t levels);
    bool chain_too_long(uint32_t &length);

private:
    void stop();

    Source &source_;
    Diagnostics &diags_;
    std::span<const Token> tokens_; // the last one is Tok::eof
    PragmaListener *listener_ = nullptr;
    TokenIndex pos_ = 0;
    TokenIndex last_ = 0;
    uint32_t depth_ = 0;
    struct {
        TokenIndex position = 0; // of the last one
        bool final = false;      // nothing more is read
    } error_;
};

} // namespace polder::cc
