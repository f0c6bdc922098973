// initializers: static initialisers whose value differs from thread to thread, or is known only at
// start.
//   before   static int x; int *p = &x; shared int *q = &a[3];
//   after    int *p __attribute__((section("polder_data"))) = &x;
//            static const struct polder_reloc polder_r1
//              __attribute__((section("polder_reloc"), used)) = {&(p), &(p)};
//            polder_ga q; static void polder_i2(void) {
//              ... polder_v = polder_index_cyclic(...); copy to this thread's q }
#include "compiler/lower/decl/initializers.h"

#include "compiler/lower/access/private_data.h"
#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/decl/functions.h"

#include <algorithm>
#include <utility>

namespace polder::cc {

namespace {

bool converts_to_shared(const Expr *e) {
    const auto *c = as<ImplicitCast>(e);
    return (c && c->conversion == Conversion::shared_pointer) || as<CastExpr>(e);
}

const CompoundLiteral *copied_literal(const Expr *e) {
    const auto *c = as<ImplicitCast>(e);
    if (!c || c->conversion != Conversion::lvalue_to_rvalue) return nullptr;
    return as<CompoundLiteral>(without_parens(c->operand));
}

} // namespace

InitKind InitializerLowering::init_kind(Expr *e) {
    if (as<SizeExpr>(e) || as<StmtExpr>(e)) return InitKind::constant;
    if (e->kind == NodeKind::mythread_expr || (e->kind == NodeKind::threads_expr && !ctx.options.static_threads))
        return InitKind::dynamic;
    if (auto *n = as<NameExpr>(e)) {
        auto *v = as<VarDecl>(n->decl);
        if (!v) return InitKind::constant;
        return types.is_shared(v->type)        ? InitKind::dynamic
               : PrivateData(in).is_private(v) ? InitKind::relocated
                                               : InitKind::constant;
    }
    if (types.is_pointer_to_shared(e->type) && !converts_to_shared(e) && e->kind != NodeKind::init_list &&
        e->kind != NodeKind::paren_expr && e->kind != NodeKind::designated_init)
        return InitKind::dynamic;
    // A literal that is copied into the object, not pointed to, is only a way to write its members.
    if (const CompoundLiteral *literal = copied_literal(e))
        return literal->init ? init_kind(literal->init) : InitKind::constant;
    InitKind most = InitKind::constant;
    if (auto *literal = as<CompoundLiteral>(e);
        literal && literal->file_scope && !types.canonical(types.ultimate_element(e->type)).has(q_const))
        most = InitKind::relocated;
    for_each_child(e, [&](Node *child) {
        if (auto *part = as<Expr>(child)) most = std::max(most, init_kind(part));
    });
    return most;
}

bool InitializerLowering::is_dynamic(VarDecl *v) {
    VarDecl *first = canonical(v);
    if (!first->is_static_storage || first->in_c_code || types.is_shared(first->type)) return false;
    const auto cached = unit.init_kinds.find(first);
    if (cached != unit.init_kinds.end()) return cached->second == InitKind::dynamic;
    unit.init_kinds[first] = InitKind::constant; // an initialiser may name its own object
    const auto found = unit.definitions.find(first);
    Expr *init = found != unit.definitions.end() && found->second->init ? found->second->init
                 : first->init                                          ? first->init
                                                                        : v->init;
    const InitKind kind = init ? init_kind(init) : InitKind::constant;
    unit.init_kinds[first] = kind;
    return kind == InitKind::dynamic;
}

QualType InitializerLowering::without_const(QualType type) {
    const Type &t = types.get(type);
    if (t.kind != TypeKind::array) {
        const QualType plain = types.canonical(type);
        return QualType(plain.index(), static_cast<uint8_t>(plain.qualifiers() & ~q_const));
    }
    if (t.size == ArraySize::incomplete) return types.incomplete_array(without_const(types.element(type)));
    return types.array_of(without_const(types.element(type)), t.count, t.times_threads);
}

/// An initialiser that stays where it is and stays a constant of C.
Node *InitializerLowering::static_value(Expr *init) {
    LowerContext inside = in;
    inside.constant = true;
    return Lowering(inside).value(init);
}

namespace {

std::string path_text(const Context &ctx, const InitLeaf &leaf) {
    std::string text;
    for (const InitStep &step : leaf.path)
        if (!step.field)
            text += "[" + std::to_string(step.first) + "]";
        else if (step.field->name != Name::none)
            text += "." + std::string(ctx.source.name(step.field->name));
    return text;
}

VarDecl *private_base(Expr *e) {
    if (as<SizeExpr>(e)) return nullptr;
    if (auto *n = as<NameExpr>(e)) return as<VarDecl>(n->decl);
    VarDecl *found = nullptr;
    for_each_child(e, [&](Node *child) {
        if (auto *part = as<Expr>(child); part && !found) found = private_base(part);
    });
    return found;
}

} // namespace

void InitializerLowering::relocations(VarDecl *v, Composer &out) {
    const auto found = ctx.init_leaves.find(v);
    const auto leaves = found != ctx.init_leaves.end() ? found : ctx.init_leaves.find(canonical(v));
    if (leaves != ctx.init_leaves.end()) relocations(c_name(v), leaves->second, out);
}

/// One record for each slot that holds the address of private data.
void InitializerLowering::relocations(const std::string &object, const std::vector<InitLeaf> &leaves, Composer &out) {
    for (const InitLeaf &leaf : leaves) {
        if (init_kind(leaf.value) != InitKind::relocated) continue;
        VarDecl *target = private_base(leaf.value);
        std::string owner = object;
        if (target && canonical(target)->privacy == Privacy::by_marker) {
            owner = "polder_private_" + std::string(source_name(target));
            if (unit.declared.insert("marker " + std::string(source_name(target))).second)
                out.text("extern char " + owner + " __attribute__((weak)); ");
        }
        const InitStep *range = nullptr;
        for (const InitStep &step : leaf.path)
            if (!step.field && step.last > step.first) range = &step;
        InitLeaf slot = leaf;
        const uint64_t count = range ? range->last - range->first + 1 : 1;
        for (uint64_t i = 0; i < count; ++i) {
            if (range) slot.path[static_cast<size_t>(range - leaf.path.data())].first = range->first + i;
            out.text("static const " + abi::reloc + " " + unit.names.numbered("r") + " __attribute__((section(\"" +
                     abi::section::reloc + "\"), used, aligned(8))) = {&(" + object + path_text(ctx, slot) + "), &" +
                     owner + "}; ");
        }
    }
}

/// A function run at start in every thread, and its entry.
Node *InitializerLowering::init_function(const std::function<Node *(const LowerContext &)> &body) {
    BodyState state;
    LowerContext inside = in;
    inside.function = &state;
    LowerContext at_head = inside;
    inside.jobs = jobs_of_unit(ctx.options, in.passes);
    Node *statements = body(inside);
    state.env = true;
    Node *opening = FunctionLowering(at_head).head();
    const std::string name = unit.names.numbered("i");
    Composer out(ctx);
    for (Node *n : state.before)
        out.node(n).text(" ");
    out.text("static void " + name + "(void) {").node(opening).text(" ").node(statements);
    out.text(" } static const " + abi::initializer + " " + name + "_entry __attribute__((section(\"" +
             abi::section::init + "\"), used, aligned(8))) = {" + name + "};");
    return out.finish();
}

Node *InitializerLowering::run_time_initializer(VarDecl *v, Expr *init) {
    return init_function([&](const LowerContext &inside) {
        Lowering at_start(inside);
        const std::string name = c_name(v);
        return make({DeclarationLowering(inside).declare(without_const(v->type), make("polder_v")), " = ",
                     at_start.value(init), "; __builtin_memcpy((char *)&" + name + " + ", at_start.env(),
                     ".delta, &polder_v, sizeof(polder_v));"});
    });
}

void InitializerLowering::collect_definitions() {
    for (Node *item : ctx.unit->items) {
        auto *d = as<Declaration>(item);
        if (!d) continue;
        if (d->function) {
            unit.atomics_in_place |= source_name(d->function) == abi::atomic_call;
            continue;
        }
        for (Declarator *x : d->declarators) {
            auto *v = as<VarDecl>(x->decl);
            if (!v) continue;
            VarDecl *&known = unit.definitions[canonical(v)];
            if (!known || x->init || (!known->init && v->storage != Storage::extern_ && types.is_complete(v->type)))
                known = v;
        }
    }
}

} // namespace polder::cc
