// openmp: code that other system threads run for a UPC thread first becomes part of it.
//   before   #pragma omp parallel for
//            for (i = 0; i < n; i++) f(i);
//   after    #pragma omp parallel for
//            for (i = 0; i < n; i++) { polder_adopt(polder_e.delta); f(i); }
//
// Private data is reached through polder_e, which a region sees lexically; adopting is for the
// functions it calls. What data clauses do with it is in openmp_data.cc.
#include "compiler/lower/stmt/openmp.h"

#include "compiler/lex/openmp_text.h"
#include "compiler/lower/access/private_data.h"
#include "compiler/lower/stmt/loops.h"
#include "compiler/lower/stmt/openmp_data.h"
#include "compiler/lower/stmt/statements.h"

#include <algorithm>

namespace polder::cc {

namespace {

/// Does the function have a parameter or local of that name?
bool declares(FunctionDecl *f, Name name) {
    const auto below = [&](auto &&self, Node *n) -> bool {
        if (auto *x = as<Declarator>(n); x && x->decl && x->decl->name == name) return true;
        bool found = false;
        for_each_child(n, [&](Node *child) { found = found || self(self, child); });
        return found;
    };
    for (const ParamDecl *p : f->params)
        if (p->name == name) return true;
    return f->body && below(below, f->body);
}

bool calls_something(Node *n) {
    if (n->kind == NodeKind::call_expr) return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || calls_something(child); });
    return found;
}

/// The statement that runs on other threads: for a loop construct, what its innermost perfectly
/// nested loop repeats.
Stmt *parallel_body(Stmt *s) {
    for (;;) {
        if (auto *f = as<ForStmt>(s)) {
            s = f->body;
            auto *block = as<CompoundStmt>(s);
            if (block && block->items.size() == 1 && block->items.front()->kind == NodeKind::for_stmt)
                s = static_cast<Stmt *>(block->items.front());
            continue;
        }
        return s;
    }
}

} // namespace

Node *OpenMP::pragma(PragmaStmt *s) {
    if (s->pragma == PragmaKind::upc) return s->body ? node(s->body) : make("");
    if (s->pragma != PragmaKind::omp) return rebuild(s);
    return omp(s);
}

Node *OpenMP::omp(PragmaStmt *s) {
    const std::string written = ctx.source.pragma_text(s->range.first);
    std::string text = written;
    LowerContext inside = in;
    StandIns stand_ins(in.stand_ins);
    inside.stand_ins = &stand_ins;
    const OmpData data = OpenMPData(in).omp_data(s, text, stand_ins);
    if (is_far_code() && s->body && contains_word(written, "atomic") && Loops(in).reads_shared(s->body))
        // No instruction does it elsewhere; all forms that run in a job agree.
        text = "omp critical(polder_shared_update)";
    OpenMP(inside).lower_clauses(text);
    if (s->omp_parallel && s->body && calls_something(s->body) && !contains_word(written, "sections"))
        inside.adopting = parallel_body(s->body);
    else if (contains_word(written, "section"))
        inside.adopting = s->body;
    BodyState region;
    const bool closed = s->body && contains_word(written, "default") && contains_word(written, "none");
    Node *body = nullptr;
    if (s->body && closed) {
        region.decl = in.function->decl;
        region.is_copy = in.function->is_copy;
        region.moving = in.function->moving;
        inside.function = &region;
        body = Lowering(inside).node(s->body);
        text += live_ins(region);
    } else if (s->body) {
        body = Lowering(inside).node(s->body);
    }
    if (text == written && body == s->body) return s;
    Composer out(ctx);
    if (data.replaces) out.text("{ " + data.before);
    if (text == written)
        out.source({s->range.first, s->range.first + 1});
    else
        out.text("\n#pragma " + text);
    out.text("\n").node(body);
    if (data.replaces) out.text(" " + data.after + "}");
    return out.finish();
}

/// Clauses that hold expressions: private data of the file, THREADS and MYTHREAD in them. Locals of
/// the same name come first.
void OpenMP::lower_clauses(std::string &text) {
    static constexpr std::string_view clauses[] = {"if",       "num_threads", "schedule", "final",
                                                   "priority", "grainsize",   "num_tasks"};
    for (std::string_view clause : clauses)
        for (size_t at = text.find(clause); at != std::string::npos; at = text.find(clause, at + 1)) {
            const size_t open = text.find_first_not_of(" \t", at + clause.size());
            if ((at > 0 && is_word(text[at - 1])) || open == std::string::npos || text[open] != '(') continue;
            size_t close = open;
            for (int depth = 0; close < text.size(); ++close) {
                depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
                if (depth == 0) break;
            }
            std::string inside = text.substr(open, close - open);
            for (VarDecl *v : ctx.unit->statics)
                if (v->file_scope && contains_word(inside, source_name(v)) && PrivateData(in).is_private(v) &&
                    !declares(in.function->decl, v->name))
                    replace_word(inside, source_name(v), PrivateData(in).private_text(v));
            if (contains_word(inside, "THREADS")) replace_word(inside, "THREADS", "((int)" + threads() + ")");
            if (contains_word(inside, "MYTHREAD")) replace_word(inside, "MYTHREAD", "((int)" + env() + ".mythread)");
            text.replace(open, close - open, inside);
            at = open + inside.size();
        }
}

/// Under default(none) the locals of the function head must be listed; what the region needs joins
/// the function's needs.
std::string OpenMP::live_ins(const BodyState &region) {
    std::string names;
    const auto add = [&](const std::string &name) { names += (names.empty() ? "" : ", ") + name; };
    const auto join = [](std::vector<VarDecl *> &into, const std::vector<VarDecl *> &from) {
        for (VarDecl *v : from)
            if (std::find(into.begin(), into.end(), v) == into.end()) into.push_back(v);
    };
    if (region.env) add("polder_e");
    for (VarDecl *v : region.shared)
        add("polder_s_" + c_name(v));
    for (VarDecl *v : region.markers)
        add("polder_m_" + c_name(v));
    if (region.depth) add("polder_depth");
    in.function->env = in.function->env || region.env;
    in.function->depth = in.function->depth || region.depth;
    join(in.function->shared, region.shared);
    join(in.function->markers, region.markers);
    in.function->before.insert(in.function->before.end(), region.before.begin(), region.before.end());
    return names.empty() ? names : " firstprivate(" + names + ")";
}

/// A statement with the adoption in front, if it is the one another system thread starts with.
Node *OpenMP::adopted(Stmt *s) {
    LowerContext inside = in;
    inside.adopting = nullptr;
    Node *body = StatementLowering(inside).statement(s);
    return make({"{ " + abi::adopt + "(", env(), ".delta); ", body, " }"});
}

} // namespace polder::cc
