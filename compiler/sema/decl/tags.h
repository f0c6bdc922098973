// Structures, unions and enumerations: tags, members, values. C11 6.7.2; UPC 1.3 6.5.1.1p3 keeps
// shared out of members.
#pragma once

#include "compiler/sema/decl/declarator_types.h"

#include <vector>

namespace polder::cc {

class Tags : SemaPart {
public:
    Tags(SemaState &s, const Conversions &conversions, DeclaratorTypes &declarator_types)
        : SemaPart(s), conversions_(conversions), declarator_types_(declarator_types) {}

    RecordDecl *on_record_tag(bool is_union, Name tag, TokenIndex keyword, TokenIndex name, bool defines, bool alone);
    void on_member_declarator(RecordDecl *r, Specifiers &s, ParsedSpecifiers &sp, ParsedDeclarator &d);
    void on_anonymous_member(RecordDecl *r, Specifiers &s);
    void finish_record(RecordDecl *r, const std::vector<Attribute> &attributes);
    EnumDecl *on_enum_tag(Name tag, TokenIndex keyword, TokenIndex name, bool defines, bool alone);
    EnumeratorDecl *on_enumerator(EnumDecl *e, TokenIndex name, Expr *value);

private:
    Decl *known_tag(Name tag, bool of_this_scope) const;
    void apply_bit_width(FieldDecl *f, Declarator *d);
    void add_member(RecordDecl *r, FieldDecl *f);

    const Conversions &conversions_;
    DeclaratorTypes &declarator_types_;
};

} // namespace polder::cc
