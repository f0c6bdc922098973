// struct, union and enum specifiers. C11 6.7.2.1, 6.7.2.2.
#pragma once

#include "compiler/parse/cursor/pragmas.h"
#include "compiler/parse/decl/declarators.h"

#include <vector>

namespace polder::cc {

class TagParser : ParserPart {
public:
    TagParser(ParserState &s, Pragmas &pragmas, ExpressionParser &expressions, AttributeParser &attributes,
              StandaloneParser &standalone, SpecifierParser &specifiers, DeclaratorParser &declarators)
        : ParserPart(s), pragmas_(pragmas), expressions_(expressions), attributes_(attributes), standalone_(standalone),
          specifiers_(specifiers), declarators_(declarators) {}

    QualType parse_tag(Specifiers &s);

private:
    struct TagHead { // of a struct, union or enum, up to its brace
        TokenIndex keyword = 0;
        TokenIndex name = 0;
        Name tag = Name::none;
        std::vector<Attribute> attributes;
        QualType underlying; // of an enum, if it is written
        bool defines = false;
    };
    bool parse_tag_head(TagHead &head, bool is_enum);
    QualType parse_record(Specifiers &s);
    QualType parse_enum(Specifiers &s);
    bool parse_enumerators(EnumDecl *e);
    void parse_members(RecordDecl *r);
    void parse_member_declaration(RecordDecl *r);
    bool parse_member_declarator(RecordDecl *r, Declaration *d, ParsedSpecifiers &sp);

    Pragmas &pragmas_;
    ExpressionParser &expressions_;
    AttributeParser &attributes_;
    StandaloneParser &standalone_;
    SpecifierParser &specifiers_;
    DeclaratorParser &declarators_;
};

} // namespace polder::cc
