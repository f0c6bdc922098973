// SharedObjects: variables that hold where an object lies, descriptors and initial values.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class SharedObjects : public Lowering {
public:
    using Lowering::Lowering;

    /// A declaration of a shared object, or of a private one of static duration.
    Node *shared_declaration(Declarator *x);
    /// What stands in a block for an object of it that moved in front of the function.
    std::string alias_for_debuggers(VarDecl *v, bool is_extern);
    /// The global address of the element that the path of an initial value leads to. `tail` is what
    /// remains of the path inside the element.
    std::string leaf_address(VarDecl *v, const std::vector<InitStep> &path, std::string &tail);
    /// The initial value as a private object, and the copying of each thread's part.
    Node *image(VarDecl *v, Expr *init);

private:
    Node *descriptor(VarDecl *v); // from which the runtime lays out the object
    Node *stores(VarDecl *v);     // initial values that their owners store
};

} // namespace polder::cc
