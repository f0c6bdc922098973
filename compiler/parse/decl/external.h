// Declarations and function definitions, at file scope and in blocks. C11 6.7, 6.9.
#pragma once

#include "compiler/parse/cursor/pragmas.h"
#include "compiler/parse/decl/declarators.h"
#include "compiler/parse/expr/initializer_lists.h"

namespace polder::cc {

class DeclarationParser : ParserPart {
public:
    DeclarationParser(ParserState &s, Pragmas &pragmas, InitializerParser &initializers, AttributeParser &attributes,
                      StandaloneParser &standalone, SpecifierParser &specifiers, DeclaratorParser &declarators)
        : ParserPart(s), pragmas_(pragmas), initializers_(initializers), attributes_(attributes),
          standalone_(standalone), specifiers_(specifiers), declarators_(declarators) {}

    Node *parse_external();
    Declaration *parse_declaration(bool file_scope);

private:
    Node *parse_file_pragma();
    void parse_init_declarators(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator first);
    void finish_init_declarator(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator &dp);
    void parse_function_definition(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator &dp);
    void parse_kr_declarations(FunctionDecl *f);
    void skip_nested_function(const Declaration *d, const ParsedDeclarator &dp);
    bool starts_function_body(const ParsedDeclarator &dp) const;

    Pragmas &pragmas_;
    InitializerParser &initializers_;
    AttributeParser &attributes_;
    StandaloneParser &standalone_;
    SpecifierParser &specifiers_;
    DeclaratorParser &declarators_;
};

} // namespace polder::cc
