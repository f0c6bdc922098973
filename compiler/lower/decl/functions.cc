// functions: heads, renamed main, and what a body makes its surroundings declare.
//   before   int main(int argc, char **argv) { x = MYTHREAD; }              // shared int x
//   after    static __attribute__((hot, noinline, used)) int main(int, char **);
//            int main(int argc, char **argv) {
//              const polder_env polder_e = polder_env_get(); const polder_ga polder_s_x = x;
//              (*(int *)polder_addr_1node(polder_s_x)) = ((int)polder_e.mythread); return 0; }
//            int polder_main(int c, char **v) { return main(c, v); }
//            int polder_user_main(int c, char **v, char **n) { return main(c, v); }
//
// The program's main keeps its name, for debuggers and profilers, but is local to its unit: the
// runtime's main is the global one. So the runtime calls polder_user_main, and calls of main in the
// program are calls of polder_main. C compilers refuse that name to a main of another type than C
// gives it, such as `void main()`; such a one is polder_main itself.
//
// The head reads what is constant for the call into const locals. The back end keeps them in
// registers and hoists what depends on them. OpenMP regions see them lexically.
#include "compiler/lower/decl/functions.h"

#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/decl/function_versions.h"
#include "compiler/lower/decl/tags.h"
#include "compiler/lower/passes/split_phase.h"

#include <utility>

namespace polder::cc {

bool is_main(const FunctionDecl *f, const Context &ctx) {
    return f->name != Name::none && !f->in_c_code && f->linkage == Linkage::external &&
           ctx.source.name(f->name) == "main";
}

std::string_view main_name(const TypeTable &types, const FunctionDecl *f) {
    static constexpr std::string_view given[] = {"int", "char **", "char **"};
    bool keeps = f->body && types.print(types.canonical(types.get(f->type).element)) == "int" && f->params.size() != 1;
    for (size_t i = 0; keeps && i < f->params.size(); ++i)
        keeps = i < std::size(given) && types.print(types.canonical(f->params[i]->type).unqualified()) == given[i];
    return keeps ? "main" : "polder_main";
}

/// __func__ in a main that is polder_main, and in the versions of a function beside the
/// first: these go out under another name.
bool FunctionLowering::is_name_of_function(const NameExpr *e) const {
    return in.function && in.function->decl && ctx.source.tokens()[e->range.first].kind == Tok::kw_func_name &&
           (in.function->is_copy || is_main(in.function->decl, ctx));
}

/// name(parameters) with the result type around it.
Node *FunctionLowering::function_declarator(FunctionDecl *f, Declarator *x, const std::string &own_name) {
    const auto &tokens = ctx.source.tokens();
    TokenIndex open = x->name_token + 1;
    while (open < x->range.last && tokens[open].kind != Tok::l_paren)
        ++open;
    TokenIndex close = open;
    for (unsigned depth = 0; close < x->range.last; ++close) {
        depth += tokens[close].kind == Tok::l_paren;
        depth -= tokens[close].kind == Tok::r_paren;
        if (depth == 0) break;
    }
    const std::string_view name = !own_name.empty() ? own_name : is_main(f, ctx) ? main_name(types, f) : source_name(f);
    if (open >= x->range.last) return DeclarationLowering(in).declare(f->type, make(name));
    Weaver params(ctx, {open, close + 1});
    for (Node *child : x->children) {
        const TokenRange where = extent(child);
        if (where.empty() || where.first < open || where.last > close + 1) continue;
        if (Node *lowered = node(child); lowered != child) params.replace(where, lowered);
    }
    Node *list = params.finish(make(Composer(ctx).source({open, close + 1}).finish()));
    return DeclarationLowering(in).declare(types.get(f->type).element, make({name, list}));
}

/// Everything before the body, where `shared` is in the specifiers.
Node *FunctionLowering::signature(Declaration *d) {
    Composer out(ctx);
    if (d->specifiers.defines_tag) out.node(TagLowering(in).tag_definition(d)).text("; ");
    out.text(DeclarationLowering(in).words(d)).node(function_declarator(d->function, d->declarators.front())).text(" ");
    for (Declaration *parameter : d->function->kr_declarations)
        out.node(DeclarationLowering(in).declaration(parameter)).text(" ");
    return out.finish();
}

Node *FunctionLowering::function(Declaration *d) {
    FunctionDecl *f = d->function;
    if (f->in_c_code || (DeclarationLowering(in).in_system_header(d) && !d->upc)) return d;
    Weaver weaver(ctx, d->range);
    if (DeclarationLowering(in).is_rewritten(d)) {
        weaver.replace({d->range.first, f->body->range.first}, signature(d));
    } else {
        TagLowering(in).lower_specifiers(weaver, d);
        if (DeclarationLowering(in).is_inline_only(d)) DeclarationLowering(in).make_static(weaver, d);
        bool unused = false;
        Declarator *x = d->declarators.empty() ? nullptr : d->declarators.front();
        if (Node *lowered = x ? DeclarationLowering(in).declarator(d, x, unused) : nullptr; lowered != x)
            weaver.replace(x->range, lowered);
        for (Declaration *parameter : f->kr_declarations)
            if (Node *lowered = DeclarationLowering(in).declaration(parameter); lowered != parameter)
                weaver.replace(parameter->range, lowered);
    }
    BodyState state;
    state.decl = f;
    const Versions &versions = unit.versions_of(f);
    state.moving = versions.multi_node || versions.one_thread ? &versions.moving : nullptr;
    LowerContext inside = in;
    inside.function = &state;
    inside.jobs = versions.multi_node ? Jobs::one_node : jobs_of_unit(ctx.options, in.passes);
    Node *body = FunctionLowering(inside).function_body(
        f, versions.dispatches && !versions.in_place ? FunctionVersions(in).dispatch(f) : "");
    LowerContext beside = in;
    beside.jobs = inside.jobs;
    Node *inlined = versions.in_place ? FunctionVersions(beside).inlined_version(d, body) : nullptr;
    if (inlined)
        body = make("{" + FunctionVersions(in).dispatch(f) + " " +
                    FunctionVersions(in).call_of_version(f, version_name(source_name(f), Jobs::one_node)) + "}");
    const auto other = [&](Jobs jobs) {
        LowerContext version = in;
        version.jobs = jobs;
        return FunctionVersions(version).other_version(d, state);
    };
    Node *multi_node = versions.multi_node ? other(Jobs::several_nodes) : nullptr;
    Node *one_thread = versions.one_thread ? other(Jobs::one_thread) : nullptr;
    if (body != f->body) weaver.replace(f->body->range, body);
    if (is_main(f, ctx)) {
        const std::string_view name = main_name(types, f);
        // hot: gcc thinks that a main runs once, and optimises for size what is outside of loops.
        const std::string_view words = name == "main" ? "static __attribute__((hot, noinline, used)) " : "";
        unit.before.push_back(make({words, DeclarationLowering(in).declare(f->type, make(name)), ";"}));
        unit.after.push_back(main_wrappers(f));
    }
    Node *whole = weaver.finish(d);
    if (state.before.empty() && !multi_node && !one_thread && !inlined) return whole;
    Composer out(ctx);
    for (Node *n : state.before)
        out.node(n).text("\n");
    return out.node(multi_node).node(one_thread).node(inlined).node(whole).finish();
}

Node *FunctionLowering::function_body(FunctionDecl *f, const std::string &first) {
    std::vector<std::pair<Node *, Node *>> items;
    SplitPhase(in).enter(f->body);
    for (Node *item : f->body->items)
        items.emplace_back(item, node(item));
    Weaver weaver(ctx, f->body->range);
    if (!first.empty()) weaver.insert_after(f->body->range.first, first);
    if (Node *opening = head()) weaver.insert_after(f->body->range.first, opening);
    for (const auto &[item, lowered] : items)
        if (lowered != item) weaver.replace(item->range, lowered);
    if (is_main(f, ctx) && !types.is_void(types.get(f->type).element))
        weaver.insert_before(f->body->range.last - 1, " return 0; ");
    return weaver.finish(f->body);
}

/// The const locals of in.function, or null if it needs none.
Node *FunctionLowering::head() {
    const BodyState &f = *in.function;
    const std::string unused = " __attribute__((unused)) = ";
    std::string text;
    if (f.env || f.depth || !f.markers.empty())
        text += " const " + abi::env + " polder_e" + unused + env_text(known_threads()) + ";";
    const auto address = [&](VarDecl *v) {
        const bool is_given = std::find(f.given.begin(), f.given.end(), v) != f.given.end();
        const std::string at = is_given ? "(" + abi::ga + ")polder_p_" + c_name(v) : c_name(v);
        return is_one_thread() ? "(" + abi::ga + ")" + abi::addr_1thread + "(" + at + ")" : at;
    };
    for (VarDecl *v : f.shared)
        text += " const " + abi::ga + " polder_s_" + c_name(v) + unused + address(v) + ";";
    for (VarDecl *v : f.markers)
        text +=
            " const long polder_m_" + c_name(v) + unused + "&polder_private_" + c_name(v) + " ? polder_e.delta : 0;";
    if (f.depth)
        text += " int *const polder_depth" + unused + "(int *)((char *)&" + abi::forall_depth + " + polder_e.delta);";
    for (const std::string &kept : f.kept_spans)
        text += " " + abi::kept_span + " " + kept + " = {{0, 0, 0}, {0, 0}};";
    if (text.empty() && f.domains.empty()) return nullptr;
    Composer out(ctx);
    out.text(text);
    const bool leaves = unit.versions_of(f.decl).multi_node;
    for (const AllowedOps &d : f.domains) {
        out.text(" const int " + d.name + unused + (leaves ? "__extension__ ({ if (__builtin_expect(!" : ""));
        out.text(abi::domain_allows + "(")
            .node(d.read)
            .text(", " + std::to_string(d.ops) + "UL, " + std::to_string(d.size) + ")");
        out.text(leaves ? ", 0)) " +
                              FunctionVersions(in).call_of_version(
                                  f.decl, version_name(source_name(f.decl), Jobs::several_nodes)) +
                              "1; });"
                        : ";");
    }
    return out.finish();
}

/// main as the runtime calls it, whatever form it was written in.
Node *FunctionLowering::main_wrappers(FunctionDecl *f) {
    static constexpr std::string_view given[] = {"polder_c", "polder_v", "polder_n"};
    std::string arguments;
    std::string ignored;
    for (size_t i = 0; i < std::size(given); ++i) {
        if (i < f->params.size())
            arguments += (i ? ", (" : "(") + types.print(f->params[i]->type) + ")" + std::string(given[i]);
        else
            ignored += "(void)" + std::string(given[i]) + "; ";
    }
    const std::string name(main_name(types, f));
    const bool returns = !types.is_void(types.get(f->type).element);
    const std::string call = name + "(" + arguments + "); ";
    // Lines of its own: else a debugger would take it for what stands behind main in the source.
    const std::string place = ctx.options.debug ? "# 1 \"<upcc>\"\n" : "";
    const std::string uncounted = ctx.options.coverage ? "__attribute__((no_profile_instrument_function)) " : "";
    Composer out(ctx);
    out.text(place + "static const char *const polder_this_main __attribute__((used)) = &" + abi::main_is_upc + "; ")
        .text(uncounted + "int " + abi::user_main + "(int polder_c, char **polder_v, char **polder_n) { " + ignored)
        .text(returns ? "return " + call + "}" : call + "return 0; }");
    if (name != "main") return out.finish();
    // The same as other units of the program call it, and as it calls itself.
    Composer parameters(ctx);
    for (size_t i = 0; i < f->params.size(); ++i)
        parameters.text(i ? ", " : "").node(DeclarationLowering(in).declare(f->params[i]->type, make(given[i])));
    Node *list = f->params.empty() ? make("(void)") : make({"(", parameters.finish(), ")"});
    out.text(" " + uncounted)
        .node(DeclarationLowering(in).declare(types.get(f->type).element, make({"polder_main", list})));
    return out.text(" { return " + call + "}").finish();
}

} // namespace polder::cc
