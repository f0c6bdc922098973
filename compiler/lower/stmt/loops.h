// Loops: passes of the optimiser that take them, and loops that wait for another thread.
#pragma once

#include "compiler/analysis/counted_loop.h"
#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class Loops : public Lowering {
public:
    using Lowering::Lowering;

    Node *loop(Stmt *s);
    bool reads_shared(Node *n);
    Node *plain_for(Node *init, Expr *condition, Expr *step, Node *body);
    Node *loop_start(const CountedLoop &loop);

private:
    bool goes_in_front(Declaration *init);
    /// The name of the function that `e` calls; empty if it is no such call.
    std::string_view called(Expr *e);
    bool is_poll(Stmt *s);
    bool calls_reader(Node *n);
    bool goes_on(Expr *condition, Expr *step);
    bool waits(Stmt *body, Expr *condition, Expr *step);
};

} // namespace polder::cc
