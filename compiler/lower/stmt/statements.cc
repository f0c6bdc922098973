// The dispatch over kinds of statement, and the ones whose UPC meaning is small.
//   before   upc_barrier 2; upc_notify;
//   after    polder_barrier(1, 2); polder_notify(0, 0);
#include "compiler/lower/stmt/statements.h"

#include "compiler/lower/checks/check_ahead.h"
#include "compiler/lower/forall/foralls.h"
#include "compiler/lower/passes/held_variables.h"
#include "compiler/lower/passes/indirect_prefetch.h"
#include "compiler/lower/passes/induction_variables.h"
#include "compiler/lower/passes/split_phase.h"
#include "compiler/lower/runs/strip_mine.h"
#include "compiler/lower/stmt/assembly.h"
#include "compiler/lower/stmt/loops.h"
#include "compiler/lower/stmt/openmp.h"

namespace polder::cc {

/// `in_place`: checks of accesses stay where they are.
Node *StatementLowering::statement(Stmt *s, bool in_place) {
    if (Node *ahead = is_loop(s) && !in_place ? CheckedLoop::lowered(in, s) : nullptr) return ahead;
    if (Node *holding = is_loop(s) ? HeldVariables(in).loop(s) : nullptr) return holding;
    if (Node *viewing = is_loop(s) ? IndirectPrefetch(in).loop(s) : nullptr) return viewing;
    if (Node *following = is_loop(s) ? InductionVariables(in).loop(s) : nullptr) return following;
    switch (s->kind) {
    case NodeKind::barrier_stmt: return barrier(static_cast<BarrierStmt *>(s));
    case NodeKind::fence_stmt: return make(abi::fence + "();");
    case NodeKind::forall_stmt: return Foralls(in).forall(static_cast<ForallStmt *>(s));
    case NodeKind::while_stmt:
    case NodeKind::do_stmt:
    case NodeKind::for_stmt: return Loops(in).loop(s);
    case NodeKind::break_stmt: {
        Node *leaving = StripMine(in).leave(static_cast<BreakStmt *>(s));
        return leaving ? leaving : s;
    }
    case NodeKind::pragma_stmt: return OpenMP(in).pragma(static_cast<PragmaStmt *>(s));
    case NodeKind::asm_stmt: return is_far_code() ? Assembly(in).assembly(static_cast<AsmStmt *>(s)) : rebuild(s);
    case NodeKind::compound_stmt: SplitPhase(in).enter(static_cast<CompoundStmt *>(s)); return rebuild(s);
    case NodeKind::expr_stmt:
        if (unit.while_loops.is_step(static_cast<ExprStmt *>(s))) return make(";");
        [[fallthrough]];
    case NodeKind::decl_stmt:
    case NodeKind::return_stmt:
    case NodeKind::if_stmt: {
        bool inside = false;
        Node *early = SplitPhase(in).before(s, &inside);
        return !early ? rebuild(s) : inside ? make({early, rebuild(s)}) : make({"{ ", early, rebuild(s), " }"});
    }
    default: return rebuild(s);
    }
}

Node *StatementLowering::barrier(BarrierStmt *s) {
    const auto function = s->barrier == BarrierKind::barrier  ? abi::barrier
                          : s->barrier == BarrierKind::notify ? abi::notify
                                                              : abi::wait;
    if (!s->value) return make({call(function, {"0", "0"}), ";"});
    return make({call(function, {"1", make({"(int)(", value(s->value), ")"})}), ";"});
}

} // namespace polder::cc
