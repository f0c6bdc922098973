// expressions: the dispatch over kinds of expression, and the ones whose UPC meaning is small.
//   before   if (p && !q) n = (e, MYTHREAD);              // shared [4] int *p, *q
//   after    if ((p).ga && !(q).ga) n = (e, ((int)polder_e.mythread));
#include "compiler/lower/expr/expressions.h"

#include "compiler/analysis/iterations/affinity.h"
#include "compiler/lower/access/accesses.h"
#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/access/private_data.h"
#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/decl/functions.h"
#include "compiler/lower/decl/initializers.h"
#include "compiler/lower/expr/calls.h"
#include "compiler/lower/expr/sizes.h"
#include "compiler/lower/runs/resolved_references.h"
#include "compiler/lower/runs/strip_mine.h"

namespace polder::cc {

namespace {

Expr *without_extension(Expr *e) {
    for (;;) {
        if (auto *p = as<ParenExpr>(e))
            e = p->inner;
        else if (auto *u = as<UnaryExpr>(e); u && u->op == UnaryOp::extension)
            e = u->operand;
        else
            return e;
    }
}

} // namespace

Node *Expressions::value(Expr *e) {
    if (const std::string *known = KnownValues::find(in.values, e)) return make(*known);
    switch (e->kind) {
    case NodeKind::literal: // nullptr cannot become the number that a pointer-to-shared is
        return ctx.source.tokens()[e->where].kind == Tok::kw_nullptr ? make("((void *)0)") : static_cast<Node *>(e);
    case NodeKind::name_expr: return name(static_cast<NameExpr *>(e));
    case NodeKind::unary_expr: return unary(static_cast<UnaryExpr *>(e));
    case NodeKind::binary_expr: return binary(static_cast<BinaryExpr *>(e));
    case NodeKind::assign_expr: return Accesses(in).assign(static_cast<AssignExpr *>(e), true);
    case NodeKind::cast_expr: return Pointers(in).cast(static_cast<CastExpr *>(e));
    case NodeKind::implicit_cast: return implicit_cast(static_cast<ImplicitCast *>(e));
    case NodeKind::call_expr: return CallLowering(in).call(static_cast<CallExpr *>(e));
    case NodeKind::index_expr: return index(static_cast<IndexExpr *>(e));
    case NodeKind::member_expr: return member(static_cast<MemberExpr *>(e));
    case NodeKind::size_expr: return Sizes(in).size(static_cast<SizeExpr *>(e));
    case NodeKind::generic_expr: return generic(static_cast<GenericExpr *>(e));
    case NodeKind::choose_expr: return choose(static_cast<ChooseExpr *>(e));
    case NodeKind::types_compatible_expr:
        return Sizes(in).contains_upc(e) ? make(static_cast<TypesCompatibleExpr *>(e)->value ? "1" : "0") : e;
    case NodeKind::compound_literal: return compound_literal(static_cast<CompoundLiteral *>(e));
    case NodeKind::init_list: {
        auto *list = static_cast<InitList *>(e);
        const bool braced_pointer =
            types.is_pointer_to_shared(e->type) && types.has_phase(e->type) && list->inits.size() == 1;
        return braced_pointer ? value(list->inits.front()) : rebuild(e);
    }
    case NodeKind::threads_expr: return make({"((int)", threads(), ")"});
    case NodeKind::mythread_expr: return make({"((int)", env(), ".mythread)"});
    default: return rebuild(e);
    }
}

/// The same without its value: no temporaries for results nobody reads.
Node *Expressions::effect(Expr *e) {
    if (auto *cast = as<ImplicitCast>(e); cast && cast->conversion == Conversion::to_void) return effect(cast->operand);
    if (auto *cast = as<ImplicitCast>(e); cast && cast->conversion == Conversion::lvalue_to_rvalue)
        return as<AssignExpr>(cast->operand) ? effect(cast->operand) : value(e);
    if (auto *assignment = as<AssignExpr>(e)) return Accesses(in).assign(assignment, false);
    if (auto *u = as<UnaryExpr>(e); u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement)
        return Accesses(in).increment(u, false);
    if (auto *b = as<BinaryExpr>(e); b && b->op == BinaryOp::comma) {
        Node *left = effect(b->left);
        Node *right = effect(b->right);
        Weaver weaver(ctx, extent(e));
        if (left != b->left) weaver.replace(extent(b->left), left);
        if (right != b->right) weaver.replace(extent(b->right), right);
        return weaver.finish(e);
    }
    if (auto *p = as<ParenExpr>(e)) {
        Node *inner = effect(p->inner);
        return inner == p->inner ? e : make({"(", inner, ")"});
    }
    return value(e);
}

/// e compared to 0: a pointer with phase gives its address.
Node *Expressions::condition(Expr *e) {
    if (types.is_pointer_to_shared(e->type) && types.has_phase(e->type)) return Pointers(in).ga_of(e);
    return value(e);
}

Node *Expressions::name(NameExpr *e) {
    if (auto *v = as<VarDecl>(e->decl)) {
        if (FunctionLowering(in).is_name_of_function(e))
            return make("\"" + std::string(source_name(in.function->decl)) + "\"");
        if (types.is_shared(v->type)) return Accesses(in).access(e);
        if (Node *library = CallLowering(in).library_name(e)) return library;
        if (const std::string *local = StandIns::find(in.stand_ins, canonical(v))) return make(*local);
        if (Expr *named = in.ahead_of ? unit.facts.names().expression_of(v, in.ahead_of, in.function->decl) : nullptr)
            return make({"((", print(types.canonical(v->type).unqualified()), ")(", value(named), "))"});
        if (PrivateData(in).is_private(v) && !in.constant) return PrivateData(in).private_use(v);
        const auto renamed = unit.c_names.find(canonical(v));
        return renamed == unit.c_names.end() ? e : static_cast<Node *>(make(renamed->second));
    }
    if (auto *f = as<FunctionDecl>(e->decl); f && is_main(f, ctx)) return make("polder_main");
    if (Node *library = CallLowering(in).library_name(e)) return library;
    return e;
}

/// The private object that e names, if it is reached at its thread's copy: not where a local stands
/// in for it.
VarDecl *Expressions::private_in_place(Expr *e) {
    auto *name = as<NameExpr>(without_extension(e));
    auto *v = name ? as<VarDecl>(name->decl) : nullptr;
    return v && PrivateData(in).is_private(v) && !in.constant && !StandIns::find(in.stand_ins, canonical(v)) ? v
                                                                                                             : nullptr;
}

Node *Expressions::unary(UnaryExpr *e) {
    switch (e->op) {
    case UnaryOp::address: {
        if (types.is_shared(e->operand->type)) return Addresses(in).pointer(e->operand);
        if (VarDecl *v = private_in_place(e->operand))
            return make({"((__typeof__(&", c_name(v), "))", PrivateData(in).copy_of(v), ")"});
        return rebuild(e);
    }
    case UnaryOp::dereference: return types.is_shared(e->type) ? Accesses(in).access(e) : rebuild(e);
    case UnaryOp::logical_not:
        if (types.is_pointer_to_shared(e->operand->type)) return make({"!", Pointers(in).ga_of(e->operand)});
        return rebuild(e);
    case UnaryOp::pre_increment:
    case UnaryOp::pre_decrement:
    case UnaryOp::post_increment:
    case UnaryOp::post_decrement: return Accesses(in).increment(e, true);
    default: return rebuild(e);
    }
}

/// A quotient or remainder by THREADS, where that is known at launch only: multiplications. A
/// processor does two to three times as many of those that do not wait for one another. In a chain,
/// signed ones of 64 bits take a fifth longer.
Node *Expressions::divided(BinaryExpr *e) {
    const bool divides = e->op == BinaryOp::div || e->op == BinaryOp::rem;
    if (!divides || !in.passes.division || ctx.options.level == 0 || known_threads() || !in.function ||
        !is_counter(types, e->type) || !is_threads(ctx, e->right))
        return nullptr;
    const bool is_signed = types.is_signed(e->type);
    const bool narrow = types.size_of(e->type) == 4;
    Addresses(in).say_divided(extent(e->left).first);
    // The type to which both sides are converted first, as `int` is beside `unsigned`.
    const std::string type = print(types.canonical(e->type).unqualified());
    const auto quotient = is_signed ? abi::divided_signed : abi::divided;
    const auto rest = is_signed ? abi::rest_signed : abi::rest;
    return make({"((", type, ")",
                 call(e->op == BinaryOp::div ? quotient : rest,
                      {env(), make({"(", type, ")(", value(e->left), ")"}), narrow ? "1" : "0"}),
                 ")"});
}

Node *Expressions::binary(BinaryExpr *e) {
    const bool left = types.is_pointer_to_shared(e->left->type);
    const bool right = types.is_pointer_to_shared(e->right->type);
    if (!left && !right) {
        Node *quotient = divided(e);
        return quotient ? quotient : rebuild(e);
    }
    switch (e->op) {
    case BinaryOp::add: {
        Expr *base = left ? e->left : e->right;
        return Addresses(in).element_pointer(
            Addresses(in).element(base, left ? e->right : e->left, {.with_phase = types.has_phase(base->type)}));
    }
    case BinaryOp::sub: {
        if (right) return Pointers(in).difference(e->left, e->right);
        Node *pointer = value(e->left);
        Node *steps = make({"-(long)(", value(e->right), ")"});
        return Pointers(in).add_to(e->left->type, pointer, steps, extent(e->left).first);
    }
    case BinaryOp::lt:
    case BinaryOp::gt:
    case BinaryOp::le:
    case BinaryOp::ge:
    case BinaryOp::eq:
    case BinaryOp::ne: return Pointers(in).compare(e);
    default: return rebuild(e);
    }
}

Node *Expressions::index(IndexExpr *e) {
    if (types.is_shared(e->type)) return Accesses(in).access(e);
    if (ResolvedReferences(in).has(e)) return ResolvedReferences(in).element(e);
    if (e->swapped) return make({"(", value(e->index), ")[", value(e->base), "]"});
    if (!in.ahead_of || !unit.facts.is_fixed_element(e, in.ahead_of, in.function->decl)) return rebuild(e);
    // In front of a loop that may not come to it. Where the index is outside, the value is not
    // used, so any element will do.
    const QualType array = types.canonical(static_cast<ImplicitCast *>(without_parens(e->base))->operand->type);
    const std::string at = fresh("at", e);
    const std::string length = std::to_string(types.size_of(array) / types.size_of(types.element(array)));
    return make({"(", value(e->base), ")[__extension__ ({ const unsigned long ", at, " = (unsigned long)(",
                 value(e->index), "); ", at, " < " + length + "UL ? ", at, " : 0UL; })]"});
}

Node *Expressions::member(MemberExpr *e) {
    return types.is_shared(e->type) ? Accesses(in).access(e) : rebuild(e);
}

Node *Expressions::implicit_cast(ImplicitCast *e) {
    switch (e->conversion) {
    case Conversion::lvalue_to_rvalue:
        if (auto *literal = as<CompoundLiteral>(without_extension(e->operand)); literal && in.constant)
            return rebuild(literal); // copied, not pointed to
        return Accesses(in).load(e->operand);
    case Conversion::array_to_pointer: {
        if (types.is_shared(e->operand->type)) return Addresses(in).pointer(e->operand);
        if (VarDecl *v = private_in_place(e->operand)) return PrivateData(in).private_array(v);
        return value(e->operand);
    }
    case Conversion::shared_pointer: return Pointers(in).convert(e->operand, e->type);
    case Conversion::to_bool:
        return types.is_pointer_to_shared(e->operand->type) ? make({"(", Pointers(in).ga_of(e->operand), " != 0)"})
                                                            : value(e->operand);
    case Conversion::to_void: return effect(e->operand);
    default: return value(e->operand);
    }
}

/// A pointer with phase is a structure to C, whose braces would mean its members. A literal of
/// static storage duration that can be written to is private data and gets a name.
Node *Expressions::compound_literal(CompoundLiteral *e) {
    const QualType type = types.canonical(e->type);
    if (types.is_pointer_to_shared(type) && types.has_phase(type))
        return make({"(*(" + abi::gp + "[1]){ ", value(e->init), " })"});
    const bool writable = !types.canonical(types.ultimate_element(type)).has(q_const);
    if (!e->file_scope || (!writable && InitializerLowering(in).init_kind(e->init) == InitKind::constant) ||
        !(in.constant || in.function))
        return rebuild(e);
    const std::string name = unit.names.numbered("c");
    Node *object =
        make({"static ",
              DeclarationLowering(in).declare(InitializerLowering(in).without_const(types.unshared(type)), make(name)),
              " __attribute__((section(\"" + abi::section::data + "\")))"});
    if (in.function) { // of an initialiser at start: each thread fills its own
        in.function->before.push_back(make({object, " = {0};"}));
        return make({"(*(__typeof__(&" + name + "))__builtin_memcpy((char *)&" + name + " + ", env(), ".delta, &",
                     rebuild(e), ", sizeof " + name + "))"});
    }
    Composer out(ctx);
    out.node(make({object, " = ", value(e->init), ";"}));
    if (const auto leaves = ctx.literal_leaves.find(e); leaves != ctx.literal_leaves.end())
        InitializerLowering(in).relocations(name, leaves->second, out);
    unit.before.push_back(out.finish());
    return make(name);
}

/// The selection looks at types the backend does not know: where UPC is in it, the chosen branch
/// stands alone.
Node *Expressions::generic(GenericExpr *e) {
    if (!e->chosen || !Sizes(in).contains_upc(e)) return rebuild(e);
    return make({"(", value(e->chosen), ")"});
}

Node *Expressions::choose(ChooseExpr *e) {
    if (!e->chosen || !Sizes(in).contains_upc(e)) return rebuild(e);
    return make({"(", value(e->chosen), ")"});
}

} // namespace polder::cc
