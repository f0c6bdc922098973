// Finds what a loop leaves alone, and lets copies stand in for it (held_variables.h).
#include "compiler/lower/passes/held_variables.h"

#include "compiler/analysis/invariance.h"
#include "compiler/lower/access/private_data.h"

#include <algorithm>
#include <set>

namespace polder::cc {

/// Pointers and numbers that the loop names, in the order of their names, and what it declares or
/// takes the address of.
struct HeldVariables::Names {
    std::vector<NameExpr *> found;
    std::set<const Decl *> unheld;
};

void HeldVariables::find(Node *n, Names &names) {
    if (auto *v = as<VarDecl>(n)) names.unheld.insert(v->canonical);
    if (auto *u = as<UnaryExpr>(n); u && u->op == UnaryOp::address)
        if (const VarDecl *v = named_variable(u->operand)) names.unheld.insert(v->canonical);
    auto *name = as<NameExpr>(n);
    if (VarDecl *v = name ? as<VarDecl>(name->decl) : nullptr)
        if (!types.is_shared(v->type) && (types.is_pointer_to_shared(v->type) ? is_per_thread(v) : is_number(v)) &&
            !StandIns::find(in.stand_ins, canonical(v)) &&
            std::none_of(names.found.begin(), names.found.end(),
                         [&](const NameExpr *other) { return other->decl->canonical == v->canonical; }))
            names.found.push_back(name);
    for_each_child(n, [&](Node *child) { find(child, names); });
}

/// A local, or one of file scope of which each thread has a copy.
bool HeldVariables::is_per_thread(VarDecl *v) {
    return PrivateData(in).is_private(v) ||
           (!v->is_static_storage && !v->file_scope && v->storage != Storage::extern_ && !v->in_c_code);
}

/// Need it not be there, so that it is read only where the program has seen that it is?
bool HeldVariables::is_weak(VarDecl *v) {
    const auto says = [](const VarDecl *each) {
        return std::any_of(each->attributes.begin(), each->attributes.end(),
                           [](const Attribute &a) { return a.name == "weak"; });
    };
    return says(v) || says(canonical(v)) || ctx.source.text().find("pragma weak") != std::string_view::npos;
}

bool HeldVariables::is_number(VarDecl *v) {
    return types.is_arithmetic(v->type) && PrivateData(in).is_private(v);
}

/// Does a function that the loop calls name the variable? Inlined, it would read it besides.
bool HeldVariables::is_read_by_call(Stmt *loop, const VarDecl *v) {
    const auto &calls = unit.facts.effects(loop).calls;
    return std::any_of(calls.begin(), calls.end(), [&](const CallExpr *call) {
        const FunctionDecl *called = unit.facts.definition(called_function(call->callee));
        return called && called->body && is_named(called->body, v);
    });
}

/// Could a store of the loop change what is read as that type, by C's rules? A function that is
/// called may have any.
bool HeldVariables::may_seem_changed(Stmt *loop, QualType read) {
    const Effects &of = unit.facts.effects(loop);
    const AliasTypes alias_types(ctx);
    return std::any_of(of.stores.begin(), of.stores.end(),
                       [&](const Effects::Store &store) {
                           return store.shared && (store.type.is_null() || alias_types.may_alias(store.type, read));
                       }) ||
           std::any_of(of.calls.begin(), of.calls.end(), [&](const CallExpr *call) {
               return unit.facts.definition(called_function(call->callee)) != nullptr;
           });
}

Node *HeldVariables::loop(Stmt *s) {
    const BodyState *function = in.function;
    if (!is_one_thread() || !function || !function->decl || s->range.empty() || !unit.facts.effects(s).twice() ||
        unit.facts.is_governed(s, function->decl))
        return nullptr;
    Names names;
    find(s, names);
    std::vector<NameExpr *> &found = names.found;
    std::erase_if(found, [&](const NameExpr *name) {
        auto *v = static_cast<VarDecl *>(name->decl);
        return names.unheld.count(v->canonical) != 0 || is_weak(v) || !unit.facts.is_fixed(v, s, function->decl) ||
               (!types.is_pointer_to_shared(v->type) && (!may_seem_changed(s, v->type) || is_read_by_call(s, v)));
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
        if (!types.is_pointer_to_shared(v->type))
            out.text("const " + type + " " + copy + " = ").node(PrivateData(in).private_use(v)).text("; ");
        else if (types.has_phase(v->type))
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
