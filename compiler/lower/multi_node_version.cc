// Function multiversioning. The multi-node version of a function goes out beside the
// single-node version.
//   before   int sum(shared int *p, int n) { static int calls; calls++; ... s += p[i]; ... }
//   after    static int polder_l1_calls;
//            static __attribute__((noinline)) int polder_n_sum(polder_ga p, int n) {
//              ... far code (far.cc) ... }
//            int sum(polder_ga p, int n) {
//              const int polder_d ... = ({ if (!polder_node.one) return polder_n_sum(p, n); 0; });
//              ... code for one node ... }
//
// Dispatch. One node costs a test a call. The test folds if the function is inlined into another
// one with two versions. A static function that only functions with two versions call has no
// dispatch: single-node version calls single-node version, multi-node version calls multi-node
// version (function_versions.cc decides).
//
// In a job only one of the versions runs after start. They share the objects of static storage
// duration, which move in front. The second copy says nothing: it goes out as text of a system
// header, whose warnings compilers keep to themselves.
#include "compiler/lower/lower.h"

#include <utility>

namespace polder::cc {

/// A static of a block in a function of two versions: it moves in front with the first and is there
/// for the second.
Node *Lowering::moved_static(Declaration *d) {
    if (!function_->multi_node) move_static(d);
    Composer out(ctx);
    for (Declarator *x : d->declarators)
        if (auto *v = as<VarDecl>(x->decl)) out.text(alias_for_debuggers(v, v->storage == Storage::extern_));
    return out.finish();
}

void Lowering::move_static(Declaration *d) {
    for (Declarator *x : d->declarators)
        if (auto *v = as<VarDecl>(x->decl); v && !is_removed(d, x))
            c_names_[canonical(v)] = names_.numbered("l") + "_" + std::string(source_name(v));
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
    if (const auto *name = as<NameExpr>(n); name && name->decl == decl) return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || is_named(child, decl); });
    return found;
}

} // namespace

std::string Lowering::multi_node_name(const FunctionDecl *f) const {
    return "polder_n_" + std::string(source_name(f));
}

/// In front of everything in the single-node version. A declaration, for standards that want these
/// first. Parameters that the body does not use are not used here either, so that the compiler
/// still says so.
std::string Lowering::dispatch(FunctionDecl *f) {
    return " const int polder_d __attribute__((unused)) = __extension__ ({ if (__builtin_expect(!" + abi::node +
           ".one, "
           "0)) " +
           call_multi_node(f) + "0; });";
}

std::string Lowering::call_multi_node(const FunctionDecl *f) {
    std::string arguments;
    for (const ParamDecl *p : f->params) {
        const QualType type = types.canonical(p->type);
        const bool plain = types.is_scalar(type) && types.kind(type) != TypeKind::complex &&
                           !(types.is_pointer_to_shared(type) && types.has_phase(type));
        arguments += arguments.empty() ? "" : ", ";
        arguments +=
            plain && !is_named(f->body, p) ? "(" + print(type.unqualified()) + ")0" : std::string(source_name(p));
    }
    const std::string call = multi_node_name(f) + "(" + arguments + "); ";
    return types.is_void(types.get(f->type).element) ? "{ " + call + "return; } " : "return " + call;
}

/// In a multi-node version: a call of a function that has one too, and has come.
Node *Lowering::call_of_multi_node_version(CallExpr *e) {
    const FunctionDecl *f = called_function(e->callee);
    return function_ && function_->multi_node && f && called_multi_node_.count(f->canonical) ? make(multi_node_name(f))
                                                                                             : nullptr;
}

/// static, no words of the symbol, and its own name.
Node *Lowering::multi_node_signature(Declaration *d, bool single_node_calls_it) {
    const FunctionDecl *f = d->function;
    const std::string opening = versions_.at(f).dispatches || single_node_calls_it ? "static __attribute__((noinline)) "
                                : f->inline_                                       ? "static inline "
                                                                                   : "static ";
    Declarator *x = d->declarators.front();
    if (is_rewritten(d)) {
        Composer out(ctx);
        out.text(opening).node(function_declarator(d->function, x, multi_node_name(f))).text(" ");
        for (Declaration *parameter : f->kr_declarations)
            out.node(declaration(parameter)).text(" ");
        return out.finish();
    }
    const TokenRange range{d->range.first, f->body->range.first};
    Weaver weaver(ctx, range);
    weaver.insert_before(range.first, opening);
    drop_words(weaver, d->specifiers.range);
    bool unused = false;
    if (Node *lowered = declarator(d, x, unused, multi_node_name(f)); lowered != x) weaver.replace(x->range, lowered);
    for (Declaration *parameter : f->kr_declarations)
        if (Node *lowered = declaration(parameter); lowered != parameter) weaver.replace(parameter->range, lowered);
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
                if (depth == 0) break;
            }
        else if (kind != Tok::kw_static && kind != Tok::kw_extern && kind != Tok::kw_inline)
            continue;
        weaver.replace({first, t + 1}, std::string_view(" "));
    }
}

/// The multi-node version, lowered second. `state` is the first one's and keeps what has to stand
/// before both.
Node *Lowering::multi_node_version(Declaration *d, BodyState &state) {
    names_.begin_function();
    const bool replaceable =
        ctx.options.pic && d->function->linkage == Linkage::external; // by another library's at run time
    if (!replaceable) called_multi_node_.insert(d->function->canonical);
    const bool single_node_calls_it = !state.domains.empty(); // seldom
    Node *head = multi_node_signature(d, single_node_calls_it);
    BodyState own;
    own.decl = d->function;
    own.multi_node = true;
    own.moving = state.moving;
    function_ = &own;
    nodes_ = Nodes::several;
    const bool outside =
        std::exchange(cold_path_, ctx.options.level == 0); // unoptimised code is slow in any case: short, then
    Node *body = function_body(d->function);
    cold_path_ = outside;
    function_ = nullptr;
    state.before.insert(state.before.end(), own.before.begin(), own.before.end());
    auto *whole = static_cast<SyntheticExpr *>(make(head, body, "\n"));
    whole->range = d->range;
    whole->has_place = true;
    return whole;
}

} // namespace polder::cc
