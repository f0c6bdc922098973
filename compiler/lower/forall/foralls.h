// Foralls: loops whose iterations belong to threads.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class Foralls : public Lowering {
public:
    using Lowering::Lowering;

    Node *forall(ForallStmt *s);
    bool may_run_forall(Node *n); // of null: no

private:
    bool may_run_forall(Node *n, std::unordered_set<const Decl *> &seen);
    Node *selecting_loop(ForallStmt *s);
    Node *whole_loop(ForallStmt *s);
    Node *owns(ForallStmt *s);
};

} // namespace polder::cc
