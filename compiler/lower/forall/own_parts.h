// OwnParts: loops over the own part of shared arrays.
#pragma once

#include "compiler/lower/core/lowering.h"
#include "compiler/lower/forall/runs_loop.h"

namespace polder::cc {

class OwnParts : public Lowering {
public:
    using Lowering::Lowering;

    Node *own_part(VarDecl *object);
    Node *own_bases(RunsLoop &r);
    Node *own_body(RunsLoop &r, const IndexScope &scope, const std::string &row, const LoopBody &body);
    Node *runs_own(const RunsLoop &r, const Node *loop, const std::string &row, Node *body);
};

} // namespace polder::cc
