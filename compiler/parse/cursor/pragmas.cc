// The text of a pragma is one token; its words are read here.
#include "compiler/parse/cursor/pragmas.h"

#include "compiler/lex/openmp_text.h"

#include <algorithm>

namespace polder::cc {

namespace {

/// Takes the next word off the text; empty at its end or at another character.
std::string_view take_word(std::string_view &s) {
    while (!s.empty() && (s[0] == ' ' || s[0] == '\t'))
        s.remove_prefix(1);
    size_t n = 0;
    while (n < s.size() && is_word(s[n]))
        n++;
    const std::string_view w = s.substr(0, n);
    s.remove_prefix(n);
    return w;
}

/// What stands behind `#pragma`.
std::string_view pragma_text(std::string_view s) {
    if (!s.empty() && s[0] == '#') s.remove_prefix(1);
    take_word(s);
    return s;
}

/// Among the directive's own words.
bool has_directive_word(std::string_view s, std::string_view wanted) {
    for (;;) {
        const std::string_view w = take_word(s);
        if (w == wanted) return true;
        if (s.empty()) return false;
        if (w.empty()) {
            if (s[0] == '(') // clauses' arguments are no directive words
                return false;
            s.remove_prefix(1);
        }
    }
}

/// OpenMP directives without an associated statement.
bool is_standalone_omp(std::string_view rest) {
    static constexpr std::string_view list[] = {
        "barrier", "taskwait", "taskyield", "flush",   "threadprivate", "cancel", "cancellation", "declare", "requires",
        "nothing", "error",    "depobj",    "interop", "allocate",      "end",    "begin",        "scan",    "assumes"};
    std::string_view s = rest;
    const std::string_view word = take_word(s);
    if (std::find(std::begin(list), std::end(list), word) != std::end(list)) return true;
    if (word == "target") {
        const std::string_view second = take_word(s);
        return second == "update" || second == "enter" || second == "exit";
    }
    return word == "ordered" && (rest.find("depend") != rest.npos || rest.find("doacross") != rest.npos);
}

bool runs_on_other_threads(std::string_view rest) {
    for (const std::string_view w : {"parallel", "task", "taskloop", "teams", "target"})
        if (has_directive_word(rest, w)) return true;
    return false;
}

bool starts_threads(std::string_view rest) {
    return has_directive_word(rest, "parallel") || has_directive_word(rest, "teams");
}

bool shares_work(std::string_view rest) {
    for (const std::string_view w : {"for", "sections", "loop", "distribute"})
        if (has_directive_word(rest, w)) return true;
    return false;
}

/// Of static storage duration, and a copy for each UPC thread.
bool is_static(const VarDecl *v) {
    return (v->file_scope || v->storage == Storage::static_) && !v->thread_local_ && !v->in_c_code;
}

} // namespace

OmpDirective omp_directive(std::string_view pragma) {
    std::string_view directive = pragma_text(pragma);
    take_word(directive); // omp
    return {is_standalone_omp(directive), runs_on_other_threads(directive), starts_threads(directive)};
}

void Pragmas::act_on_upc(TokenIndex t, std::string_view rest, bool misplaced) {
    if (!sema_.state.upc()) return;
    const std::string_view word = take_word(rest);
    if (word == "c_code" || word == "upc_code") {
        sema_.state.pragmas.c_code = word == "c_code";
        return;
    }
    if (word != "strict" && word != "relaxed") {
        sema_.state.report(DiagId::upc_pragma_unknown, t, {word.empty() ? std::string_view("nothing") : word});
        return;
    }
    const std::string_view whole = ctx_.source.spelling(t);
    const size_t end = size_t(word.data() + word.size() - whole.data());
    if (whole.find_first_not_of(" \t\r", end) != whole.npos) sema_.state.report(DiagId::upc_pragma_extra, t, {word});
    if (misplaced) sema_.state.report(DiagId::upc_pragma_misplaced, t, {word});
    sema_.state.pragmas.strict = word == "strict";
}

/// pack(), pack(n), pack(push), pack(push, n), pack(pop), with or without an identifier in between.
void Pragmas::act_on_pack(std::string_view rest) {
    uint32_t value = 0;
    bool has_value = false;
    bool push = false;
    bool pop = false;
    while (!rest.empty()) {
        const std::string_view w = take_word(rest);
        if (w.empty()) {
            rest.remove_prefix(rest.empty() ? 0 : 1);
            continue;
        }
        if (w == "push")
            push = true;
        else if (w == "pop")
            pop = true;
        else if (w[0] >= '0' && w[0] <= '9') {
            has_value = true;
            value = 0;
            for (char c : w.substr(0, 4))
                value = value * 10 + (c >= '0' && c <= '9' ? uint32_t(c - '0') : 0);
        }
    }
    if (push) pack_stack_.push_back(sema_.state.pragmas.pack);
    if (pop) {
        sema_.state.pragmas.pack = pack_stack_.empty() ? 0 : pack_stack_.back();
        if (!pack_stack_.empty()) pack_stack_.pop_back();
    }
    if (has_value && (value & (value - 1)) == 0)
        sema_.state.pragmas.pack = value;
    else if (!push && !pop && !has_value)
        sema_.state.pragmas.pack = 0;
}

/// `threadprivate (a, b)`: OpenMP makes the copies, as for _Thread_local.
void Pragmas::act_on_threadprivate(std::string_view rest) {
    if (take_word(rest) != "threadprivate") return;
    while (!rest.empty()) {
        const std::string_view w = take_word(rest);
        if (w.empty())
            rest.remove_prefix(rest.empty() ? 0 : 1);
        else if (VarDecl *v = as<VarDecl>(sema_.state.scopes.find(ctx_.source.intern(w))))
            v->thread_local_ = true;
    }
}

/// Data clauses make copies of variables, which shared objects have no names for in generated code.
/// The last value of private static data has one place for all threads of a region: known only
/// where the region is in sight.
void Pragmas::check_data_clauses(TokenIndex t, std::string_view rest) {
    static constexpr std::string_view clauses[] = {"private",        "firstprivate", "lastprivate", "linear",
                                                   "reduction",      "in_reduction", "copyin",      "copyprivate",
                                                   "task_reduction", "map"};
    const bool of_caller = !omp_regions_ && !starts_threads(rest) && shares_work(rest);
    for_each_clause(rest, [&](std::string_view clause, std::string_view inside) {
        if (std::find(std::begin(clauses), std::end(clauses), clause) == std::end(clauses)) return;
        const bool result = clause == "lastprivate" || clause == "linear";
        while (!inside.empty()) {
            const std::string_view w = take_word(inside);
            const VarDecl *v = w.empty() ? nullptr : as<VarDecl>(sema_.state.scopes.find(ctx_.source.intern(w)));
            if (v && ctx_.types.is_shared(v->type))
                sema_.state.report(DiagId::omp_shared_data, t, {w, clause});
            else if (v && result && of_caller && sema_.state.upc() && is_static(v))
                sema_.state.report(DiagId::omp_result_of_caller, t, {w});
            if (w.empty() && !inside.empty()) inside.remove_prefix(1);
        }
    });
}

PragmaKind Pragmas::act_on(TokenIndex t, bool misplaced) {
    std::string_view rest = pragma_text(ctx_.source.spelling(t));
    const std::string_view word = take_word(rest);
    if (word == "upc") {
        act_on_upc(t, rest, misplaced);
        return PragmaKind::upc;
    }
    if (word == "pack")
        act_on_pack(rest);
    else if (word == "omp") {
        act_on_threadprivate(rest);
        check_data_clauses(t, rest);
    }
    return word == "omp" ? PragmaKind::omp : PragmaKind::other;
}

} // namespace polder::cc
