// openmp_data: private data of static storage duration in the data clauses of OpenMP. A clause
// names a variable, but private data is reached through an address, so a local stands in for it.
//
//   before   static long sum; static int h[8], last, i;
//            #pragma omp parallel for reduction(+ : sum) lastprivate(last)
//            for (i = 0; i < n; i++) ...
//   after    { long polder_o1 = sum, polder_o2 = last; int polder_o3;
//            #pragma omp parallel for reduction(+ : polder_o1) lastprivate(polder_o2)
//            for (polder_o3 = 0; ...
//            sum = polder_o1; last = polder_o2; }
//
// A construct may share out work among threads that are already there, as `omp for` in a function
// called by all of them. It reduces into what they all see, which a local of each is not. There,
// and for arrays, a pointer stands in and the clause gets a section.
//   before   #pragma omp for reduction(+ : sum)                  sum += i;
//   after    { long *polder_o1 = &sum;
//            #pragma omp for reduction(+ : polder_o1[0:1])       polder_o1[0] += i; }
#include "compiler/lower/stmt/openmp_data.h"

#include "compiler/lex/openmp_text.h"
#include "compiler/lower/access/private_data.h"

#include <algorithm>

namespace polder::cc {

namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// What a directive does with a variable that its clauses name; the larger one counts where several
/// do.
DataUse use_in(std::string_view directive, std::string_view name) {
    DataUse use = DataUse::none;
    for_each_clause(directive, [&](std::string_view clause, std::string_view inside) {
        if (!contains_word(inside, name)) return;
        const DataUse here = clause == "private"                                                  ? DataUse::own
                             : clause == "firstprivate"                                           ? DataUse::copy
                             : is_one_of(clause, {"lastprivate", "linear"})                       ? DataUse::result
                             : is_one_of(clause, {"reduction", "in_reduction", "task_reduction"}) ? DataUse::reduce
                                                                                                  : DataUse::none;
        use = std::max(use, here);
    });
    return use;
}

bool has_word(std::string_view directive, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view w) { return contains_word(directive, w); });
}

/// Shares out work among threads that an earlier construct has started.
bool only_shares_work(std::string_view directive) {
    return has_word(directive, {"for", "sections", "single", "scope", "loop", "distribute"}) &&
           !has_word(directive, {"parallel", "teams", "taskloop"});
}

} // namespace

/// Private objects of static storage duration that the body names.
std::vector<VarDecl *> OpenMPData::private_objects(Node *n) {
    std::vector<VarDecl *> found;
    auto *e = as<NameExpr>(n);
    if (auto *v = e ? as<VarDecl>(e->decl) : nullptr; v && PrivateData(in).is_private(v)) found.push_back(canonical(v));
    for_each_child(n, [&](Node *child) {
        for (VarDecl *v : private_objects(child))
            if (std::find(found.begin(), found.end(), v) == found.end()) found.push_back(v);
    });
    return found;
}

/// The use by the directive itself; results of directives inside it must be seen by all threads it
/// starts, so they count too.
DataUse OpenMPData::data_use(PragmaStmt *s, VarDecl *v) {
    const DataUse here = use_in(ctx.source.pragma_text(s->range.first), source_name(v));
    return here == DataUse::none && s->omp_parallel && is_result_inside(s->body, v) ? DataUse::result : here;
}

bool OpenMPData::is_result_inside(Node *n, VarDecl *v) {
    auto *s = as<PragmaStmt>(n);
    if (s && s->pragma == PragmaKind::omp &&
        use_in(ctx.source.pragma_text(s->range.first), source_name(v)) == DataUse::result)
        return true;
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || is_result_inside(child, v); });
    return found;
}

/// The variables that count the loops of a loop construct: OpenMP makes them private without a
/// clause.
std::vector<VarDecl *> OpenMPData::loop_counters(PragmaStmt *s) {
    std::vector<VarDecl *> counters;
    const std::string text(ctx.source.pragma_text(s->range.first));
    if (!has_word(text, {"for", "simd", "taskloop", "distribute", "loop"})) return counters;
    unsigned loops = 1;
    for_each_clause(text, [&](std::string_view clause, std::string_view inside) {
        if (is_one_of(clause, {"collapse", "ordered"}))
            loops = std::max(loops, static_cast<unsigned>(atoi(std::string(inside).c_str())));
    });
    Stmt *at = s->body;
    while (loops) {
        if (auto *block = as<CompoundStmt>(at); block && !block->items.empty()) {
            at = as<ForStmt>(block->items.front());
        } else if (auto *loop = as<ForStmt>(at)) {
            auto *start = as<AssignExpr>(loop->init);
            auto *name = start && !start->compound ? as<NameExpr>(start->target) : nullptr;
            if (auto *v = name ? as<VarDecl>(name->decl) : nullptr; v && PrivateData(in).is_private(v))
                counters.push_back(canonical(v));
            at = loop->body;
            --loops;
        } else {
            break;
        }
    }
    return counters;
}

/// Everything the construct needs stand-ins for; `text` is its directive, in which they are put.
OmpData OpenMPData::omp_data(PragmaStmt *s, std::string &text, StandIns &stand_ins) {
    OmpData data;
    if (!s->body) return data;
    const std::string written = text;
    for (VarDecl *v : private_objects(s->body)) {
        const DataUse use = data_use(s, v);
        if (use == DataUse::none || StandIns::find(&stand_ins, v)) continue;
        if (use == DataUse::reduce && (types.is_array(v->type) || only_shares_work(written)))
            reduce_in_place(data, v, text, stand_ins);
        else
            rename_private(data, v, use, stand_ins);
        if (use == DataUse::copy && only_shares_work(written))
            remove_from_clause(text, "firstprivate", source_name(v)); // is each thread's own already, and has the value
    }
    for (VarDecl *v : loop_counters(s))
        if (!StandIns::find(&stand_ins, v))
            rename_private(data, v,
                           contains_word(written, "simd") && !contains_word(written, "for") ? DataUse::result
                                                                                            : DataUse::own,
                           stand_ins);
    StandIns::for_each(&stand_ins,
                       [&](const VarDecl *v, const std::string &local) { replace_word(text, source_name(v), local); });
    return data;
}

/// A local of the same type.
void OpenMPData::rename_private(OmpData &data, VarDecl *v, DataUse use, StandIns &stand_ins) {
    const std::string local = fresh("local", v);
    const std::string type = "__typeof__(" + c_name(v) + ") ";
    if (types.is_array(v->type)) {
        const std::string copy = "__builtin_memcpy(";
        const std::string tail = ", sizeof " + c_name(v) + "); ";
        const std::string there = PrivateData(in).copy_of(v, true);
        data.before += type + local + "; " + (use == DataUse::own ? "" : copy + local + ", " + there + tail);
        data.after += use == DataUse::result ? copy + there + ", " + local + tail : "";
    } else {
        data.before += type + local + (use == DataUse::own ? "; " : " = " + PrivateData(in).private_text(v) + "; ");
        data.after += use >= DataUse::result ? PrivateData(in).private_text(v) + " = " + local + "; " : "";
    }
    stand_ins.set(v, local);
    data.replaces = true;
}

/// A pointer to the object, which the reducing clauses name as a section.
void OpenMPData::reduce_in_place(OmpData &data, VarDecl *v, std::string &text, StandIns &stand_ins) {
    const std::string local = fresh("place", v);
    const std::string name = c_name(v);
    const bool array = types.is_array(v->type);
    data.before += "__typeof__(&" + name + (array ? "[0]" : "") + ") " + local + " = (void *)" +
                   PrivateData(in).copy_of(v, array) + "; ";
    std::string whole = local + "[0:1]";
    if (array) {
        whole = local;
        for (QualType t = types.canonical(v->type); types.is_array(t); t = types.canonical(types.get(t).element))
            whole += "[0:" + std::to_string(types.get(t).count) + "]";
    }
    replace_in_reductions(text, source_name(v), whole, local);
    stand_ins.set(v, array ? local : local + "[0]");
    data.replaces = true;
}

} // namespace polder::cc
