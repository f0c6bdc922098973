// What stands by itself and declares nothing: asm in its three places, and static assertions.
#pragma once

#include "compiler/parse/expr/expressions.h"

namespace polder::cc {

class StandaloneParser : ParserPart {
public:
    StandaloneParser(ParserState &s, ExpressionParser &expressions) : ParserPart(s), expressions_(expressions) {}

    Node *parse_static_assert();
    Node *parse_file_asm();
    void parse_asm_label();
    Stmt *parse_asm_statement();

private:
    void parse_asm_operands(AsmStmt *s);

    ExpressionParser &expressions_;
};

} // namespace polder::cc
