// Statements: labels, jumps, switch, return, and what UPC says about leaving and entering
// upc_forall. That is undefined when it happens (1.3 6.6.2p10), so it is a warning here.
#include "compiler/sema/fold.h"
#include "compiler/sema/sema.h"

namespace polder::cc {

LabelDecl *Sema::label(TokenIndex token, bool definition) {
    const Name name = source.tokens()[token].name;
    auto &scopes_of_labels = function->label_scopes;
    for (size_t i = scopes_of_labels.size(); i-- > 0;) {
        const auto it = scopes_of_labels[i].find(name);
        if (it == scopes_of_labels[i].end()) continue;
        LabelDecl *l = it->second;
        if (definition) l->where = l->name_token = token;
        return l;
    }
    LabelDecl *l = ctx.make<LabelDecl>();
    l->name = name;
    l->name_token = l->where = token;
    l->canonical = l;
    scopes_of_labels.front()[name] = l;
    return l;
}

void Sema::declare_local_label(TokenIndex token) {
    LabelDecl *l = ctx.make<LabelDecl>();
    l->name = source.tokens()[token].name;
    l->name_token = l->where = token;
    l->canonical = l;
    function->label_scopes.back()[l->name] = l;
}

Stmt *Sema::on_break(TokenIndex t, TokenRange range) {
    BreakStmt *s = ctx.make<BreakStmt>();
    s->range = range;
    s->where = t;
    if (function->breakable.empty())
        report(DiagId::sema_break_outside, t);
    else
        s->target = function->breakable.back();
    if (auto *forall = as<ForallStmt>(s->target)) {
        report(DiagId::upc_leave_forall, t, {"break"});
        forall->is_left = true;
    }
    return s;
}

Stmt *Sema::on_continue(TokenIndex t, TokenRange range) {
    ContinueStmt *s = ctx.make<ContinueStmt>();
    s->range = range;
    s->where = t;
    for (size_t i = function->breakable.size(); i-- > 0 && !s->loop;)
        if (!as<SwitchStmt>(function->breakable[i])) s->loop = function->breakable[i];
    if (!s->loop) report(DiagId::sema_continue_outside, t);
    return s;
}

Stmt *Sema::on_return(Expr *value, TokenIndex t, TokenRange range) {
    ReturnStmt *s = ctx.make<ReturnStmt>();
    s->range = range;
    s->where = t;
    if (!function->foralls.empty()) report(DiagId::upc_leave_forall, t, {"return"});
    for (ForallStmt *forall : function->foralls)
        forall->is_left = true;
    if (value) {
        value = rvalue(value);
        if (!types.is_error(function->result) && !types.is_void(function->result) && !types.is_void(value->type))
            value = assign_convert(value, function->result, AssignContext::result, value->where);
    }
    s->value = value;
    return s;
}

void Sema::check_case_position(TokenIndex where) {
    if (function->switches.empty()) {
        report(DiagId::sema_case_outside, where, {source.spelling(where)});
        return;
    }
    ForallStmt *here = function->foralls.empty() ? nullptr : function->foralls.back();
    if (here && here != function->switch_foralls.back()) report(DiagId::upc_enter_forall, where, {"switch"});
}

void Sema::on_case(CaseStmt *s) {
    check_case_position(s->where);
    for (Expr **e : {&s->low, &s->high}) {
        if (!*e) continue;
        *e = rvalue(*e);
        __int128 v = 0;
        // Plain C is the back end's; what it cannot see is THREADS and sizes of shared objects.
        if (upc() && !types.is_error((*e)->type) && in_user_code((*e)->where) && !evaluate_integer(ctx, *e, v))
            report(DiagId::sema_case_not_constant, (*e)->where, {}, (*e)->range);
    }
}

void Sema::on_goto(GotoStmt *s) {
    function->gotos.push_back({s, function->foralls.empty() ? nullptr : function->foralls.back()});
    if (s->target) s->target = rvalue(s->target);
}

void Sema::on_label(LabelStmt *s) {
    if (s->label->definition) report(DiagId::sema_label_twice, s->where, {quoted(s->label->name)});
    s->label->definition = s;
    function->labels.push_back({s->label, function->foralls.empty() ? nullptr : function->foralls.back()});
}

void Sema::check_jumps() {
    std::unordered_map<const LabelDecl *, ForallStmt *> home;
    for (const auto &[l, forall] : function->labels)
        home[l] = forall;
    const auto inside = [](ForallStmt *inner, const ForallStmt *outer) {
        for (; inner; inner = inner->enclosing)
            if (inner == outer) return true;
        return false;
    };
    for (const FunctionState::Goto &g : function->gotos) {
        if (!g.stmt->label || !g.stmt->label->definition) continue;
        ForallStmt *to = home[g.stmt->label];
        if (to == g.forall) continue;
        if (!g.forall || inside(to, g.forall)) {
            report(DiagId::upc_enter_forall, g.stmt->where, {"goto"});
            continue;
        }
        report(DiagId::upc_leave_forall, g.stmt->where, {"goto"});
        for (ForallStmt *left = g.forall; left && !inside(to, left); left = left->enclosing)
            left->is_left = true;
    }
}

void Sema::on_affinity(ForallStmt *s) {
    if (!s->affinity) return;
    s->affinity = rvalue(s->affinity);
    const QualType t = s->affinity->type;
    if (types.is_error(t)) return;
    if (types.is_integer(t)) {
        s->affinity_kind = Affinity::integer;
        s->affinity = promote(s->affinity);
    } else if (types.is_pointer_to_shared(t))
        s->affinity_kind = Affinity::pointer;
    else {
        report(DiagId::upc_bad_affinity, s->affinity->where, {quoted(t)}, s->affinity->range);
        s->affinity = poison(s->affinity->range);
    }
}

void Sema::on_barrier(BarrierStmt *s) {
    if (s->value) s->value = rvalue(s->value);
    if (s->value && types.is_pointer(s->value->type) && !types.is_pointer_to_shared(s->value->type)) {
        report(DiagId::sema_incompatible_types, s->value->where, {quoted(s->value->type), "'int'"}, s->value->range);
        s->value = poison(s->value->range);
    }
    if (s->value && types.is_floating(s->value->type))
        report(DiagId::upc_barrier_floating, s->value->where, {source.spelling(s->where), quoted(s->value->type)},
               s->value->range);
    if (s->value)
        s->value = assign_convert(s->value, types.basic(TypeKind::int_), AssignContext::barrier, s->value->where);
    if (!function->foralls.empty()) report(DiagId::upc_barrier_in_forall, s->where, {source.spelling(s->where)});
}

} // namespace polder::cc
