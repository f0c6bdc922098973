// Initialisers as written; sema/convert/initializers.h gives them meaning. C11 6.7.9, GNU's
// `field:` and [a ... b].
#pragma once

#include "compiler/parse/expr/expressions.h"

namespace polder::cc {

class InitializerParser : ParserPart {
public:
    InitializerParser(ParserState &s, ExpressionParser &expressions) : ParserPart(s), expressions_(expressions) {}

    Expr *parse_initializer();
    InitList *parse_braced_initializer();

private:
    DesignatedInit *parse_designated();

    ExpressionParser &expressions_;
};

} // namespace polder::cc
