// A function whose body is being read: what its declarations, labels and jumps must know of it.
#pragma once

#include "compiler/ast/decl.h"
#include "compiler/ast/stmt.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace polder::cc {

struct FunctionState {
    FunctionDecl *decl = nullptr;
    QualType result;
    struct Goto {
        GotoStmt *stmt;
        ForallStmt *forall;
    };
    std::vector<Goto> gotos;
    std::vector<std::pair<LabelDecl *, ForallStmt *>> labels;
    std::vector<std::unordered_map<Name, LabelDecl *>> label_scopes; // [0] the function, then __label__ blocks
    std::vector<Stmt *> breakable;                                   // loops and switches, innermost last
    std::vector<SwitchStmt *> switches;
    std::vector<ForallStmt *> switch_foralls; // the forall around each of them
    std::vector<ForallStmt *> foralls;
    VarDecl *func_name = nullptr;

    ForallStmt *innermost_forall() const { return foralls.empty() ? nullptr : foralls.back(); }
};

} // namespace polder::cc
