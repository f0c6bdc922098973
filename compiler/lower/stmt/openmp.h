// OpenMP: code that other system threads run for a UPC thread first becomes part of it.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class OpenMP : public Lowering {
public:
    using Lowering::Lowering;

    Node *pragma(PragmaStmt *s);
    Node *adopted(Stmt *s);
    void lower_clauses(std::string &text);

private:
    Node *omp(PragmaStmt *s);
    std::string live_ins(const BodyState &region);
};

} // namespace polder::cc
