// Labels are known by their first mention, so jumps are checked at the end of the function.
#include "compiler/sema/names/labels.h"

namespace polder::cc {

namespace {

bool is_inside(const ForallStmt *inner, const ForallStmt *outer) {
    for (; inner; inner = inner->enclosing)
        if (inner == outer) return true;
    return false;
}

} // namespace

LabelDecl *Labels::label(TokenIndex token, bool definition) {
    const Name name = source.tokens()[token].name;
    auto &scopes_of_labels = state.function->label_scopes;
    for (size_t i = scopes_of_labels.size(); i-- > 0;) {
        const auto it = scopes_of_labels[i].find(name);
        if (it == scopes_of_labels[i].end()) continue;
        LabelDecl *l = it->second;
        if (definition) l->where = l->name_token = token;
        return l;
    }
    return declare(token, scopes_of_labels.front());
}

LabelDecl *Labels::declare(TokenIndex token, std::unordered_map<Name, LabelDecl *> &scope) {
    LabelDecl *l = ctx.make<LabelDecl>();
    l->name = source.tokens()[token].name;
    l->name_token = l->where = token;
    l->canonical = l;
    scope[l->name] = l;
    return l;
}

void Labels::declare_local(TokenIndex token) {
    declare(token, state.function->label_scopes.back());
}

void Labels::on_label(LabelStmt *s) {
    if (s->label->definition) report(DiagId::sema_label_twice, s->where, {quoted(s->label->name)});
    s->label->definition = s;
    state.function->labels.push_back({s->label, state.function->innermost_forall()});
}

void Labels::on_goto(GotoStmt *s) {
    state.function->gotos.push_back({s, state.function->innermost_forall()});
}

void Labels::check_jump(const FunctionState::Goto &jump, const ForallStmt *to) {
    if (to == jump.forall) return;
    if (!jump.forall || is_inside(to, jump.forall)) {
        report(DiagId::upc_enter_forall, jump.stmt->where, {"goto"});
        return;
    }
    report(DiagId::upc_leave_forall, jump.stmt->where, {"goto"});
    for (ForallStmt *left = jump.forall; left && !is_inside(to, left); left = left->enclosing)
        left->is_left = true;
}

void Labels::check_function() {
    for (const auto &scope : state.function->label_scopes)
        for (const auto &[name, l] : scope)
            if (!l->definition) report(DiagId::sema_label_undefined, l->where, {quoted(name)});
    std::unordered_map<const LabelDecl *, ForallStmt *> home;
    for (const auto &[l, forall] : state.function->labels)
        home[l] = forall;
    for (const FunctionState::Goto &g : state.function->gotos)
        if (g.stmt->label && g.stmt->label->definition) check_jump(g, home[g.stmt->label]);
}

} // namespace polder::cc
