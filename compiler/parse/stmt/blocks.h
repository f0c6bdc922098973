// Statements and blocks: which statement stands here, labels, expressions, and the statements that
// pragmas and attributes govern. C11 6.8.
#pragma once

#include "compiler/parse/stmt/control.h"
#include "compiler/parse/stmt/upc_statements.h"

namespace polder::cc {

class StatementParser : ParserPart {
public:
    StatementParser(ParserState &s, Pragmas &pragmas, ExpressionParser &expressions, AttributeParser &attributes,
                    StandaloneParser &standalone, DeclarationParser &declarations, ControlParser &control,
                    UpcStatementParser &upc)
        : ParserPart(s), pragmas_(pragmas), expressions_(expressions), attributes_(attributes), standalone_(standalone),
          declarations_(declarations), control_(control), upc_(upc) {}

    CompoundStmt *parse_block(bool own_scope);
    Stmt *parse_statement(); // one a statement may own: of an if, a loop, a label

private:
    Node *parse_block_item(bool at_start);
    Stmt *parse_statement_here();
    Stmt *parse_expression_statement();
    Stmt *parse_label();
    Stmt *parse_case_chain();
    Stmt *parse_one_case();
    Stmt *parse_local_labels();
    Stmt *parse_attributed_statement(TokenIndex first);
    Stmt *parse_pragma_statement(bool owns_next, bool at_start);
    Stmt *wrap_declaration(Node *d);
    Stmt *empty_statement();

    Pragmas &pragmas_;
    ExpressionParser &expressions_;
    AttributeParser &attributes_;
    StandaloneParser &standalone_;
    DeclarationParser &declarations_;
    ControlParser &control_;
    UpcStatementParser &upc_;
};

} // namespace polder::cc
