// forall, strided: where a thread's iterations follow from the loop variable alone, the others are
// not even looked at.
//   before   upc_forall (i = 0; i < n; i++; &a[i]) a[i] = f(i);       // shared [4] double a[]
//   after    { const int polder_f1 = *polder_depth; *polder_depth = 1; i = 0;
//              int polder_f2 = i;
//              for (i = (int)polder_forall_first(polder_e, polder_f1, (long)i, 4, 2147483647L);
//                   i < n; polder_f2 = i + 1,
//                   i = (int)polder_forall_next(polder_e, polder_f1, (long)i, 4, 2147483647L)) {
//                a[i] = f(i); }
//              if (!polder_f1) i = polder_f2 < (n) ? (n) : polder_f2; *polder_depth = polder_f1; }
//
// Valid where the affinity is i itself or element i of a shared array (or of its rows), or from a
// pointer. The variable i steps by one up to a bound without side effects, and the body leaves i
// alone. In iteration_runs.cc the iterations are counted first. Here the bound may change in the
// body, and so may the pointer. They are read in each own iteration, and nothing of this thread
// happens in between. The pointer is read behind the condition, as the program reads it. Neither
// depends on i. Inside a controlling upc_forall the step is one.
#include "compiler/lower/forall/strided_foralls.h"

#include "compiler/analysis/invariance.h"
#include "compiler/analysis/iterations/affinity.h"
#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/forall/affinity_places.h"
#include "compiler/lower/forall/foralls.h"
#include "compiler/lower/stmt/loops.h"

namespace polder::cc {

namespace {

/// Does the place of each iteration follow from its number, counted from where a pointer leads?
bool counts_by_number(const FunctionAnalyses &in, ForallStmt *s, VarDecl *i, IterationAffinity &owner) {
    AffinityOfLoop affinity(in, s, i);
    affinity.take_changing_pointers();
    const char *why = affinity.of_forall(s, owner);
    return !why && owner.own_index && variable_of(owner.own_index) == i && owner.below == Below::floor;
}

} // namespace

/// The strided loop, or null where it would not be right.
Node *StridedForalls::strided(ForallStmt *s) {
    CountedLoop loop;
    if (!in.function->decl || recognise_counted_loop(ctx, {s->init, s->condition, s->step, s->body}, loop) ||
        loop.step != 1 || loop.offset)
        return nullptr;
    const QualType type = types.canonical(loop.variable->type);
    const bool beyond_long = !types.is_signed(type) && types.size_of(type) == 8;
    auto *d = as<Declaration>(loop.init);
    if (beyond_long || static_cast<BinaryExpr *>(without_parens(loop.condition))->op == BinaryOp::ne ||
        types.is_signed(loop.compared) != types.is_signed(type) || (d && DeclarationLowering(in).is_rewritten(d)) ||
        !(is_pure_expression(types, loop.bound, loop.variable) ||
          reads_private(analyses(), loop.bound, loop.variable)) ||
        may_change(s->body, loop.variable))
        return nullptr;
    IterationAffinity owner;
    if (!counts_by_number(analyses(), s, loop.variable, owner)) return nullptr;
    // Places would go beyond a long, or rows need not begin where the pointer leads.
    if (owner.origin && (types.size_of(type) > 4 || row_length(types, owner.origin->type) != 1)) return nullptr;
    done(Pass::forall_stride, s->range.first, "from own iteration to own iteration; the bound may change");
    return strided_loop(s, loop, owner);
}

/// The loop that asks at each own iteration where the pointer leads, behind the condition as the
/// program does. If it leads where it did, the next own iteration follows from the last.
Node *StridedForalls::from_pointer(ForallStmt *s, const Strided &l, Node *body) {
    const std::string origin = fresh("origin");
    const std::string before = fresh("before");
    const std::string asked = "(" + env() + ", " + l.outer + ", (long)" + l.name;
    const std::string rest = " + " + origin + l.block + " + " + origin + ")";
    const std::string next = std::string(abi::forall_next) + asked + " - 1" + rest; // of a place that is not negative
    const std::string first = std::string(abi::forall_first) + asked + rest;
    Composer out(ctx);
    out.text("long " + before + " = -1; for (; ").node(condition(s->condition));
    out.text("; " + l.name + " = (" + l.type + ")(" + l.name + " + 1)");
    out.text((l.behind.empty() ? "" : ", " + l.behind + " = " + l.name) + ") { const long " + origin + " = " + l.outer +
             " ? 0 : ");
    out.node(AffinityPlaces(in).start_row(l.owner.origin));
    out.text("; " + l.name + " = (" + l.type + ")((" + before + " == " + origin + " && " + l.name + " > 0 ? " + next +
             " : " + first + ") - " + origin + "); " + before + " = " + origin + "; if (!(");
    return out.node(condition(s->condition)).text(")) break; { ").node(body).text(" } }").finish();
}

Node *StridedForalls::by_number(ForallStmt *s, const Strided &l, Node *body) {
    const auto own = [&](std::string_view which) {
        return l.name + " = (" + l.type + ")" + std::string(which) + "(" + env() + ", " + l.outer + ", (long)" +
               l.name + l.block + ")";
    };
    Composer out(ctx);
    out.text("for (" + own(abi::forall_first) + "; ").node(condition(s->condition));
    out.text("; " + (l.behind.empty() ? "" : l.behind + " = " + l.name + " + 1, ") + own(abi::forall_next) + ") { ");
    return out.node(body).text(" }").finish();
}

Node *StridedForalls::strided_loop(ForallStmt *s, const CountedLoop &loop, const IterationAffinity &owner) {
    in.function->env = in.function->depth = true;
    const VarDecl *i = loop.variable;
    const QualType type = types.canonical(i->type).unqualified();
    const bool narrow = types.size_of(type) == 4;
    const std::string most = !narrow ? "9223372036854775807L" : types.is_signed(type) ? "2147483647L" : "4294967295L";
    const Strided l{owner,
                    fresh("inside"),
                    std::string(source_name(i)),
                    print(type),
                    ", " + std::to_string(owner.own_block) + ", " + most,
                    loop.declares() ? "" : fresh("behind")};
    const bool nests = Foralls(in).may_run_forall(s->body) || Foralls(in).may_run_forall(s);
    Node *init = Loops(in).loop_start(loop);
    LowerContext inside = in;
    inside.controlled = true;
    Node *body = Lowering(inside).node(s->body);
    Composer out(ctx);
    out.text("{ const int " + l.outer + " = *polder_depth; " + (nests ? "*polder_depth = 1; " : ""));
    out.node(init).text(" ");
    // Behind the last own iteration.
    if (!l.behind.empty()) out.text(l.type + " " + l.behind + " = " + l.name + "; ");
    out.node(owner.origin ? from_pointer(s, l, body) : by_number(s, l, body));
    if (!l.behind.empty()) {
        const std::string one = loop.inclusive ? " + 1" : "";
        out.text(" if (!" + l.outer + ") " + l.name + " = " + l.behind + (one.empty() ? " < (" : " <= ("))
            .node(value(loop.bound));
        out.text(") ? (" + l.type + ")(").node(value(loop.bound)).text(")" + one + " : " + l.behind + ";");
    }
    out.text(nests ? " *polder_depth = " + l.outer + "; }" : " }");
    return out.finish();
}

} // namespace polder::cc
