// From specifiers and declarator chunks to types. C11 6.7.6, with UPC's constraints on what may be
// an element, a result or a pointee.
#pragma once

#include "compiler/sema/decl/shared_types.h"

namespace polder::cc {

class DeclaratorTypes : SemaPart {
public:
    DeclaratorTypes(SemaState &s, const Conversions &conversions, SharedTypes &shared_types)
        : SemaPart(s), conversions_(conversions), shared_types_(shared_types) {}

    struct DeclaredAs { // what a declarator is of: the constraints on its type differ
        bool parameter = false;
        bool type_definition = false;
        bool static_storage = false;
    };
    QualType build(ParsedDeclarator &d, const Specifiers &s, const ParsedSpecifiers &sp, DeclaredAs as);
    void on_type_name(Declaration *d, ParsedSpecifiers &sp, ParsedDeclarator &dp);

private:
    QualType array_chunk(QualType element, Chunk &c, bool outermost, DeclaredAs as);
    QualType threads_array(QualType element, Chunk &c, DeclaredAs as);
    QualType function_chunk(QualType result, Chunk &c);
    QualType pointer_chunk(QualType pointee, Chunk &c, bool explicit_layout);
    QualType with_attributes(QualType t, const std::vector<Attribute> &attributes);
    QualType vector_from_attribute(QualType t, Expr *bytes, bool lanes);
    QualType mode_from_attribute(QualType t, std::string_view mode);

    const Conversions &conversions_;
    SharedTypes &shared_types_;
};

} // namespace polder::cc
