// InitializerLowering: of static objects, as constants, with relocations, or at start.
#pragma once

#include "compiler/lower/core/lowering.h"

#include <functional>
#include <vector>

namespace polder::cc {

class InitializerLowering : public Lowering {
public:
    using Lowering::Lowering;

    InitKind init_kind(Expr *init);
    bool is_dynamic(VarDecl *v);
    QualType without_const(QualType type);
    void relocations(VarDecl *v, Composer &out);
    void relocations(const std::string &object, const std::vector<InitLeaf> &leaves, Composer &out);
    Node *run_time_initializer(VarDecl *v, Expr *init);
    Node *init_function(const std::function<Node *(const LowerContext &)> &body);
    Node *static_value(Expr *init);
    void collect_definitions();
};

} // namespace polder::cc
