// Declaration specifiers: storage classes, type words in any order, qualifiers, attributes. C11
// 6.7.1 to 6.7.5, UPC 1.3 6.5.1.
#pragma once

#include "compiler/parse/decl/attributes.h"

namespace polder::cc {

class SpecifierParser : ParserPart {
public:
    SpecifierParser(ParserState &s, ExpressionParser &expressions, AttributeParser &attributes)
        : ParserPart(s), expressions_(expressions), attributes_(attributes) {}

    void parse_specifiers(Specifiers &s, ParsedSpecifiers &sp, bool storage_allowed);
    /// One of `const`, `shared [n]` and the like; false at anything else.
    bool parse_qualifier(Qualifiers &q);

private:
    struct TypeWords;
    void parse_plain_specifier(Specifiers &s, ParsedSpecifiers &sp);
    bool parse_specifier(Specifiers &s, ParsedSpecifiers &sp, TypeWords &words, bool storage_allowed);
    bool parse_type_word(TypeWords &words);
    bool parse_typedef_name(ParsedSpecifiers &sp, TypeWords &words);
    void parse_storage(Specifiers &s);
    void parse_typeof(Specifiers &s, TypeWords &words);
    void parse_unsupported_type(TypeWords &words);
    void parse_atomic(Specifiers &s, ParsedSpecifiers &sp, TypeWords &words);
    void parse_alignas(Specifiers &s);
    void parse_shared(Qualifiers &q);
    void parse_reference_qualifier(Qualifiers &q);
    void set_type(TypeWords &words, QualType t, TokenIndex where);
    QualType type_of_words(const TypeWords &words, TokenIndex where);

    ExpressionParser &expressions_;
    AttributeParser &attributes_;
};

} // namespace polder::cc
