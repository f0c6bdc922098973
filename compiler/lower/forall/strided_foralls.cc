// forall, strided: where a thread's iterations follow from the loop variable alone, the others are
// not even looked at.
//   before   upc_forall (i = 0; i < n; i++; &a[i]) a[i] = f(i);       // shared [4] double a[]
//   after    { const int polder_f1 = *polder_depth; *polder_depth = 1; i = 0;
//              const int polder_f2 = i;
//              for (i = (int)polder_forall_first(polder_e, polder_f1, (long)i, 4, 2147483647L);
//                   i < n;
//                   i = (int)polder_forall_next(polder_e, polder_f1, (long)i, 4, 2147483647L)) {
//                a[i] = f(i); }
//              if (!polder_f1) i = polder_f2 < (n) ? (n) : polder_f2; *polder_depth = polder_f1; }
//
// Valid where the affinity is i itself or element i of a shared array (or of its rows). The
// variable i steps by one up to a bound without side effects, and the body leaves i alone. In
// iteration_runs.cc the iterations are counted first; here the bound may change in the body. It is
// read in each own iteration, and nothing of this thread happens in between. Inside a controlling
// upc_forall the step is one.
#include "compiler/lower/forall/strided_foralls.h"

#include "compiler/analysis/invariance.h"
#include "compiler/analysis/iterations/affinity.h"
#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/forall/foralls.h"
#include "compiler/lower/stmt/loops.h"

namespace polder::cc {

namespace {

/// The block in which iterations go round the threads, if the place of each is its number; else 0.
uint64_t block_of_affinity(const FunctionAnalyses &in, ForallStmt *s, VarDecl *i) {
    IterationAffinity owner;
    const char *why = AffinityOfLoop(in, s, i).of_forall(s, owner);
    const bool counts = !why && owner.own_index && variable_of(owner.own_index) == i && !owner.origin;
    return counts && owner.below == Below::floor ? owner.own_block : 0;
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
        !is_pure_expression(types, loop.bound, loop.variable) || may_change(s->body, loop.variable))
        return nullptr;
    const uint64_t block = block_of_affinity(analyses(), s, loop.variable);
    if (!block) return nullptr;
    done(Pass::forall_stride, s->range.first, "from own iteration to own iteration; the bound may change");
    return strided_loop(s, loop, block);
}

Node *StridedForalls::strided_loop(ForallStmt *s, const CountedLoop &loop, uint64_t block) {
    in.function->env = in.function->depth = true;
    const VarDecl *i = loop.variable;
    const QualType type = types.canonical(i->type).unqualified();
    const std::string outer = fresh("inside");
    const std::string start = fresh("start");
    const std::string name(source_name(i));
    const std::string plain_type = print(type);
    const bool declared = loop.declares();
    const bool narrow = types.size_of(type) == 4;
    const std::string most = !narrow ? "9223372036854775807L" : types.is_signed(type) ? "2147483647L" : "4294967295L";
    const bool nests = Foralls(in).may_run_forall(s->body) || Foralls(in).may_run_forall(s);
    const std::string arguments =
        "(" + env() + ", " + outer + ", (long)" + name + ", " + std::to_string(block) + ", " + most + ")";
    Node *init = Loops(in).loop_start(loop);
    LowerContext inside = in;
    inside.controlled = true;
    Node *body = Lowering(inside).node(s->body);
    Composer out(ctx);
    out.text("{ const int " + outer + " = *polder_depth; " + (nests ? "*polder_depth = 1; " : "")).node(init).text(" ");
    if (!declared) out.text("const " + plain_type + " " + start + " = " + name + "; ");
    out.text("for (" + name + " = (" + plain_type + ")" + abi::forall_first + arguments + "; ")
        .node(condition(s->condition));
    out.text("; " + name + " = (" + plain_type + ")" + abi::forall_next + arguments + ") { ").node(body).text(" }");
    if (!declared) {
        const std::string one = loop.inclusive ? " + 1" : "";
        out.text(" if (!" + outer + ") " + name + " = " + start + (one.empty() ? " < (" : " <= ("))
            .node(value(loop.bound));
        out.text(") ? (" + plain_type + ")(").node(value(loop.bound)).text(")" + one + " : " + start + ";");
    }
    out.text(nests ? " *polder_depth = " + outer + "; }" : " }");
    return out.finish();
}

} // namespace polder::cc
