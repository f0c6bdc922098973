// What all parts of the parser share, and the base of each part.
#pragma once

#include "compiler/parse/cursor/grammar.h"
#include "compiler/parse/cursor/lookahead.h"

namespace polder::cc {

struct ParserState {
    ParserState(Context &c, Grammar &g)
        : ctx(c), sema(c), cursor(c.source, c.diags), lookahead(cursor, sema), grammar(g) {}

    Context &ctx;
    Sema sema;
    TokenCursor cursor;
    Lookahead lookahead;
    Grammar &grammar;
    bool inside_unclosed = false; // the body being read lacks a }
};

class ParserPart {
protected:
    explicit ParserPart(ParserState &s)
        : state_(s), ctx_(s.ctx), sema_(s.sema), cursor_(s.cursor), lookahead_(s.lookahead), grammar_(s.grammar) {}
    ~ParserPart() = default;

    ParserState &state_;
    Context &ctx_;
    Sema &sema_;
    TokenCursor &cursor_;
    const Lookahead &lookahead_;
    Grammar &grammar_;
};

} // namespace polder::cc
