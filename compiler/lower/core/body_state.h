// BodyState: what the body of a function turns out to need at its head, and in front of the
// function. Lowering of the body adds to it; decl/functions.cc writes it out.
#pragma once

#include "compiler/ast/decl.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace polder::cc {

struct AllowedOps { // operations of a function in an atomicity domain that it does not change
    VarDecl *domain;
    unsigned size; // of their targets
    unsigned long ops;
    std::string name; // of what says whether all of them may be done in place
    Node *read;
};

struct BodyState {
    FunctionDecl *decl = nullptr;
    bool is_copy = false; // it is the body of a version beside the first
    // Statics of its blocks that go in front of the function; null: none.
    const std::unordered_set<const Declaration *> *moving = nullptr;
    bool env = false;
    bool depth = false;                  // polder_forall_depth
    std::vector<VarDecl *> shared;       // polder_s_x
    std::vector<VarDecl *> given;        // of these, arrays whose addresses are parameters polder_p_x
    std::vector<VarDecl *> markers;      // polder_m_x
    std::vector<std::string> kept_spans; // polder_kept_span that loops keep from one to the next
    std::vector<Node *> before;          // declarations that must stand before the function
    std::vector<AllowedOps> domains;
};

} // namespace polder::cc
