// Function multiversioning. Versions for jobs of several nodes, and of one thread, go out beside
// the one for jobs of one node.
//   before   int sum(shared int *p, int n) { static int calls; calls++; ... s += p[i]; ... }
//   after    static int polder_l1_calls;
//            static __attribute__((noinline)) int polder_n_sum(polder_ga p, int n) {
//              ... far code (far_accesses.cc) ... }
//            static __attribute__((noinline, hot)) int polder_1_sum(polder_ga p, int n) {
//              ... s += ((int *)p)[i]; ... }
//            int sum(polder_ga p, int n) {
//              const int polder_d ... = ({ if (polder_node.version) {
//                if (polder_node.one) return polder_1_sum(p, n);
//                return polder_n_sum(p, n); } 0; });
//              ... code for one node ... }
//
// Compilers must not inline what only a dispatch calls. So a small function that other one-thread
// versions call is dispatched to by polder_d1_sum, which calls polder_1_sum and is not inlined.
//
// Dispatch. One node costs a test a call. The test folds if the function is inlined into another
// one with versions. A static function that only functions with versions call has no dispatch: each
// version calls the version for the same jobs (version_plan.cc decides).
//
// One thread. Each shared array is contiguous, in the order of its indexes, whatever its block.
// Each iteration of a upc_forall is the thread's, and private data is in its first copy. So the
// code is that of the same program in C. POLDER_FAR_TEST chooses the version for several nodes.
// C compilers know that arrays do not overlap. Names alone may lead to the shared ones
// (compiler/analysis/functions/named_arrays.h). Then they are parameters of a function that is
// inlined into the version:
//   after    static __inline__ __attribute__((always_inline)) void polder_r1_add(int n,
//                char *__restrict__ polder_p_a, char *__restrict__ polder_p_b) {
//              const polder_ga polder_s_a = (polder_ga)polder_p_a; ... }
//            static __attribute__((noinline, hot)) void polder_1_add(int n) {
//              polder_r1_add(n, (char *)a, (char *)b); return; }
//
// In a job only one of the versions runs after start. They share the objects of static storage
// duration, which move in front. Further copies say nothing: they go out as text of a system
// header, whose warnings compilers keep to themselves.
#include "compiler/lower/decl/function_versions.h"

#include "compiler/analysis/functions/named_arrays.h"
#include "compiler/analysis/invariance.h"
#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/decl/functions.h"
#include "compiler/lower/decl/shared_objects.h"

#include <algorithm>
#include <utility>

namespace polder::cc {

/// A static of a block in a function of several versions: it moves in front with the first and is
/// there for the others.
Node *FunctionVersions::moved_static(Declaration *d) {
    if (!in.function->is_copy) move_static(d);
    Composer out(ctx);
    for (Declarator *x : d->declarators)
        if (auto *v = as<VarDecl>(x->decl))
            out.text(SharedObjects(in).alias_for_debuggers(v, v->storage == Storage::extern_));
    return out.finish();
}

void FunctionVersions::move_static(Declaration *d) {
    for (Declarator *x : d->declarators)
        if (auto *v = as<VarDecl>(x->decl); v && !DeclarationLowering(in).is_removed(d, x))
            unit.c_names[canonical(v)] = unit.names.numbered("l") + "_" + std::string(source_name(v));
    bool split = DeclarationLowering(in).is_rewritten(d);
    for (Declarator *x : d->declarators)
        split = split || DeclarationLowering(in).is_removed(d, x);
    LowerContext inside = in;
    inside.moving = true;
    Lowering mover(inside);
    in.function->before.push_back(split ? DeclarationLowering(inside).split_declaration(d)
                                        : DeclarationLowering(inside).plain_declaration(d));
}

namespace {

/// Whether a function's body names the function, but for calls that go to the same version
/// (`calls`: these count, too). The versions stand in front of it.
bool names_itself(const Node *n, const FunctionDecl *f, bool calls) {
    const auto *name = as<NameExpr>(n);
    if (name && name->decl && name->decl->canonical == f->canonical) return true;
    const auto *call = as<CallExpr>(n);
    bool found = false;
    for_each_child(n, [&](Node *child) {
        const bool is_call = call && child == call->callee && called_function(call->callee) && !calls;
        found = found || (!is_call && names_itself(child, f, calls));
    });
    return found;
}

std::string_view words_of_declaration(const FunctionDecl *f) {
    if (f->linkage == Linkage::internal) return "static ";
    return f->inline_ ? "inline " : "extern ";
}

/// What dispatches call instead, where compilers may inline that version elsewhere.
std::string dispatched_name(std::string_view function) {
    return "polder_d1_" + std::string(function);
}

/// static, and whether compilers may inline it. A dispatch calls it seldom. That must not make it
/// code that is optimised for size.
std::string version_words(Jobs jobs, bool is_dispatched, bool is_inlined, bool is_inline) {
    const bool hot = jobs == Jobs::one_thread;
    if (is_dispatched && !is_inlined)
        return hot ? "static __attribute__((noinline, hot)) " : "static __attribute__((noinline)) ";
    return std::string("static ") + (is_inline ? "inline " : "") + (is_dispatched ? "__attribute__((hot)) " : "");
}

/// Takes away storage words, inline and attributes.
void drop_words(const Context &ctx, Weaver &weaver, TokenRange specifiers) {
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

} // namespace

std::string version_name(std::string_view function, Jobs jobs) {
    const char *prefix = jobs == Jobs::one_thread ? "polder_1_" : jobs == Jobs::one_node ? "polder_i1_" : "polder_n_";
    return prefix + std::string(function);
}

/// In front of everything in the first version. A declaration, for standards that want these first.
/// Parameters that the body does not use are not used here either, so that the compiler still says
/// so.
std::string FunctionVersions::dispatch(FunctionDecl *f) {
    const Versions &versions = unit.versions_of(f);
    const std::string expected = " const int polder_d __attribute__((unused)) = __extension__ ({ if (__builtin_expect(";
    const auto calls = [&](const std::string &name) { return call_of_version(f, name); };
    const std::string function(source_name(f));
    const std::string one = versions.one_thread ? calls(versions.inlined ? dispatched_name(function)
                                                                         : version_name(function, Jobs::one_thread))
                                                : "";
    const std::string several = versions.multi_node ? calls(version_name(function, Jobs::several_nodes)) : "";
    std::string choice;
    if (versions.one_thread && versions.multi_node)
        choice = abi::node + ".version, 0)) { if (" + abi::node + ".one) " + one + several + "} ";
    else if (versions.one_thread)
        choice = abi::node + ".version == 1, 0)) " + one; // with POLDER_FAR_TEST it may be 2
    else if (versions.multi_node)
        choice = "!" + abi::node + ".one, 0)) " + several;
    return choice.empty() ? "" : expected + choice + "0; });";
}

std::string FunctionVersions::call_of_version(const FunctionDecl *f, const std::string &name, const std::string &more) {
    std::string arguments;
    for (const ParamDecl *p : f->params) {
        const QualType type = types.canonical(p->type);
        const bool plain = types.is_scalar(type) && types.kind(type) != TypeKind::complex &&
                           !(types.is_pointer_to_shared(type) && types.has_phase(type));
        arguments += arguments.empty() ? "" : ", ";
        arguments +=
            plain && !is_named(f->body, p) ? "(" + print(type.unqualified()) + ")0" : std::string(source_name(p));
    }
    const std::string call = name + "(" + arguments + (arguments.empty() || more.empty() ? "" : ", ") + more + "); ";
    return types.is_void(types.get(f->type).element) ? "{ " + call + "return; } " : "return " + call;
}

/// A call of a function that has a version for the same jobs, too, and has come. For jobs of one
/// node that version is the inlined one. General bodies do not call it: they are hardly ever run.
Node *FunctionVersions::call_of_same_version(CallExpr *e) {
    const FunctionDecl *f = called_function(e->callee);
    if (!f || !in.function || (!in.function->is_copy && (in.jobs != Jobs::one_node || in.plain)) ||
        unit.called[in.jobs].count(f->canonical) == 0)
        return nullptr;
    const FunctionDecl *defined = unit.facts.definition(f);
    const Versions &versions = unit.versions_of(defined ? defined : f);
    const bool stays = unit.unvarying.count(e) && versions.small && versions.dispatches;
    if (stays && in.jobs != Jobs::one_thread) return nullptr;
    if (!in.function->is_copy) done(Pass::inlining, e->range.first, std::string(source_name(f)) + " in place");
    return make(version_name(source_name(f), in.jobs));
}

/// The words, nothing of the symbol, and its own name.
Node *FunctionVersions::version_signature(Declaration *d, const std::string &name, const std::string &opening) {
    const FunctionDecl *f = d->function;
    Declarator *x = d->declarators.front();
    if (DeclarationLowering(in).is_rewritten(d)) {
        Composer out(ctx);
        out.text(opening).node(FunctionLowering(in).function_declarator(d->function, x, name)).text(" ");
        for (Declaration *parameter : f->kr_declarations)
            out.node(DeclarationLowering(in).declaration(parameter)).text(" ");
        return out.finish();
    }
    const TokenRange range{d->range.first, f->body->range.first};
    Weaver weaver(ctx, range);
    weaver.insert_before(range.first, opening);
    drop_words(ctx, weaver, d->specifiers.range);
    bool unused = false;
    if (Node *lowered = DeclarationLowering(in).declarator(d, x, unused, name); lowered != x)
        weaver.replace(x->range, lowered);
    for (Declaration *parameter : f->kr_declarations)
        if (Node *lowered = DeclarationLowering(in).declaration(parameter); lowered != parameter)
            weaver.replace(parameter->range, lowered);
    return weaver.finish(nullptr);
}

/// The first version, to be inlined; the function itself dispatches and calls it.
Node *FunctionVersions::inlined_version(Declaration *d, Node *body) {
    const FunctionDecl *f = d->function;
    Node *head = version_signature(d, version_name(source_name(f), Jobs::one_node),
                                   "static __inline__ __attribute__((always_inline, unused)) ");
    auto *whole = static_cast<SyntheticExpr *>(make({head, body, "\n"}));
    whole->range = d->range;
    whole->has_place = true;
    unit.called[Jobs::one_node].insert(f->canonical);
    return whole;
}

/// Can a function with further parameters do the work of f? It has a prototype of its own, so each
/// parameter has a name, and a type that does not measure others.
bool FunctionVersions::takes_arrays(const FunctionDecl *f) const {
    return f->kr_declarations.empty() && !types.get(f->type).variadic &&
           std::ranges::all_of(f->params, [&](const ParamDecl *p) {
               return p->name != Name::none && !types.is_variably_modified(p->type);
           });
}

/// The version for jobs of one thread: its head calls a function with the body, whose last
/// parameters are the arrays.
Node *FunctionVersions::with_arrays(FunctionDecl *f, Node *head, Node *body, const std::vector<VarDecl *> &arrays) {
    const std::string unused = " __attribute__((unused))";
    const std::string name = "polder_r1_" + std::string(source_name(f));
    Composer parameters(ctx);
    parameters.text(name + "(");
    const char *comma = "";
    for (ParamDecl *p : f->params) {
        parameters.text(comma).node(
            DeclarationLowering(in).declare(p->type, make(std::string(source_name(p)) + unused)));
        comma = ", ";
    }
    std::string more;
    for (VarDecl *v : arrays) {
        parameters.text(comma + std::string("char *__restrict__ polder_p_") + c_name(v) + unused);
        more += (more.empty() ? "(char *)" : ", (char *)") + c_name(v);
        comma = ", ";
    }
    Node *signature = DeclarationLowering(in).declare(types.get(f->type).element, parameters.text(")").finish());
    return make({"static __inline__ __attribute__((always_inline)) ", signature, " ", body, "\n", head, "{ ",
                 call_of_version(f, name, more), "}\n"});
}

/// The version for other jobs, lowered behind the first. `state` is the first one's and keeps what
/// has to stand before all.
Node *FunctionVersions::other_version(Declaration *d, BodyState &state) {
    const Jobs jobs = in.jobs;
    unit.names.begin_function();
    // A function of another library may take its place at run time.
    const bool replaceable = ctx.options.pic && d->function->linkage == Linkage::external;
    if (!replaceable) unit.called[jobs].insert(d->function->canonical);
    const bool is_new = d->function->canonical == d->function && d->function->kr_declarations.empty();
    const bool is_first = jobs == Jobs::several_nodes || !unit.versions.at(d->function).multi_node;
    if (is_new && is_first && names_itself(d->function->body, d->function, replaceable))
        state.before.push_back(make({version_signature(d, std::string(source_name(d->function)),
                                                       std::string(words_of_declaration(d->function))),
                                     ";"}));
    const bool first_calls_it = jobs == Jobs::several_nodes && !state.domains.empty(); // seldom
    const Versions &versions = unit.versions.at(d->function);
    const bool is_inline =
        d->function->inline_ || (jobs == Jobs::one_thread && (!versions.multi_node || versions.in_loops));
    const bool is_inlined = jobs == Jobs::one_thread && versions.inlined;
    const std::string name = version_name(source_name(d->function), jobs);
    Node *head =
        version_signature(d, name, version_words(jobs, versions.dispatches || first_calls_it, is_inlined, is_inline));
    BodyState own;
    own.decl = d->function;
    own.is_copy = true;
    own.moving = state.moving;
    LowerContext inside = jobs == Jobs::one_thread ? in.silent() : in;
    inside.function = &own;
    inside.cold_path = ctx.options.level == 0; // unoptimised code is slow in any case, so it is kept short
    if (jobs == Jobs::one_thread && takes_arrays(d->function)) own.given = named_arrays(unit.facts, ctx, d->function);
    inside.passes.alias_versioning = inside.passes.alias_versioning && own.given.empty(); // nothing to test
    Node *body = FunctionLowering(inside).function_body(d->function);
    state.before.insert(state.before.end(), own.before.begin(), own.before.end());
    Node *dispatched = !is_inlined ? nullptr
                                   : make({version_signature(d, dispatched_name(source_name(d->function)),
                                                             "static __attribute__((noinline)) "),
                                           "{ " + call_of_version(d->function, name) + "}\n"});
    Node *version = own.given.empty() ? static_cast<Node *>(make({head, body, "\n"}))
                                      : with_arrays(d->function, head, body, own.given);
    auto *whole = static_cast<SyntheticExpr *>(dispatched ? make({version, dispatched}) : make({version}));
    whole->range = d->range;
    whole->has_place = true;
    return whole;
}

} // namespace polder::cc
