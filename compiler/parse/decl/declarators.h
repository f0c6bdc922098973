// Declarators, parameter lists and type names. C11 6.7.6, 6.7.7.
//
// Chunks are collected from the name outward; sema/decl/declarator_types.h makes the type.
#pragma once

#include "compiler/parse/decl/specifiers.h"
#include "compiler/parse/decl/standalone.h"

#include <vector>

namespace polder::cc {

enum class DeclaratorForm : uint8_t { named, abstract, either };

class DeclaratorParser : ParserPart {
public:
    DeclaratorParser(ParserState &s, ExpressionParser &expressions, AttributeParser &attributes,
                     StandaloneParser &standalone, SpecifierParser &specifiers)
        : ParserPart(s), expressions_(expressions), attributes_(attributes), standalone_(standalone),
          specifiers_(specifiers) {}

    ParsedDeclarator parse_declarator(DeclaratorForm form);
    void parse_declarator_tail(ParsedDeclarator &d); // asm label and attributes
    Declaration *parse_type_name();

private:
    void parse_pointers_and_direct(ParsedDeclarator &d, DeclaratorForm form);
    bool parse_pointers(ParsedDeclarator &d, std::vector<Chunk> &pointers);
    void parse_direct_suffixes(ParsedDeclarator &d, std::vector<Chunk> &chunks);
    Chunk parse_array_suffix(ParsedDeclarator &d);
    Chunk parse_function_suffix(ParsedDeclarator &d);
    void parse_parameter_list(ParsedDeclarator &d, Chunk &c);
    void parse_identifier_list(Chunk &c);
    Declaration *parse_parameter();
    bool paren_opens_parameters() const;

    ExpressionParser &expressions_;
    AttributeParser &attributes_;
    StandaloneParser &standalone_;
    SpecifierParser &specifiers_;
};

} // namespace polder::cc
