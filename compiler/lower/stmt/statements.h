// StatementLowering: the dispatch over kinds of statement, and the ones whose UPC meaning is small.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class StatementLowering : public Lowering {
public:
    using Lowering::Lowering;

    Node *statement(Stmt *s, bool in_place = false);

private:
    Node *barrier(BarrierStmt *s);
};

} // namespace polder::cc
