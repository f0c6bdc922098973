// Statements: switch, break, continue, return, and UPC's own. Leaving upc_forall is undefined when
// it happens (UPC 1.3 6.6.2p10), so it is a warning here.
#pragma once

#include "compiler/sema/convert/conversions.h"
#include "compiler/sema/names/labels.h"

namespace polder::cc {

class Statements : SemaPart {
public:
    Statements(SemaState &s, Conversions &conversions, Labels &labels)
        : SemaPart(s), conversions_(conversions), labels_(labels) {}

    /// While the body of a loop, a switch or a upc_forall is read, jumps in it concern it.
    void enter_loop(Stmt *s) { state.function->breakable.push_back(s); }
    void leave_loop() { state.function->breakable.pop_back(); }
    void enter_switch(SwitchStmt *s);
    void leave_switch();
    void enter_forall(ForallStmt *s);
    void leave_forall();
    Stmt *on_break(TokenIndex t, TokenRange range);
    Stmt *on_continue(TokenIndex t, TokenRange range);
    Stmt *on_return(Expr *value, TokenIndex t, TokenRange range);
    void on_goto(GotoStmt *s);
    void on_case(CaseStmt *s);
    void check_case_position(TokenIndex where);
    void on_affinity(ForallStmt *s);
    void on_barrier(BarrierStmt *s);

private:
    Conversions &conversions_;
    Labels &labels_;
};

} // namespace polder::cc
