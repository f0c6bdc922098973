// Finds the pointers of a loop, and lets copies stand in for them (held_pointers.h).
#include "compiler/lower/passes/held_pointers.h"

#include "compiler/lower/access/private_data.h"

#include <algorithm>

namespace polder::cc {

void HeldPointers::find(Node *n, std::vector<NameExpr *> &found) {
    auto *name = as<NameExpr>(n);
    VarDecl *v = name ? as<VarDecl>(name->decl) : nullptr;
    const bool is_new = v && std::none_of(found.begin(), found.end(), [&](const NameExpr *other) {
                            return canonical(as<VarDecl>(other->decl)) == canonical(v);
                        });
    if (is_new && types.is_pointer_to_shared(v->type) && !types.is_shared(v->type) && PrivateData(in).is_private(v) &&
        !StandIns::find(in.stand_ins, canonical(v)))
        found.push_back(name);
    for_each_child(n, [&](Node *child) { find(child, found); });
}

Node *HeldPointers::loop(Stmt *s) {
    const BodyState *function = in.function;
    if (!is_one_thread() || !function || !function->decl || s->range.empty() || !unit.facts.effects(s).twice() ||
        unit.facts.is_governed(s, function->decl))
        return nullptr;
    std::vector<NameExpr *> found;
    find(s, found);
    std::erase_if(found, [&](const NameExpr *name) {
        return !unit.facts.is_fixed(static_cast<VarDecl *>(name->decl), s, function->decl);
    });
    if (found.empty()) return nullptr;
    Composer out(ctx);
    out.text("{ ");
    std::vector<std::pair<VarDecl *, std::string>> held;
    for (NameExpr *name : found) {
        auto *v = static_cast<VarDecl *>(name->decl);
        held.emplace_back(canonical(v), fresh("held", name));
        const std::string type = Lowering(in).print(types.canonical(v->type).unqualified());
        out.text("const " + type + " " + held.back().second + " = ").node(PrivateData(in).private_use(v)).text("; ");
    }
    StandIns stand_ins(in.stand_ins);
    for (const auto &[variable, stand_in] : held)
        stand_ins.set(variable, stand_in);
    LowerContext inside = in;
    inside.stand_ins = &stand_ins;
    out.node(Lowering(inside).node(s));
    return out.text(" }").finish();
}

} // namespace polder::cc
