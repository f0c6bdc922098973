// Foralls: loops whose iterations belong to threads.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class Foralls : public Lowering {
public:
    using Lowering::Lowering;

    Node *forall(ForallStmt *s);
    bool may_run_forall(Node *n);
    /// Code for "a upc_forall of a caller controls this one". It is a name that `opened` declares,
    /// or 0 where the head of the function has asked.
    std::string outer();
    static std::string opened(const std::string &outer);
    static std::string closed(const std::string &outer, bool nests);

private:
    bool leaves_controlled() const;
    Node *selecting_loop(ForallStmt *s);
    Node *whole_loop(ForallStmt *s);
    Node *owns(ForallStmt *s);
};

} // namespace polder::cc
