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
    const size_t first_clause = written.find('(');
    std::vector<VarDecl *> objects;
    if (s->body && first_clause != std::string::npos)
        objects = clause_objects(s->body, written);
    std::string before, after;
    for (VarDecl *v : objects) {
        if (types.is_array(v->type) || !copies(text, source_name(v)))
            continue;
        const std::string local = fresh("o"), name = c_name(v);
        const std::string use = "(*(__typeof__(&" + name + "))((char *)&" + name + " + " + delta(v) + "))";
        before += "__typeof__(" + name + ") " + local + " = " + use + "; ";
        after += use + " = " + local + "; ";
        replace_word(text, source_name(v), local);
        stand_ins_[v] = local;
    }
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
    for (VarDecl *v : objects)
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
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + with.size()))
        if ((at == 0 || !is_word(text[at - 1])) && (at + word.size() == text.size() || !is_word(text[at + word.size()])))
            text.replace(at, word.size(), with);
}

/// A statement with the adoption in front, if it is the one another system thread starts with.
Node *Lowering::adopted(Stmt *s) {
    adopting_ = nullptr;
    Node *body = statement(s);
    return make("{ polder_adopt(", env(), ".delta); ", body, " }");
}

} // namespace polder::cc
