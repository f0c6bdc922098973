// __attribute__((…)) and [[…]] of C23. Names and argument ranges are kept. Arguments are
// parsed where they are constants (aligned, vector_size …). Everything else goes out as written.
#pragma once

#include "compiler/parse/expr/expressions.h"

#include <vector>

namespace polder::cc {

class AttributeParser : ParserPart {
public:
    AttributeParser(ParserState &s, ExpressionParser &expressions) : ParserPart(s), expressions_(expressions) {}

    /// All that stand here; there may be none.
    void parse_attributes(std::vector<Attribute> &list);

private:
    void parse_attribute(std::vector<Attribute> &list);
    void parse_constants(Attribute &a);
    void parse_standard_attributes(std::vector<Attribute> &list);

    ExpressionParser &expressions_;
};

} // namespace polder::cc
