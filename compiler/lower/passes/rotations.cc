// Rotated all-to-all loops. In a loop over all threads each iteration is a transfer, or a
// few, with one of them. As written, all threads begin with thread 0 and go on in step, so one node
// at a time has to serve all. Rotated, each thread begins with its own part and goes round.
//   before   for (t = 0; t < THREADS; t++)
//              upc_memget(&buffer[t * n], &a[t], n * sizeof(int));               // shared int a[]
//   after    { t = 0; <length>; <&buffer[0]>; t = 1; <&buffer[n]>; t = 0;
//              const long turn = polder_may_turn(...) ? iteration of the own part : 0;
//              for (long k = 0; k < THREADS; k++) { t = (k + turn) mod THREADS; upc_memget(...); }
//              t = THREADS; }
//
// Which loops are such, and why that is right: compiler/optimize/rotate.cc.
//
// Cost: no locality is lost, as nothing but transfers is turned. Loops over elements (Sobel's rows)
// keep their order, in which neighbouring elements are used together.
#include "compiler/lower/passes/rotations.h"

#include "compiler/lower/access/pointers.h"
#include "compiler/lower/forall/affinity_places.h"
#include "compiler/lower/forall/iteration_runs.h"
#include "compiler/lower/stmt/loops.h"
#include "compiler/optimize/own_iterations.h"

namespace polder::cc {

struct TurnedTransfer : Transfer { // with the names of what is computed in front of the loop
    std::string first = {};        // private side of iteration 0
    std::string second = {};       // private side of iteration 1
    std::string bytes = {};
    std::string own = {}; // the own iteration
    std::string at = {};  // the shared side of the own iteration
};

/// Code: may the iterations be done in any order? All transfers of one are with the same thread,
/// and none touches what one of another iteration writes.
std::string Rotations::may_rotate(const std::vector<TurnedTransfer> &transfers) {
    std::string test;
    for (const TurnedTransfer &t : transfers) {
        const auto sides = [](const TurnedTransfer &of) { return of.first + ", " + of.second + ", " + of.bytes; };
        test += (test.empty() ? "" : " && ") + (abi::may_turn + "(" + env()) + ", " + sides(t) +
                (t.gets ? ", 1, " : ", 0, ") + t.at + ")";
        for (const TurnedTransfer &other : transfers) {
            if (&other == &t) continue;
            test += " && " + abi::side_disjoint + "(" + env() + ", " + sides(t) + ", " + other.at + ", " + other.bytes +
                    ")";
            if (&other > &t) test += " && " + t.own + " == " + other.own;
            if (&other > &t && (t.gets || other.gets))
                test += " && " + abi::sides_disjoint + "(" + env() + ", " + sides(t) + ", " + sides(other) + ")";
        }
    }
    return test;
}

/// The loop from the thread's own part on.
Node *Rotations::turned_loop(ForStmt *s, const RotatedLoop &rotated) {
    const CountedLoop &loop = rotated.loop;
    std::vector<TurnedTransfer> transfers;
    for (const Transfer &t : rotated.transfers)
        transfers.push_back({t});
    in.function->env = true;
    const std::string name(source_name(loop.variable));
    const std::string type = print(types.canonical(loop.variable->type).unqualified());
    const std::string n = "(long)" + threads();
    const std::string turned = fresh("turned");
    const std::string k = fresh("iteration");
    Composer out(ctx);
    out.text("{ ").node(Loops(in).loop_start(loop));
    for (TurnedTransfer &t : transfers) {
        t.first = fresh("side");
        t.second = fresh("next_side");
        t.bytes = fresh("bytes");
        t.own = fresh("own");
        t.at = fresh("address");
        out.text(" " + name + " = 1; const void *const " + t.second + " = ").node(value(t.local));
        out.text("; " + name + " = 0; const void *const " + t.first + " = ")
            .node(value(t.local))
            .text("; const unsigned long " + t.bytes + " = ")
            .node(value(t.length));
        out.text("; const long " + t.own + " = " + abi::own_first + "(" + env() + ", 0, 1L, (")
            .node(AffinityPlaces(in.in_front_of(s)).place_of(t.owner.place))
            .text(") / " + std::to_string(t.owner.block) + "L, " + n + "); ");
        out.text(name + " = (" + type + ")" + t.own + "; const " + abi::ga + " " + t.at + " = ")
            .node(Pointers(in).ga_of(t.remote))
            .text(";");
    }
    out.text(" const long " + turned + " = " + may_rotate(transfers) + " ? " + transfers[0].own + " : 0; for (long " +
             k + " = 0; " + k + " < " + n + "; " + k + "++) { " + name + " = (" + type + ")(" + k + " + " + turned +
             " < " + n + " ? " + k + " + " + turned + " : " + k + " + " + turned + " - " + n + "); ");
    out.node(node(s->body)).text(" }");
    if (!loop.declares()) out.text(" " + name + " = (" + type + ")" + n + ";");
    return out.text(" }").finish();
}

/// The same if it is one over threads that may be turned; null for others.
Node *Rotations::rotated(ForStmt *s) {
    RotatedLoop loop;
    if (!in.passes.rotate || !in.function || !in.function->decl || !is_over_threads(analyses(), s, loop))
        return nullptr;
    const char *why = find_rotation(analyses(), s, loop);
    why = why ? why : IterationRuns(in).why_rewritten(loop.loop);
    if (why) {
        not_done(Pass::rotate, s->range.first, why);
        return nullptr;
    }
    Node *result = turned_loop(s, loop);
    done(Pass::rotate, s->range.first, "each thread starts with its own part and goes round");
    return result;
}

} // namespace polder::cc
