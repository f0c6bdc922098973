// Finds the pointers of a loop, and lets copies stand in for them (held_pointers.h).
#include "compiler/lower/passes/held_pointers.h"

#include <algorithm>

namespace polder::cc {

void HeldPointers::find(Lowering &lowering, Node *n, std::vector<NameExpr *> &found) {
    auto *name = as<NameExpr>(n);
    VarDecl *v = name ? as<VarDecl>(name->decl) : nullptr;
    const bool is_new = v && std::none_of(found.begin(), found.end(), [&](const NameExpr *other) {
                            return Lowering::canonical(as<VarDecl>(other->decl)) == Lowering::canonical(v);
                        });
    if (is_new && lowering.types.is_pointer_to_shared(v->type) && !lowering.types.is_shared(v->type) &&
        lowering.is_private(v) && !lowering.renames_.count(Lowering::canonical(v)))
        found.push_back(name);
    for_each_child(n, [&](Node *child) { find(lowering, child, found); });
}

Node *HeldPointers::loop(Lowering &lowering, Stmt *s) {
    const BodyState *function = lowering.function_;
    if (!lowering.is_one_thread() || !function || !function->decl || s->range.empty() ||
        !lowering.facts_.effects(s).twice() || lowering.facts_.is_governed(s, function->decl))
        return nullptr;
    std::vector<NameExpr *> found;
    find(lowering, s, found);
    std::erase_if(found, [&](const NameExpr *name) {
        return !lowering.facts_.is_fixed(static_cast<VarDecl *>(name->decl), s, function->decl);
    });
    if (found.empty()) return nullptr;
    Composer out(lowering.ctx);
    out.text("{ ");
    std::vector<std::pair<VarDecl *, std::string>> held;
    for (NameExpr *name : found) {
        auto *v = static_cast<VarDecl *>(name->decl);
        held.emplace_back(Lowering::canonical(v), lowering.fresh("held", name));
        const std::string type = lowering.print(lowering.types.canonical(v->type).unqualified());
        out.text("const " + type + " " + held.back().second + " = ").node(lowering.private_use(v)).text("; ");
    }
    for (const auto &[variable, stand_in] : held)
        lowering.renames_[variable] = stand_in;
    out.node(lowering.node(s));
    for (const auto &[variable, stand_in] : held)
        lowering.renames_.erase(variable);
    return out.text(" }").finish();
}

} // namespace polder::cc
