// Expressions with a syntax of their own: _Generic and the builtins that take types.
#pragma once

#include "compiler/parse/cursor/parser_state.h"

namespace polder::cc {

class SpecialFormParser : ParserPart {
public:
    explicit SpecialFormParser(ParserState &s) : ParserPart(s) {}

    Expr *parse_generic();
    Expr *parse_va_arg();
    Expr *parse_offsetof();
    Expr *parse_types_compatible();
    Expr *parse_choose();
    Expr *parse_convertvector();

private:
    bool parse_designation(MemberDesignation &m, bool first);
};

} // namespace polder::cc
