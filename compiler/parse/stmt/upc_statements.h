// UPC's statements: upc_forall, barriers and fences. UPC 1.3 6.6.
#pragma once

#include "compiler/parse/stmt/control.h"

namespace polder::cc {

class UpcStatementParser : ParserPart {
public:
    UpcStatementParser(ParserState &s, ExpressionParser &expressions, ControlParser &control)
        : ParserPart(s), expressions_(expressions), control_(control) {}

    Stmt *parse_forall();
    Stmt *parse_barrier();

private:
    void parse_clauses(ForallStmt *s);
    void parse_affinity(ForallStmt *s);
    Stmt *parse_fence(TokenIndex first);

    ExpressionParser &expressions_;
    ControlParser &control_;
};

} // namespace polder::cc
