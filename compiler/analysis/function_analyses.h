// What questions about the loops of a function are asked of. Nothing in this folder writes C.
#pragma once

#include "compiler/analysis/loop_facts.h"
#include "compiler/analysis/while_loops.h"

namespace polder::cc {

/// What a walk over a function's body tells. It is done once, however many loops ask.
class FunctionNotes {
public:
    /// Is there `&v`?
    bool takes_address(const FunctionDecl *f, const VarDecl *v);
    /// Does the variable step: is something added to it, and put into it again?
    bool steps(const FunctionDecl *f, const VarDecl *v);
    /// By way of functions of this unit.
    bool calls_itself(LoopFacts &facts, const FunctionDecl *f);
    /// Has it types of its own, which would not be known in front of it?
    bool has_local_types(const FunctionDecl *f);

private:
    std::unordered_map<const FunctionDecl *, std::unordered_set<const Decl *>> addressed_ = {};
    std::unordered_map<const FunctionDecl *, std::unordered_set<const Decl *>> stepped_ = {};
    std::unordered_map<const FunctionDecl *, bool> local_types_ = {};
    std::unordered_map<const FunctionDecl *, bool> recursive_ = {};
};

struct FunctionAnalyses {
    Context &ctx;
    LoopFacts &facts;
    WhileLoops &while_loops;
    FunctionNotes &notes;
    FunctionDecl *function;
};

} // namespace polder::cc
