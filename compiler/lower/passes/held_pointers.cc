// Finds the pointers of a loop, and lets copies stand in for them (held_pointers.h).
#include "compiler/lower/passes/held_pointers.h"

#include "compiler/lower/access/private_data.h"

#include <algorithm>
#include <set>

namespace polder::cc {

/// Pointers that the loop names, in the order of their names, and what it declares or takes the
/// address of.
struct HeldPointers::Names {
    std::vector<NameExpr *> pointers;
    std::set<const Decl *> unheld;
};

void HeldPointers::find(Node *n, Names &names) {
    if (auto *v = as<VarDecl>(n)) names.unheld.insert(v->canonical);
    if (auto *u = as<UnaryExpr>(n); u && u->op == UnaryOp::address)
        if (auto *name = as<NameExpr>(without_parens(u->operand))) names.unheld.insert(name->decl->canonical);
    auto *name = as<NameExpr>(n);
    if (VarDecl *v = name ? as<VarDecl>(name->decl) : nullptr)
        if (types.is_pointer_to_shared(v->type) && !types.is_shared(v->type) && is_per_thread(v) &&
            !StandIns::find(in.stand_ins, canonical(v)) &&
            std::none_of(names.pointers.begin(), names.pointers.end(),
                         [&](const NameExpr *other) { return other->decl->canonical == v->canonical; }))
            names.pointers.push_back(name);
    for_each_child(n, [&](Node *child) { find(child, names); });
}

/// A local, or one of file scope of which each thread has a copy.
bool HeldPointers::is_per_thread(VarDecl *v) {
    return PrivateData(in).is_private(v) ||
           (!v->is_static_storage && !v->file_scope && v->storage != Storage::extern_ && !v->in_c_code);
}

Node *HeldPointers::loop(Stmt *s) {
    const BodyState *function = in.function;
    if (!is_one_thread() || !function || !function->decl || s->range.empty() || !unit.facts.effects(s).twice() ||
        unit.facts.is_governed(s, function->decl))
        return nullptr;
    Names names;
    find(s, names);
    std::vector<NameExpr *> &found = names.pointers;
    std::erase_if(found, [&](const NameExpr *name) {
        return names.unheld.count(name->decl->canonical) != 0 ||
               !unit.facts.is_fixed(static_cast<VarDecl *>(name->decl), s, function->decl);
    });
    if (found.empty()) return nullptr;
    Composer out(ctx);
    out.text("{ ");
    std::vector<std::pair<VarDecl *, std::string>> held;
    for (NameExpr *name : found) {
        auto *v = static_cast<VarDecl *>(name->decl);
        held.emplace_back(canonical(v), fresh("held", name));
        const std::string type = Lowering(in).print(types.canonical(v->type).unqualified());
        const std::string &copy = held.back().second;
        if (types.has_phase(v->type))
            out.text(type + " " + copy + " = ")
                .node(PrivateData(in).private_use(v))
                .text("; " + copy + ".ga = (" + abi::ga + ")" + abi::addr_1thread + "(" + copy + ".ga); ");
        else
            out.text("const " + type + " " + copy + " = (" + type + ")" + abi::addr_1thread + "(")
                .node(PrivateData(in).private_use(v))
                .text("); ");
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
