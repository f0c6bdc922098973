// Initialisers. An initialiser is walked over the object's type by the rules of C11 6.7.9. These
// are about flat and nested braces, and about designators and what follows them. Each value is
// converted to its slot's type. Array sizes are deduced, and the leaves that lowering must know are
// recorded (ast/init_map.h).
//
// The list stays as written; only the values in it are replaced by their converted form.
#pragma once

#include "compiler/sema/convert/conversions.h"

namespace polder::cc {

class Initializers : SemaPart {
public:
    Initializers(SemaState &s, Conversions &conversions) : SemaPart(s), conversions_(conversions) {}

    /// Checks an initialiser against the type and returns the type completed by it (array sizes).
    QualType check_object(QualType type, Expr *&init, VarDecl *owner, TokenIndex where);
    QualType check_literal(CompoundLiteral *e, QualType type, Expr *&init);

private:
    Conversions &conversions_;
};

} // namespace polder::cc
