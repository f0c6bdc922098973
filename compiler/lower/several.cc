// several: the form of a function for jobs of several nodes, beside the one for jobs of one node.
//   before   int sum(shared int *p, int n) { static int calls; calls++; ... s += p[i]; ... }
//   after    static int polder_l1_calls;
//            static __attribute__((noinline)) int polder_n_sum(polder_ga p, int n) { ... far code (far.cc) ... }
//            int sum(polder_ga p, int n) {
//              const int polder_d ... = ({ if (!polder_node.one) return polder_n_sum(p, n); 0; });      ... code for one node ... }
//
// So one node costs a test a call, which folds where the function is inlined into another of two forms. In a job only one of the
// forms ever runs after start; they share the objects of static storage duration, which move in front.
// A function has one form, far code that asks at run time how many nodes there are, where it is small (inlined, that folds too)
// or cannot be written twice: variadic, parameters without names, attributes that belong to one symbol, assembly, statics that
// cannot move.
// The second copy says nothing: it goes out as text of a system header, whose warnings compilers keep to themselves.
#include "compiler/lower/lower.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace polder::cc {

namespace {

/// What decides about the forms of a function, counted in one walk over its body.
struct Shape {
    unsigned accesses = 0;   // reads and writes of shared objects, casts to private pointers
    bool large = false;      // one of them is more than a register holds
    bool loops = false;
    bool unrepeatable = false;
};

/// Attributes of a definition that mean nothing to a second copy, which goes without them.
bool is_harmless(std::string_view name) {
    static constexpr std::string_view known[] = {
        "noinline", "unused", "used", "hot", "nothrow", "leaf", "noclone", "warn_unused_result", "nonnull", "returns_nonnull", "format",
        "malloc", "deprecated", "visibility", "externally_visible", "always_inline", "artificial", "access", "weak", "noipa"};
    return std::find(std::begin(known), std::end(known), name) != std::end(known);
}

bool is_loop(NodeKind kind) {
    return kind == NodeKind::for_stmt || kind == NodeKind::while_stmt || kind == NodeKind::do_stmt || kind == NodeKind::forall_stmt ||
           kind == NodeKind::goto_stmt;
}

void measure(const TypeTable &types, Node *n, Shape &shape) {
    const auto count = [&](const Expr *lvalue) {
        if (!types.is_shared(lvalue->type) || types.is_array(lvalue->type))
            return;
        ++shape.accesses;
        shape.large = shape.large || types.size_of(types.unshared(lvalue->type)) > 8;
    };
    shape.loops = shape.loops || is_loop(n->kind);
    shape.unrepeatable = shape.unrepeatable || n->kind == NodeKind::asm_stmt;
    if (auto *cast = as<ImplicitCast>(n); cast && cast->conversion == Conversion::lvalue_to_rvalue)
        count(cast->operand);
    if (auto *assignment = as<AssignExpr>(n))
        count(assignment->target);
    if (auto *u = as<UnaryExpr>(n); u && u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement)
        count(u->operand);
    if (auto *cast = as<CastExpr>(n); cast && types.is_pointer_to_shared(cast->operand->type) && types.is_pointer(cast->type) &&
                                      !types.is_pointer_to_shared(cast->type))
        ++shape.accesses;
    for_each_child(n, [&](Node *child) { measure(types, child, shape); });
}

/// The names a body declares that are gone outside it; its statics go to another list.
struct LocalNames {
    std::unordered_set<Name> names;
    std::vector<Declaration *> statics;
};

void collect(Node *n, LocalNames &local) {
    if (auto *label = as<LabelStmt>(n); label && label->label)
        local.names.insert(label->label->name);
    if (auto *e = as<EnumeratorDecl>(n))
        local.names.insert(e->name);
    if (auto *d = as<Declaration>(n)) {
        if (d->specifiers.tag && d->specifiers.tag->name != Name::none)
            local.names.insert(d->specifiers.tag->name);
        const bool moves = d->specifiers.storage == Storage::static_ && !d->declarators.empty();
        if (moves)
            local.statics.push_back(d);
        else if (!d->is_member)
            for (const Declarator *x : d->declarators)
                if (x->decl && x->decl->name != Name::none)
                    local.names.insert(x->decl->name);
    }
    for_each_child(n, [&](Node *child) { collect(child, local); });
}

} // namespace

/// Which statics of the body can move in front of the function. False if there are others that a second copy must not have.
bool Lowering::movable_statics(FunctionDecl *f, std::unordered_set<const Declaration *> &movable) {
    LocalNames local;
    collect(f->body, local);
    for (const ParamDecl *p : f->params)
        local.names.insert(p->name);
    const auto &tokens = ctx.source.tokens();
    for (const Declaration *d : local.statics) {
        bool moves = !d->specifiers.defines_tag;
        for (TokenIndex t = d->range.first; t < d->range.last; ++t)
            moves = moves && tokens[t].kind != Tok::kw_func_name && !(tokens[t].kind == Tok::identifier && local.names.count(tokens[t].name));
        if (moves) {
            movable.insert(d);
            continue;
        }
        for (const Declarator *x : d->declarators) {
            if (x->decl)
                local.names.insert(x->decl->name);
            auto *v = as<VarDecl>(x->decl);
            if (v && !types.is_shared(v->type) && !types.canonical(types.ultimate_element(v->type)).has(q_const))
                return false;
        }
    }
    return true;
}

bool Lowering::can_go_twice(Declaration *d) {
    const FunctionDecl *f = d->function;
    const auto *first = as<FunctionDecl>(f->canonical);
    const bool inline_definition = f->inline_ && f->linkage == Linkage::external && !is_inline_only(d);
    if (types.get(f->type).variadic || d->specifiers.defines_tag || d->specifiers.noreturn || inline_definition || d->declarators.empty() ||
        after_omp_declare_)
        return false;
    for (const ParamDecl *p : f->params)
        if (p->name == Name::none)
            return false;
    for (const FunctionDecl *each : {f, first})
        for (const Attribute &a : each ? each->attributes : f->attributes)
            if (!is_harmless(a.name))
                return false;
    const auto &tokens = ctx.source.tokens();
    for (TokenIndex t = d->range.first; t < f->body->range.first; ++t)
        if (tokens[t].kind == Tok::l_brace || (t < d->specifiers.range.last && tokens[t].kind == Tok::l_bracket && !is_rewritten(d)))
            return false;
    return true;
}

/// How the function goes out: Nodes::any is one form, Nodes::several two.
Nodes Lowering::forms_of(Declaration *d) {
    if (ctx.options.one_node)
        return Nodes::one;
    if (!d->function->body->upc)
        return Nodes::any;
    Shape shape;
    measure(types, d->function->body, shape);
    const TokenRange body = d->function->body->range;
    const bool small = !shape.loops && !shape.large && shape.accesses <= 2 && body.last - body.first <= 60;
    if (shape.accesses == 0 || small || shape.unrepeatable || !can_go_twice(d))
        return Nodes::any;
    return Nodes::several;
}

/// A static of a block in a function of two forms: it moves in front with the first and is there for the second.
Node *Lowering::moved_static(Declaration *d) {
    if (!again_)
        move_static(d);
    Composer out(ctx);
    for (Declarator *x : d->declarators)
        if (auto *v = as<VarDecl>(x->decl))
            out.text(alias_for_debuggers(v, v->storage == Storage::extern_));
    return out.finish();
}

void Lowering::move_static(Declaration *d) {
    for (Declarator *x : d->declarators)
        if (auto *v = as<VarDecl>(x->decl); v && !is_removed(d, x))
            c_names_[canonical(v)] = fresh("l") + "_" + std::string(source_name(v));
    bool split = is_rewritten(d);
    for (Declarator *x : d->declarators)
        split = split || is_removed(d, x);
    is_moving_ = true;
    Node *moved = split ? split_declaration(d) : plain_declaration(d);
    is_moving_ = false;
    function_->before.push_back(moved);
}

namespace {

bool is_named(const Node *n, const Decl *decl) {
    if (const auto *name = as<NameExpr>(n); name && name->decl == decl)
        return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || is_named(child, decl); });
    return found;
}

} // namespace

std::string Lowering::second_name(const FunctionDecl *f) const { return "polder_n_" + std::string(source_name(f)); }

/// In front of everything in the first form. A declaration, for standards that want these first. Parameters that the body does
/// not use are not used here either, so that the compiler still says so.
std::string Lowering::dispatch(FunctionDecl *f) {
    std::string arguments;
    for (const ParamDecl *p : f->params) {
        const QualType type = types.canonical(p->type);
        const bool plain = types.is_scalar(type) && types.kind(type) != TypeKind::complex && !(types.is_pointer_to_shared(type) && types.has_phase(type));
        arguments += arguments.empty() ? "" : ", ";
        arguments += plain && !is_named(f->body, p) ? "(" + print(type.unqualified()) + ")0" : std::string(source_name(p));
    }
    const std::string call = second_name(f) + "(" + arguments + "); ";
    return " const int polder_d __attribute__((unused)) = __extension__ ({ if (__builtin_expect(!polder_node.one, 0)) " +
           (types.is_void(types.get(f->type).element) ? "{ " + call + "return; } " : "return " + call) + "0; });";
}

/// static, no words of the symbol, and its own name.
Node *Lowering::second_signature(Declaration *d) {
    const FunctionDecl *f = d->function;
    const std::string opening = "static __attribute__((noinline)) ";
    Declarator *x = d->declarators.front();
    if (is_rewritten(d)) {
        Composer out(ctx);
        out.text(opening).node(function_declarator(d->function, x)).text(" ");
        for (Declaration *parameter : f->kr_declarations)
            out.node(declaration(parameter)).text(" ");
        return out.finish();
    }
    const TokenRange range{d->range.first, f->body->range.first};
    Weaver weaver(ctx, range);
    weaver.insert_before(range.first, opening);
    drop_words(weaver, d->specifiers.range);
    bool unused = false;
    if (Node *lowered = declarator(d, x, unused); lowered != x)
        weaver.replace(x->range, lowered);
    for (Declaration *parameter : f->kr_declarations)
        if (Node *lowered = declaration(parameter); lowered != parameter)
            weaver.replace(parameter->range, lowered);
    return weaver.finish(nullptr);
}

/// Storage words, inline and attributes.
void Lowering::drop_words(Weaver &weaver, TokenRange specifiers) {
    const auto &tokens = ctx.source.tokens();
    for (TokenIndex t = specifiers.first; t < specifiers.last; ++t) {
        const Tok kind = tokens[t].kind;
        const TokenIndex first = t;
        if (kind == Tok::kw_attribute)
            for (unsigned depth = 0; t + 1 < specifiers.last;) {
                ++t;
                depth += tokens[t].kind == Tok::l_paren;
                depth -= tokens[t].kind == Tok::r_paren;
                if (depth == 0)
                    break;
            }
        else if (kind != Tok::kw_static && kind != Tok::kw_extern && kind != Tok::kw_inline)
            continue;
        weaver.replace({first, t + 1}, std::string_view(" "));
    }
}

/// The second form, lowered after the first; `state` is the first's, and keeps what has to stand before both.
Node *Lowering::second_form(Declaration *d, BodyState &state) {
    second_ = d->function;
    Node *head = second_signature(d);
    second_ = nullptr;
    BodyState own;
    own.decl = d->function;
    function_ = &own;
    nodes_ = Nodes::several;
    again_ = true;
    Node *body = function_body(d->function);
    again_ = false;
    function_ = nullptr;
    state.before.insert(state.before.end(), own.before.begin(), own.before.end());
    auto *whole = static_cast<SyntheticExpr *>(make(head, body, "\n"));
    whole->range = d->range;
    whole->is_quiet = true;
    return whole;
}

} // namespace polder::cc
