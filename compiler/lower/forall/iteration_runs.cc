// forall, runs: a counted loop whose iterations belong to threads by arithmetic goes from own
// iteration to own iteration (compiler/analysis/iterations/affinity.h).
//   before   upc_forall (i = n - 1; i >= 0; i -= 2; &a[i + 1]) f(i);    // shared [4] double a[]
//   after    { const int polder_f1 = *polder_depth; *polder_depth = 1;
//              i = n - 1; const int polder_s2 = i;
//              const long polder_c3 = i >= 0 ? polder_trip_count(i, 0, 2, 1) : 0,
//                         polder_p4 = (long)(i + 1), polder_a5 = -2;
//              for (long polder_k6 = 0;
//                   (polder_k6 = polder_run_first(polder_e, polder_f1, polder_a5, polder_p4, 4,
//                                                 ..., polder_k6, polder_c3)) < polder_c3;) {
//                const long polder_b7 = polder_run_end(...);
//                for (i = polder_s2 + polder_k6 * -2; polder_k6 < polder_b7;
//                     polder_k6++, i += -2) { f(i); } }
//              i = polder_s2 + polder_c3 * -2; *polder_depth = polder_f1; }
// With block 1 the own iterations are a period apart, so one loop will do.
//
// Where the body uses elements that the affinity names, the loop goes over the own part:
// own_parts.cc. Where the bound may change: strided_foralls.cc.
//
// Valid where the bound keeps its value, the body leaves the variable alone and the place is linear
// in the variable. The place is read once before the loop; nothing in it may change. A loop with
// an owner-computes guard (owner_guards.cc) is the same without controlling loops.
#include "compiler/lower/forall/iteration_runs.h"

#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/forall/affinity_places.h"
#include "compiler/lower/forall/foralls.h"
#include "compiler/lower/forall/own_parts.h"
#include "compiler/lower/forall/runs_loop.h"
#include "compiler/lower/stmt/loops.h"

#include "compiler/analysis/invariance.h"
#include "compiler/lower/runs/strip_mine.h"

#include <utility>

namespace polder::cc {

namespace {

AbiName below_name(Below below) {
    switch (below) {
    case Below::quotient: return abi::below_quotient;
    case Below::remainder: return abi::below_remainder;
    case Below::unsigned_number: return abi::below_unsigned;
    default: return abi::below_floor;
    }
}

constexpr unsigned most_tokens_by_threads = 200; // of a body that goes out for one thread and for several

/// The greatest value of a variable, where a long holds that, as code.
std::string most_of(const TypeTable &types, const VarDecl *variable) {
    if (types.size_of(variable->type) == 8) return "9223372036854775807L";
    return types.is_signed(variable->type) ? "2147483647L" : "4294967295L";
}

} // namespace

/// Count, place and factor as constants of the loop.
Node *IterationRuns::runs_head(RunsLoop &r, Node *whole) {
    const CountedLoop &loop = r.loop;
    Lowering ahead(in.in_front_of(whole));
    const std::string compared = print(types.canonical(loop.compared).unqualified());
    const bool up = loop.step >= 0;
    Composer out(ctx);
    if (loop.by) out.text("const long " + r.step + " = (long)(").node(value(loop.by)).text("); ");
    out.text("const " + r.type + " " + r.start + " = " + r.name + "; const long " + r.count + " = ")
        .node(condition(loop.condition));
    const auto bound = [&] { return make({"(unsigned long)(", compared, ")(", value(loop.bound), ")"}); };
    Node *from = make({"(unsigned long)(", compared, ")" + r.start});
    if (loop.offset) from = make({"(", from, " + (unsigned long)" + std::to_string(loop.offset) + "L)"});
    out.text(loop.by ? " ? " + r.step + " <= 0 ? 1L << 62 : " + abi::trip_count + "("
                     : std::string(" ? " + abi::trip_count + "("))
        .node(up ? from : bound())
        .text(", ")
        .node(up ? bound() : from);
    out.text(", (unsigned long)" + (up ? r.step : std::to_string(-loop.step)) +
             (loop.inclusive ? ", 1) : 0; " : ", 0) : 0; "));
    const bool divides = !r.owner.block;
    const bool reads = r.owner.reads || RunsLoop::reads_memory(r.owner.pointer);
    out.text(divides ? "long " : "const long ")
        .text(r.place + " = " + (reads ? r.any() : r.count) + " ? ")
        .node(AffinityPlaces(in.in_front_of(whole)).place_of(r.owner.place))
        .text(" : 0; ");
    if (r.owner.factor && loop.step) {
        r.factor = std::to_string(*r.owner.factor * loop.step) + "L";
    } else if (r.owner.factor) {
        r.factor = "(" + std::to_string(*r.owner.factor) + "L * " + r.step + ")";
    } else { // one step further on
        r.factor = fresh("factor");
        out.text("long " + r.factor + " = 0; if (" + r.count +
                 (reads && r.outer != "0" ? " > 1 && !" + r.outer : " > 1") + ") { " + r.at("1") + "; " + r.factor +
                 " = ")
            .node(AffinityPlaces(in.in_front_of(whole)).place_of(r.owner.place));
        out.text(" - " + r.place + "; " + r.name + " = " + r.start + "; } ");
    }
    if (!divides) r.block = std::to_string(r.owner.block) + "L";
    if (divides) {
        const std::string factor = std::exchange(r.factor, fresh("factor"));
        r.block = fresh("block");
        out.text("long " + r.factor + (r.factor == factor ? "" : " = " + factor) + ", " + r.block + " = " + r.count +
                 " ? (long)(" + print(types.canonical(r.owner.divisor->type).unqualified()) + ")(");
        out.node(value(r.owner.divisor))
            .text(") : 1; if (" + r.block + " < 0) { " + r.block + " = -" + r.block + "; " + r.place + " = -" +
                  r.place + "; " + r.factor + " = -" + r.factor + "; } ");
    }
    return out.finish();
}

/// From own iteration to own iteration, or from run to run. `whole`: code that is not 0 if all are
/// ours.
Node *IterationRuns::runs_general(const RunsLoop &r, Node *body) {
    const std::string k = fresh("iteration");
    const std::string e = env();
    const std::string below{std::string_view(below_name(r.owner.below))};
    if (r.block == "1L" && r.owner.below == Below::floor) {
        const std::string period = fresh("period");
        return make({"const long ", period,
                     " = " + abi::own_period + "(" + e + ", " + r.outer + ", " + r.factor + "); for (long " + k +
                         " = " + abi::own_first + "(" + e + ", " + r.outer + ", " + r.arguments() + r.count + "); " +
                         k + " < " + r.count + "; " + k + " += " + period + ") { " + r.at(k) + "; ",
                     body, " }"});
    }
    if (r.block == "1L") {
        const std::string period = fresh("period");
        const std::string odd = abi::goes_below + "(" + r.arguments() + r.count + ")";
        const std::string next = abi::run_first + "(" + e + ", 0, " + r.arguments() + "1, " + below + ", ";
        return make({"const long " + period + " = " + odd + " ? 0 : " + abi::own_period + "(" + e + ", " + r.outer +
                         ", " + r.factor + "); for (long " + k + " = " + period + " ? " + abi::own_first + "(" + e +
                         ", " + r.outer + ", " + r.arguments() + r.count + ") : " + next + "0, " + r.count + "); " + k +
                         " < " + r.count + "; " + k + " = " + period + " ? " + k + " + " + period + " : " + next + k +
                         " + 1, " + r.count + ")) { " + r.at(k) + "; ",
                     body, " }"});
    }
    const std::string end = fresh("run_end");
    const std::string advance = r.name + " = (" + r.type + ")((long)" + r.name + " + " + r.step + ")";
    const std::string first =
        abi::run_first + "(" + e + ", " + r.outer + ", " + r.arguments() + r.block + ", " + below + ", ";
    Node *run =
        r.stop.empty()
            ? make({"for (" + r.at(k) + "; " + k + " < " + end + "; " + k + "++, " + advance + ") { ", body, " }"})
            : make({r.at(k) + "; const long " + r.stop + " = (long)" + r.name + r.distance(end, k), body,
                    " " + k + " = " + end + ";"});
    return make({"for (long " + k + " = 0; (" + k + " = " + first + k + ", " + r.count + ")) < " + r.count +
                     ";) { const long " + end + " = " + abi::run_end + "(" + r.outer + ", " + r.arguments() + r.block +
                     ", " + below + ", " + k + ", " + r.count + "); ",
                 run, " }"});
}

/// The body as a loop over a run in which accesses are to plain memory (strip_mine.h), or null.
/// `companions`: what goes on besides i. With block 1 the run is all own iterations, THREADS apart.
Node *IterationRuns::strip_mined_run(RunsLoop &r, const IndexScope &scope, Stmt *body,
                                     const std::vector<LoopMove> &companions) {
    const bool by_threads = r.owner.block == 1;
    const bool steps_on = by_threads ? r.loop.step == 1 && !r.loop.by && r.owner.below == Below::floor &&
                                           (r.owner.factor == 1 || r.owner.factor == -1)
                                     : r.loop.step > 0;
    if (!body || !steps_on || (!in.passes.strip_mine && !in.passes.strength_reduction)) return nullptr;
    r.stop = fresh("stop");
    Node *loop = StripMine(in).own_loop(
        {static_cast<Stmt *>(scope.loop), body, r.loop.variable, r.stop, companions, r.loop.step, by_threads});
    if (!loop)
        r.stop.clear();
    else if (by_threads) // the variable would go beyond its type
        r.other_origins += " || (long)" + r.start + " > " + most_of(types, r.loop.variable) + " - (long)" + threads() +
                           " - " + r.count;
    return loop;
}

/// An affinity that is the variable itself, more or less a constant, where arrays are in blocks.
/// Own iterations are THREADS apart, so runs go through blocks in such steps. If all iterations
/// are ours, the loop is one of C. Null where the body has nothing to gain.
Node *IterationRuns::runs_by_threads(RunsLoop &r, const IndexScope &scope, const LoopBody &body) {
    if (!in.passes.strip_mine || !body.single || r.owner.block != 1 || r.loop.step != 1 || r.loop.by ||
        (r.owner.factor != 1 && r.owner.factor != -1) || r.owner.below != Below::floor ||
        body.range.last - body.range.first > most_tokens_by_threads || !unit.facts.effects(body.whole).twice())
        return nullptr;
    const auto whole = static_cast<Stmt *>(scope.loop);
    const std::string stop = fresh("stop");
    Node *stepped = StripMine(in).own_loop({whole, body.single, r.loop.variable, stop, {}, 1, true});
    if (!stepped) return nullptr;
    Node *all = StripMine(in.silent()).own_loop({whole, body.single, r.loop.variable, stop});
    Node *head = runs_head(r, scope.loop);
    Node *general = runs_general(r, body.lowered(in.seldom())); // the variable would go beyond its type
    const std::string k = fresh("iteration");
    const std::string most = most_of(types, r.loop.variable);
    return make({head,
                 "const long " + stop + " = (long)" + r.name + " + " + r.count + "; if (" + r.outer + " || " +
                     threads() + " == 1) { ",
                 all,
                 " } else if (" + stop + " <= " + most + " - (long)" + threads() + ") { const long " + k + " = " +
                     abi::own_first + "(" + env() + ", 0, " + r.arguments() + r.count + "); if (" + k + " < " +
                     r.count + ") { " + r.at(k) + "; ",
                 stepped, " } } else { ", general, " }"});
}

/// The loop over own iterations. `outer`: code for "all are ours", "0" for an owner-computes guard.
/// Null where the pass that is left is off.
Node *IterationRuns::runs_loop(const CountedLoop &loop, const IterationAffinity &owner, const IndexScope &scope,
                               const std::string &outer, const LoopBody &body, Pass pass, TokenIndex where) {
    RunsLoop r{loop,
               owner,
               outer,
               fresh("start"),
               fresh("count"),
               fresh("position"),
               "",
               "",
               "",
               print(types.canonical(loop.variable->type).unqualified()),
               std::string(source_name(loop.variable)),
               "",
               {},
               false,
               ""};
    r.step = loop.by ? fresh("by") : loop.step ? std::to_string(loop.step) : "(long)" + threads();
    const std::string row = fresh("row");
    const std::string runs = owner.block == 1 ? "from own iteration to own iteration" : "in runs of own iterations";
    Node *fast = OwnParts(in).own_body(r, scope, row, body);
    if (!fast && !in.passes.forall_stride && pass == Pass::forall_stride) return nullptr;
    Composer out(ctx);
    if (fast) {
        Node *head = make({runs_head(r, scope.loop), OwnParts(in.in_front_of(scope.loop)).own_bases(r)});
        Node *own = OwnParts(in).runs_own(r, scope.loop, row, fast);
        r.stop.clear();
        const bool above = owner.element && !owner.origin && r.bases.empty(); // an array has no negative places
        out.node(head);
        if (!above || outer != "0" || !r.other_origins.empty()) {
            const std::string odd =
                outer + (above ? "" : " || " + abi::goes_below + "(" + r.arguments() + r.count + ")") + r.other_origins;
            LowerContext seldom = in.seldom();
            seldom.cold_path = in.cold_path || (in.jobs == Jobs::several_nodes && r.other_origins.empty());
            out.text("if (" + odd + ") { ");
            if (odd == outer) // all are ours
                out.text("for (; ")
                    .node(Lowering(seldom).condition(loop.condition))
                    .text("; " + r.name + " = (" + r.type + ")((long)" + r.name + " + " + r.step + ")) { ")
                    .node(body.lowered(seldom))
                    .text(" } } else ");
            else
                out.node(IterationRuns(seldom).runs_general(r, body.lowered(seldom))).text(" } else ");
        }
        out.text("{ ").node(own).text(" }");
        done(Pass::forall_own, where, "own elements as plain memory, " + runs);
    } else if (Node *stepped = runs_by_threads(r, scope, body)) {
        out.node(stepped);
        done(pass, where, runs);
    } else {
        Node *general = r.owner.block == 1 ? nullptr : strip_mined_run(r, scope, body.single, {});
        general = general ? general : body.lowered(in);
        out.node(runs_head(r, scope.loop)).text("{ ").node(runs_general(r, general)).text(" }");
        done(pass, where, runs);
    }
    if (!loop.declares()) out.text(" " + r.at(r.count) + ";");
    return out.finish();
}

/// A upc_forall with any linear affinity, or null.
Node *IterationRuns::forall_runs(ForallStmt *s, const char *&why) {
    CountedLoop loop;
    if ((why = recognise_counted_loop(ctx, {s->init, s->condition, s->step, s->body}, loop, true))) return nullptr;
    const IndexScope scope = affinity_scope(analyses(), s, loop.variable);
    if ((why = is_loop_fixed(loop, s, s->body))) return nullptr;
    IterationAffinity owner;
    if ((why = AffinityOfLoop(analyses(), s, loop.variable).of_forall(s, owner))) return nullptr;
    in.function->env = in.function->depth = true;
    const std::string outer = fresh("inside");
    const bool nests = Foralls(in).may_run_forall(s->body); // its head does not
    Node *start = Loops(in).loop_start(loop);
    const auto lowered = [&](const LowerContext &inside) { return Lowering(inside).node(s->body); };
    LowerContext controlled = in;
    controlled.controlled = true;
    Node *runs = IterationRuns(controlled)
                     .runs_loop(loop, owner, scope, outer, LoopBody{s->body, s->body, s->body->range, lowered},
                                Pass::forall_stride, s->range.first);
    if (!runs) return nullptr;
    return make({"{ const int ", outer, " = *polder_depth; ", nests ? "*polder_depth = 1; " : "", start, " ", runs,
                 nests ? " *polder_depth = " + outer + "; }" : std::string(" }")});
}

/// Null, or why the loop's variable cannot be declared in front of it.
const char *IterationRuns::why_rewritten(const CountedLoop &loop) {
    auto *d = as<Declaration>(loop.init);
    return d && DeclarationLowering(in).is_rewritten(d) ? "the variable is declared with something shared" : nullptr;
}

/// Is the number of iterations the same whenever it is asked, and the variable the loop's own?
const char *IterationRuns::is_loop_fixed(const CountedLoop &loop, Node *whole, Stmt *body) {
    if (!in.function->decl) return "the loop stands outside functions";
    const char *why = why_rewritten(loop);
    return why ? why : why_not_fixed(analyses(), loop, whole, body);
}

} // namespace polder::cc
