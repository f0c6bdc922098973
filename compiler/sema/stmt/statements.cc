// Each action reports where a statement may not stand, and converts the value in it.
#include "compiler/sema/stmt/statements.h"

#include "compiler/sema/fold.h"

namespace polder::cc {

void Statements::enter_switch(SwitchStmt *s) {
    FunctionState &f = *state.function;
    f.breakable.push_back(s);
    f.switches.push_back(s);
    f.switch_foralls.push_back(f.innermost_forall());
}

void Statements::leave_switch() {
    state.function->switch_foralls.pop_back();
    state.function->switches.pop_back();
    state.function->breakable.pop_back();
}

void Statements::enter_forall(ForallStmt *s) {
    state.function->foralls.push_back(s);
    state.function->breakable.push_back(s);
}

void Statements::leave_forall() {
    state.function->breakable.pop_back();
    state.function->foralls.pop_back();
}

Stmt *Statements::on_break(TokenIndex t, TokenRange range) {
    BreakStmt *s = ctx.make<BreakStmt>();
    s->range = range;
    s->where = t;
    if (state.function->breakable.empty())
        report(DiagId::sema_break_outside, t);
    else
        s->target = state.function->breakable.back();
    if (auto *forall = as<ForallStmt>(s->target)) {
        report(DiagId::upc_leave_forall, t, {"break"});
        forall->is_left = true;
    }
    return s;
}

Stmt *Statements::on_continue(TokenIndex t, TokenRange range) {
    ContinueStmt *s = ctx.make<ContinueStmt>();
    s->range = range;
    s->where = t;
    for (size_t i = state.function->breakable.size(); i-- > 0 && !s->loop;)
        if (!as<SwitchStmt>(state.function->breakable[i])) s->loop = state.function->breakable[i];
    if (!s->loop) report(DiagId::sema_continue_outside, t);
    return s;
}

Stmt *Statements::on_return(Expr *value, TokenIndex t, TokenRange range) {
    ReturnStmt *s = ctx.make<ReturnStmt>();
    s->range = range;
    s->where = t;
    if (!state.function->foralls.empty()) report(DiagId::upc_leave_forall, t, {"return"});
    for (ForallStmt *forall : state.function->foralls)
        forall->is_left = true;
    if (value) {
        const QualType result = state.function->result;
        value = conversions_.rvalue(value);
        if (!types.is_error(result) && !types.is_void(result) && !types.is_void(value->type))
            value = conversions_.assign_convert(value, result, AssignContext::result, value->where);
    }
    s->value = value;
    return s;
}

void Statements::check_case_position(TokenIndex where) {
    if (state.function->switches.empty()) {
        report(DiagId::sema_case_outside, where, {source.spelling(where)});
        return;
    }
    const ForallStmt *here = state.function->innermost_forall();
    if (here && here != state.function->switch_foralls.back()) report(DiagId::upc_enter_forall, where, {"switch"});
}

void Statements::on_case(CaseStmt *s) {
    check_case_position(s->where);
    for (Expr **e : {&s->low, &s->high}) {
        if (!*e) continue;
        *e = conversions_.rvalue(*e);
        __int128 v = 0;
        // Plain C is the back end's; what it cannot see is THREADS and sizes of shared objects.
        if (upc() && !types.is_error((*e)->type) && state.in_user_code((*e)->where) && !evaluate_integer(ctx, *e, v))
            report(DiagId::sema_case_not_constant, (*e)->where, {}, (*e)->range);
    }
}

void Statements::on_goto(GotoStmt *s) {
    labels_.on_goto(s);
    if (s->target) s->target = conversions_.rvalue(s->target);
}

void Statements::on_affinity(ForallStmt *s) {
    if (!s->affinity) return;
    s->affinity = conversions_.rvalue(s->affinity);
    const QualType t = s->affinity->type;
    if (types.is_error(t)) return;
    if (types.is_integer(t)) {
        s->affinity_kind = Affinity::integer;
        s->affinity = conversions_.promote(s->affinity);
    } else if (types.is_pointer_to_shared(t))
        s->affinity_kind = Affinity::pointer;
    else {
        report(DiagId::upc_bad_affinity, s->affinity->where, {quoted(t)}, s->affinity->range);
        s->affinity = poison(s->affinity->range);
    }
}

void Statements::on_barrier(BarrierStmt *s) {
    if (s->value) s->value = conversions_.rvalue(s->value);
    if (s->value && types.is_pointer(s->value->type) && !types.is_pointer_to_shared(s->value->type)) {
        report(DiagId::sema_incompatible_types, s->value->where, {quoted(s->value->type), "'int'"}, s->value->range);
        s->value = poison(s->value->range);
    }
    if (s->value && types.is_floating(s->value->type))
        report(DiagId::upc_barrier_floating, s->value->where, {source.spelling(s->where), quoted(s->value->type)},
               s->value->range);
    if (s->value)
        s->value =
            conversions_.assign_convert(s->value, types.basic(TypeKind::int_), AssignContext::barrier, s->value->where);
    if (!state.function->foralls.empty()) report(DiagId::upc_barrier_in_forall, s->where, {source.spelling(s->where)});
}

} // namespace polder::cc
