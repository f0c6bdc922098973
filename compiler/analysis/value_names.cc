// Finds the settings and uses of a function's variables once, and answers from these.
#include "compiler/analysis/value_names.h"

#include "compiler/analysis/formula.h"
#include "compiler/unit/compose.h"

#include <algorithm>

namespace polder::cc {

namespace {

bool is_inside(TokenIndex at, const Node *node) {
    return node->range.first <= at && at < node->range.last;
}

/// `v = expression;`, where v is a variable; null for other statements.
AssignExpr *plain_assignment(Node *statement) {
    auto *s = as<ExprStmt>(statement);
    auto *a = s ? as<AssignExpr>(s->expr) : nullptr;
    return a && !a->compound && as<NameExpr>(a->target) ? a : nullptr;
}

/// The variable that an expression changes as a whole, or null.
VarDecl *changed_by(Node *n) {
    if (auto *a = as<AssignExpr>(n)) return named_variable(a->target);
    auto *u = as<UnaryExpr>(n);
    const bool steps = u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement;
    return steps ? named_variable(u->operand) : nullptr;
}

} // namespace

void ValueNames::find(Node *n, CompoundStmt *inside, Variables &out) {
    if (auto *block = as<CompoundStmt>(n)) inside = block;
    if (auto *name = as<NameExpr>(n))
        if (auto *v = as<VarDecl>(name->decl)) out[v->canonical].names.push_back(n->range.first);
    if (VarDecl *v = changed_by(n))
        out[v->canonical].settings.push_back({nullptr, nullptr, n->range.first, n->range.last});
    if (auto *s = as<DeclStmt>(n))
        if (auto *d = as<Declaration>(s->declaration))
            for (Declarator *x : d->declarators)
                if (x->decl && x->init && inside)
                    out[x->decl->canonical].settings.push_back({inside, x->init, x->name_token, x->init->range.last});
    for_each_child(n, [&](Node *child) {
        AssignExpr *a = n == inside ? plain_assignment(child) : nullptr;
        auto *v = a ? as<VarDecl>(as<NameExpr>(a->target)->decl) : nullptr;
        if (!v) return find(child, inside, out);
        out[v->canonical].settings.push_back({inside, a->value, a->range.first, a->range.last});
        find(a->value, inside, out);
    });
}

ValueNames::Uses *ValueNames::uses_of(const VarDecl *v, FunctionDecl *f) {
    const auto [known, is_new] = functions_.try_emplace(f);
    if (is_new && f->body) find(f->body, nullptr, known->second);
    const auto found = known->second.find(v->canonical);
    return found == known->second.end() ? nullptr : &found->second;
}

/// The one statement that sets the variable in the loop, if all uses there stand behind it.
const ValueNames::Setting *ValueNames::setting(const VarDecl *v, Node *loop, FunctionDecl *f) {
    Uses *uses = uses_of(v, f);
    if (!uses) return nullptr;
    const Setting *result = nullptr;
    for (const Setting &s : uses->settings)
        if (is_inside(s.at, loop)) {
            if (result) return nullptr;
            result = &s;
        }
    if (!result || !result->value || !is_inside(result->block->range.first, loop) || facts_.effects(result->block).once)
        return nullptr;
    const auto stands_behind = [&](TokenIndex at) {
        return !is_inside(at, loop) || (at >= result->end && is_inside(at, result->block));
    };
    return std::all_of(uses->names.begin(), uses->names.end(), stands_behind) ? result : nullptr;
}

Expr *ValueNames::expression_of(const VarDecl *v, Node *loop, FunctionDecl *f) {
    if (v->kind != NodeKind::var_decl || v->is_static_storage || v->file_scope || v->thread_local_ ||
        v->storage == Storage::extern_ || !is_plain_integer(ctx_.types, v) || !f->body)
        return nullptr;
    const Setting *set = setting(v, loop, f);
    const bool is_name =
        set && !facts_.effects(f->body).exposed.count(v->canonical) && keeps(set->value, *set, loop, f);
    return is_name ? set->value : nullptr;
}

/// Does the block leave what the expression reads as it is? Value names may be set before.
bool ValueNames::keeps(Node *n, const Setting &of, Node *loop, FunctionDecl *f) {
    if (auto *name = as<NameExpr>(n)) {
        auto *v = as<VarDecl>(name->decl);
        if (!v || !facts_.effects(of.block).changed.count(v->canonical)) return true;
        const Setting *set = setting(v, loop, f);
        return set && set->end <= of.at && expression_of(v, loop, f);
    }
    bool all = n->kind != NodeKind::stmt_expr;
    if (auto *call = as<CallExpr>(n)) {
        const auto formula = formula_of(ctx_.types, facts_, call);
        all = formula && keeps(formula->result, of, loop, f);
        for (size_t i = call->args.size(); all && i < formula->names.size(); ++i)
            all = keeps(formula->names[i].second, of, loop, f);
    }
    for_each_child(n, [&](Node *child) { all = all && keeps(child, of, loop, f); });
    return all;
}

} // namespace polder::cc
