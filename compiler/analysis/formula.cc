// Reads a function's body as names for expressions and one result.
#include "compiler/analysis/formula.h"

#include "compiler/analysis/formula_objects.h"
#include "compiler/unit/compose.h"

#include <algorithm>

namespace polder::cc {

bool is_plain_integer(const TypeTable &types, const VarDecl *v) {
    const QualType type = types.canonical(v->type);
    return types.is_integer(type) && types.size_of(type) <= 8 && !type.is_volatile_or_atomic();
}

namespace {

/// Adds what a statement declares to the names of the formula. False: it is another statement.
bool add_locals(const TypeTable &types, const Node *statement, Formula &to) {
    const auto *s = as<DeclStmt>(statement);
    const auto *declaration = s ? as<Declaration>(s->declaration) : nullptr;
    if (!declaration) return false;
    for (const Declarator *x : declaration->declarators) {
        const auto *v = as<VarDecl>(x->decl);
        if (!v || !x->init || v->is_static_storage || !is_plain_integer(types, v)) return false;
        to.names.emplace_back(v, x->init);
    }
    return true;
}

/// Does a function call only functions of this unit in front of it? So none calls itself.
bool calls_only_earlier(LoopFacts &facts, const FunctionDecl *f) {
    const auto &calls = facts.effects(f->body).calls;
    return std::all_of(calls.begin(), calls.end(), [&](const CallExpr *call) {
        const FunctionDecl *called = facts.definition(called_function(call->callee));
        return called && called->name_token < f->name_token;
    });
}

} // namespace

std::optional<Formula> formula_of(const TypeTable &types, LoopFacts &facts, const CallExpr *call) {
    const FunctionDecl *called = facts.definition(called_function(call->callee));
    if (!called || !called->body || called->body->items.empty() || call->args.size() != called->params.size())
        return std::nullopt;
    const auto &items = called->body->items;
    const auto *last = as<ReturnStmt>(items.back());
    const Effects &of = facts.effects(called->body);
    if (!last || !last->value || !of.assigned.empty() || !of.exposed.empty() || of.opaque() || of.once ||
        !calls_only_earlier(facts, called))
        return std::nullopt;
    Formula result{.function = called, .names = {}, .result = last->value};
    for (size_t i = 0; i < called->params.size(); ++i) {
        if (!is_plain_integer(types, called->params[i]) && !leads_to_object(types, called->params[i]->type))
            return std::nullopt;
        result.names.emplace_back(called->params[i], call->args[i]);
    }
    for (size_t i = 0; i + 1 < items.size(); ++i)
        if (!add_locals(types, items[i], result)) return std::nullopt;
    return result;
}

} // namespace polder::cc
