// AccessChecks: -fupc-check, accesses that are checked when they run.
#pragma once

#include "compiler/lower/core/checks.h"
#include "compiler/lower/core/lowering.h"

#include <functional>
#include <vector>

namespace polder::cc {

struct AccessRoot { // what an access starts from
    Expr *pointer = nullptr;
    VarDecl *object = nullptr;
    bool unsized = false;          // nobody knows how long it is
    std::vector<Expr *> path = {}; // from the lvalue to what the pointer or object reaches itself
};

class AccessChecks : public Lowering {
public:
    using Lowering::Lowering;

    bool checks() const;
    bool is_proven(const Expr *e) const;
    const CheckReach *reach_of(const Expr *index) const;
    std::string check_place(Node *what, Expr *pointer = nullptr);
    Node *checked_index(Expr *base, Expr *index);
    AccessRoot access_root(Expr *lvalue);
    Node *checked(Expr *lvalue, const std::function<Node *(const LowerContext &)> &address);
    bool is_library_call(const FunctionDecl *f) const;
    Node *checked_call(CallExpr *e, const FunctionDecl *f);

private:
    uint64_t bytes_accessed(Expr *lvalue) const;
};

} // namespace polder::cc
