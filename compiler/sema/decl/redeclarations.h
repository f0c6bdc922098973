// Redeclarations: the earlier declaration of the same entity shares its canonical declaration, and
// the types complete each other.
#pragma once

#include "compiler/sema/names/sema_state.h"

namespace polder::cc {

class Redeclarations : SemaPart {
public:
    explicit Redeclarations(SemaState &s) : SemaPart(s) {}

    /// `previous` may be null. Reports what UPC does not allow.
    void link(Decl *d, Decl *previous);
};

} // namespace polder::cc
