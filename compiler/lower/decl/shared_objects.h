// SharedObjects: variables that hold where an object lies, descriptors and initial values.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class SharedObjects : public Lowering {
public:
    using Lowering::Lowering;

    Node *shared_declaration(Declarator *x);
    std::string alias_for_debuggers(VarDecl *v, bool is_extern);
    std::string leaf_address(VarDecl *v, const std::vector<InitStep> &path, std::string &tail);
    Node *image(VarDecl *v, Expr *init);

private:
    Node *descriptor(VarDecl *v);
    Node *stores(VarDecl *v);
};

} // namespace polder::cc
