// Declarations: which kind of entity a declarator declares; typedefs.
#pragma once

#include "compiler/sema/decl/functions.h"
#include "compiler/sema/decl/objects.h"

namespace polder::cc {

class Declarations : SemaPart {
public:
    Declarations(SemaState &s, DeclaratorTypes &declarator_types, SharedTypes &shared_types,
                 Redeclarations &redeclarations, Objects &objects, Functions &functions)
        : SemaPart(s), declarator_types_(declarator_types), shared_types_(shared_types),
          redeclarations_(redeclarations), objects_(objects), functions_(functions) {}

    Decl *on_declaration(Specifiers &s, ParsedSpecifiers &sp, ParsedDeclarator &d);

private:
    Decl *on_typedef(Specifiers &s, ParsedSpecifiers &sp, ParsedDeclarator &d, QualType type);
    void apply_attribute(TypedefDecl *t, const Attribute &a);

    DeclaratorTypes &declarator_types_;
    SharedTypes &shared_types_;
    Redeclarations &redeclarations_;
    Objects &objects_;
    Functions &functions_;
};

} // namespace polder::cc
