// openmp: code that other system threads run for a UPC thread first becomes part of it.
//   before   #pragma omp parallel for
//            for (i = 0; i < n; i++) f(i);
//   after    #pragma omp parallel for
//            for (i = 0; i < n; i++) { polder_adopt(polder_e.delta); f(i); }
//
// Private data is reached through polder_e, which a region sees lexically; adopting is for the functions it calls. Clauses name
// variables: private data named in one that makes copies or reduces is replaced by a local, copied in before and out after.
#include "compiler/lower/lower.h"

#include <algorithm>

namespace polder::cc {

namespace {

bool calls_something(Node *n) {
    if (n->kind == NodeKind::call_expr)
        return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || calls_something(child); });
    return found;
}

/// The statement that runs on other threads: for a loop construct, what its innermost perfectly nested loop repeats.
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

bool is_word(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool contains_word(std::string_view text, std::string_view word) {
    for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
        if ((at == 0 || !is_word(text[at - 1])) && (at + word.size() == text.size() || !is_word(text[at + word.size()])))
            return true;
    return false;
}

} // namespace

Node *Lowering::pragma(PragmaStmt *s) {
    if (s->pragma == PragmaKind::upc)
        return s->body ? node(s->body) : make("");
    if (s->pragma != PragmaKind::omp)
        return rebuild(s);
    return omp(s);
}

/// Private objects of static storage that clauses of the directive name.
std::vector<VarDecl *> Lowering::clause_objects(Node *n, std::string_view clauses) {
    std::vector<VarDecl *> found;
    auto *e = as<NameExpr>(n);
    if (auto *v = e ? as<VarDecl>(e->decl) : nullptr; v && is_private(v) && contains_word(clauses, source_name(v)))
        found.push_back(canonical(v));
    for_each_child(n, [&](Node *child) {
        for (VarDecl *v : clause_objects(child, clauses))
            if (std::find(found.begin(), found.end(), v) == found.end())
                found.push_back(v);
    });
    return found;
}

Node *Lowering::omp(PragmaStmt *s) {
    const std::string written = ctx.source.pragma_text(s->range.first);
    std::string text = written;
    std::vector<VarDecl *> replaced;
    std::string before, after;
    if (s->body)
        for (VarDecl *v : clause_objects(s->body, nested_text(s))) {
            if (types.is_array(v->type) || stand_ins_.count(v) || !is_copied(s, v))
                continue;
            const std::string local = fresh("o"), use = private_text(v);
            before += "__typeof__(" + c_name(v) + ") " + local + " = " + use + "; ";
            after += use + " = " + local + "; ";
            stand_ins_[v] = local;
            replaced.push_back(v);
        }
    for (const auto &[v, local] : stand_ins_)
        replace_word(text, source_name(v), local);
    lower_clauses(text);
    Stmt *outer_target = adopting_;
    if (s->omp_parallel && s->body && calls_something(s->body) && !contains_word(written, "sections"))
        adopting_ = parallel_body(s->body);
    else if (contains_word(written, "section"))
        adopting_ = s->body;
    BodyState region;
    const bool closed = s->body && contains_word(written, "default") && contains_word(written, "none");
    BodyState *outer = function_;
    Node *body = nullptr;
    if (s->body && closed) {
        region.decl = outer->decl;
        region.controlled = outer->controlled;
        function_ = &region;
        body = node(s->body);
        function_ = outer;
        text += captured(region);
    } else if (s->body) {
        body = node(s->body);
    }
    adopting_ = outer_target;
    for (VarDecl *v : replaced)
        stand_ins_.erase(v);
    if (text == written && body == s->body)
        return s;
    Composer out(ctx);
    if (!before.empty())
        out.text("{ " + before);
    if (text == written)
        out.source({s->range.first, s->range.first + 1});
    else
        out.text("\n#pragma " + text);
    out.text("\n").node(body);
    if (!before.empty())
        out.text(" " + after + "}");
    return out.finish();
}

std::string Lowering::private_text(VarDecl *v) {
    const std::string name = c_name(v);
    return "(*(__typeof__(&" + name + "))((char *)&" + name + " + " + delta(v) + "))";
}

/// The words of a directive and of all below it.
std::string Lowering::nested_text(Node *n) {
    auto *s = as<PragmaStmt>(n);
    std::string text = s && s->pragma == PragmaKind::omp ? std::string(ctx.source.pragma_text(s->range.first)) + " " : "";
    for_each_child(n, [&](Node *child) { text += nested_text(child); });
    return text;
}

/// Does the directive or one below it make copies of v?
bool Lowering::is_copied(Node *n, VarDecl *v) {
    if (auto *s = as<PragmaStmt>(n); s && s->pragma == PragmaKind::omp && copies(std::string(ctx.source.pragma_text(s->range.first)), source_name(v)))
        return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || is_copied(child, v); });
    return found;
}

/// Clauses that hold expressions: private data of the file, THREADS and MYTHREAD in them. Locals of the same name come first.
void Lowering::lower_clauses(std::string &text) {
    static constexpr std::string_view clauses[] = {"if", "num_threads", "schedule", "final", "priority", "grainsize", "num_tasks"};
    for (std::string_view clause : clauses)
        for (size_t at = text.find(clause); at != std::string::npos; at = text.find(clause, at + 1)) {
            const size_t open = text.find_first_not_of(" \t", at + clause.size());
            if ((at > 0 && is_word(text[at - 1])) || open == std::string::npos || text[open] != '(')
                continue;
            size_t close = open;
            for (int depth = 0; close < text.size(); ++close) {
                depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
                if (depth == 0)
                    break;
            }
            std::string inside = text.substr(open, close - open);
            for (VarDecl *v : ctx.unit->statics)
                if (v->file_scope && contains_word(inside, source_name(v)) && is_private(v) && !declares(function_->decl, v->name))
                    replace_word(inside, source_name(v), private_text(v));
            if (contains_word(inside, "THREADS"))
                replace_word(inside, "THREADS", "((int)" + threads() + ")");
            if (contains_word(inside, "MYTHREAD"))
                replace_word(inside, "MYTHREAD", "((int)" + env() + ".mythread)");
            text.replace(open, close - open, inside);
            at = open + inside.size();
        }
}

/// Does the function have a parameter or local of that name?
bool Lowering::declares(FunctionDecl *f, Name name) {
    const auto below = [&](auto &&self, Node *n) -> bool {
        if (auto *x = as<Declarator>(n); x && x->decl && x->decl->name == name)
            return true;
        bool found = false;
        for_each_child(n, [&](Node *child) { found = found || self(self, child); });
        return found;
    };
    for (const ParamDecl *p : f->params)
        if (p->name == name)
            return true;
    return f->body && below(below, f->body);
}

/// Under default(none) the locals of the function head must be listed; what the region needs joins the function's needs.
std::string Lowering::captured(const BodyState &region) {
    std::string names;
    const auto add = [&](const std::string &name) { names += (names.empty() ? "" : ", ") + name; };
    const auto join = [](std::vector<VarDecl *> &into, const std::vector<VarDecl *> &from) {
        for (VarDecl *v : from)
            if (std::find(into.begin(), into.end(), v) == into.end())
                into.push_back(v);
    };
    if (region.env)
        add("polder_e");
    for (VarDecl *v : region.shared)
        add("polder_s_" + c_name(v));
    for (VarDecl *v : region.markers)
        add("polder_m_" + c_name(v));
    if (region.depth)
        add("polder_depth");
    function_->env = function_->env || region.env;
    function_->depth = function_->depth || region.depth;
    join(function_->shared, region.shared);
    join(function_->markers, region.markers);
    function_->before.insert(function_->before.end(), region.before.begin(), region.before.end());
    return names.empty() ? names : " firstprivate(" + names + ")";
}

/// Does a clause that makes copies of its variables name `word`?
bool Lowering::copies(std::string_view text, std::string_view word) {
    static constexpr std::string_view clauses[] = {"private", "firstprivate", "lastprivate", "reduction", "linear", "in_reduction",
                                                   "task_reduction"};
    for (std::string_view clause : clauses)
        for (size_t at = text.find(clause); at != std::string_view::npos; at = text.find(clause, at + 1)) {
            const size_t open = text.find('(', at), close = text.find(')', at);
            if (open != std::string_view::npos && close != std::string_view::npos && open < close &&
                contains_word(text.substr(open, close - open), word))
                return true;
        }
    return false;
}

void Lowering::replace_word(std::string &text, std::string_view word, std::string_view with) {
    for (size_t at = text.find(word), step; at != std::string::npos; at = text.find(word, at + step)) {
        const bool whole = (at == 0 || !is_word(text[at - 1])) && (at + word.size() == text.size() || !is_word(text[at + word.size()]));
        if (whole)
            text.replace(at, word.size(), with);
        step = whole ? with.size() : 1;
    }
}

/// A statement with the adoption in front, if it is the one another system thread starts with.
Node *Lowering::adopted(Stmt *s) {
    adopting_ = nullptr;
    Node *body = statement(s);
    return make("{ polder_adopt(", env(), ".delta); ", body, " }");
}

} // namespace polder::cc
