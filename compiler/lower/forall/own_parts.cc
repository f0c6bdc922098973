// forall, own part: an upc_forall whose body uses elements (or rows) that the affinity names. It
// runs over the thread's own part of them as C would.
//   before   upc_forall (i = 0; i < n; i++; &a[i])
//              a[i] = b[i] + c[j];                              // all shared [64] double
//   after    { const int polder_f1 = *polder_depth; i = 0; const int polder_s2 = i;
//              const long polder_c3 = ..., polder_p4 = (long)(i);
//              if (polder_f1) { (as in iteration_runs.cc, general body) }
//              else for (long polder_k6, polder_b7 = 0;
//                        (polder_k6 = polder_own_run_first(..., polder_b7, ...)) < polder_c3;) {
//                polder_b7 = polder_own_run_end(...);
//                long polder_r5 = place in the own part; i = polder_s2 + polder_k6;
//                for (long polder_n8 = polder_b7 - polder_k6; polder_n8 > 0;
//                     polder_n8--, polder_r5 += 1, i += 1)
//                  own(a)[polder_r5] = own(b)[polder_r5] + (general access to c[j]); }
//              i = polder_s2 + polder_c3; }
//
// With cyclic arrays, other references that go on with the variable stay on one thread, too:
// b[i - 1] or row[k][i - d]. Each has a pointer that goes on by one element (strip_mine.h).
//
// The own elements of an array lie one behind the other. So the back end sees a counted loop over
// plain arrays and vectorises it. The loop goes out twice. The general copy is for what contradicts
// the other one: a controlling loop of a caller, negative places, pointers that begin elsewhere.
#include "compiler/lower/forall/own_parts.h"

#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/forall/affinity_places.h"
#include "compiler/lower/forall/iteration_runs.h"
#include "compiler/lower/forall/runs_loop.h"

#include "compiler/lower/runs/block_spans.h"
#include "compiler/lower/runs/strip_mine.h"

#include <utility>

namespace polder::cc {

namespace {

constexpr unsigned twice_tokens = 400; // a longer body goes out once

} // namespace

/// Where the calling thread's part of the array begins.
Node *OwnParts::own_part(VarDecl *object) {
    return make({"(", Addresses(in).shared_object(object), " + (", env(), ".mythread << ", env(), ".shift))"});
}

/// The same with a place in the own part beside the variable.
Node *OwnParts::runs_own(const RunsLoop &r, const Node *loop, const std::string &row, Node *body) {
    const std::string k = fresh("iteration");
    const std::string e = env();
    const std::string count = "(long)" + threads();
    const std::string left = fresh("left");
    const std::string next = r.name + " = (" + r.type + ")((long)" + r.name + " + ";
    if (!r.stop.empty() && r.block == "1L")
        return make({"const long " + k + " = " + abi::own_first + "(" + e + ", 0, " + r.arguments() + r.count +
                         "); if (" + k + " < " + r.count + ") { " + r.at(k) + "; long " + row +
                         " __attribute__((unused)) = (" + r.place + " + " + r.factor + " * " + k + ") / " + count +
                         "; const long " + r.stop + " = (long)" + r.name + " + (" + r.count + " - " + k + "); ",
                     body, " }"});
    if (r.block == "1L") {
        const bool one = r.factor == "1L" || r.factor == "-1L";
        const std::string period = fresh("period");
        const std::string step = one ? r.factor : fresh("factor");
        return make({"const long " + period + " = " + abi::own_period + "(" + e + ", 0, " + r.factor + "), " + k +
                         " = " + abi::own_first + "(" + e + ", 0, " + r.arguments() + r.count + "); " +
                         (one ? "" : "const long " + step + " = " + r.factor + " * " + period + " / " + count + "; ") +
                         r.at(k) + "; long " + row + " __attribute__((unused)) = (" + r.place + " + " + r.factor +
                         " * " + k + ") / " + count + "; for (long " + left + " = " + k + " < " + r.count + " ? (" +
                         r.count + " - " + k + " - 1) / " + period + " + 1 : 0; " + left + " > 0; " + left + "--, " +
                         row + " += " + step + ", " + next + period + " * " + r.step + ")) { ",
                     body, " }"});
    }
    // Code for several nodes goes from run to run by calls; these also take places below zero.
    const bool by_call = BlockSpans(in).finds_by_call(loop, r.owner.block);
    const std::string below = by_call ? std::string(abi::below_floor) + ", " : "";
    const std::string first = (by_call ? abi::run_first + "(" + e + ", 0, " : abi::own_run_first + "(" + e + ", ") +
                              r.arguments() + r.block + ", " + below;
    const std::string last =
        (by_call ? abi::run_end + "(0, " : abi::own_run_end + "(") + r.arguments() + r.block + ", " + below;
    const std::string at = fresh("position");
    const std::string end = fresh("run_end");
    Node *run = r.stop.empty() ? make({"for (long " + left + " = " + end + " - " + k + "; " + left + " > 0; " + left +
                                           "--, " + row + " += " + r.factor + ", " + next + r.step + ")) { ",
                                       body, " }"})
                               : make({"const long " + r.stop + " = (long)" + r.name + r.distance(end, k), body});
    return make({"for (long " + k + ", " + end + " = 0; (" + k + " = " + first + end + ", " + r.count + ")) < " +
                     r.count + ";) { " + end + " = " + last + k + ", " + r.count + "); const long " + at + " = " +
                     r.place + " + " + r.factor + " * " + k + "; long " + row + " __attribute__((unused)) = " + at +
                     " / (" + r.block + " * " + count + ") * " + r.block + " + " + at + " % " + r.block + "; " +
                     r.at(k) + "; ",
                 run, " }"});
}

/// The body in which elements that the affinity names are own ones, or null if it has none.
Node *OwnParts::own_body(RunsLoop &r, const IndexScope &scope, const std::string &row, const LoopBody &body) {
    const IterationAffinity &owner = r.owner;
    if (!in.passes.forall_own || !owner.own_block || body.range.last - body.range.first > twice_tokens ||
        !unit.facts.effects(body.whole).twice())
        return nullptr;
    OwnLoop own{r.loop.variable, owner.own_block, row, false, &scope, *affine(owner.own_index, scope)};
    const size_t mark = in.report->mark();
    LowerContext inside = in;
    inside.own = &own;
    Node *fast = owner.factor ? IterationRuns(inside).strip_mined_run(
                                    r, scope, body.single, {{row, std::to_string(*owner.factor * r.loop.step)}})
                              : nullptr;
    fast = fast ? fast : body.lowered(inside);
    r.bases = own.bases;
    r.uses_arrays = own.arrays;
    if (own.used) return fast;
    in.report->forget(mark);
    r.stop.clear();
    r.other_origins.clear();
    return nullptr;
}

/// Where the own parts begin that pointers lead to. Elements with the same index are the same
/// thread's if all count from the same place.
Node *OwnParts::own_bases(RunsLoop &r) {
    Composer out(ctx);
    std::string origin = "0L";
    const auto read_if_any = [&](const std::string &pointer, Node *code, const std::string &otherwise) -> Node * {
        return RunsLoop::reads_memory(pointer) ? make({r.any() + " ? ", code, " : " + otherwise}) : code;
    };
    if (r.owner.origin && (r.uses_arrays || !r.bases.empty())) {
        origin = fresh("origin");
        out.text("const long " + origin + " __attribute__((unused)) = ")
            .node(read_if_any(r.owner.pointer, AffinityPlaces(in).start_row(r.owner.origin), "0L"))
            .text("; ");
        if (row_length(types, r.owner.origin->type) > 1) r.other_origins += " || " + origin + " < 0";
    }
    if (r.owner.origin && r.uses_arrays) r.other_origins += " || " + origin + " != 0";
    for (const OwnBase &base : r.bases) {
        const bool cyclic = !types.has_phase(base.read->type);
        const std::string size = Pointers(in).element_size(base.read->type);
        Node *phase = cyclic ? make("0") : make({"(", value(base.read), ").phase"});
        Node *part = make({abi::own_part + "(" + env() + ", (", value(base.read), cyclic ? "), " : ").ga, ", phase,
                           ", " + size + ")"});
        out.text("const " + abi::ga + " " + base.name + " __attribute__((unused)) = ")
            .node(read_if_any(base.pointer, part, "0"))
            .text("; ");
        if (base.pointer == r.owner.pointer) continue;
        const std::string start = fresh("start", base.read);
        out.text("const long " + start + " = ")
            .node(read_if_any(base.pointer, AffinityPlaces(in).start_row(base.read), origin))
            .text("; ");
        r.other_origins += " || " + start + " != " + origin;
    }
    return out.finish();
}

} // namespace polder::cc
