// Strip-mining over blocks. A loop over shared arrays is cut into contiguous runs, in which every
// access is to plain memory.
//   before   for (i = lo; i < n; i++) a[i] = b[i + 1] + c[j];        // shared [64] double a[], b[]
//   after    { i = lo; const long polder_n1 = n;
//              while (i < polder_n1) {
//                long left = polder_n1 - i;
//                block span of a[i]; block span of b[i + 1]: left = what stays inside both
//                double *q2 = a's, *q3 = b's;
//                for (stop = i + left; i < stop; i++) q2[i] = q3[i + 1] + c[j]; } }
//
// A block span (polder_span in abi.h) is a range of indexes whose elements lie one behind the
// other on one thread. Its `bias` is where element 0 would be, so the index stays as it is written.
// A run then needs two things only, whatever the shape of the index. The accesses of all its
// iterations stay inside their spans. Nothing in the loop changes what the addresses rest on.
//
// If blocks are shorter than a step (cyclic arrays, columns of matrices dealt out in rows), a
// strided pointer is carried along (polder_stride in abi.h). A step of it costs an addition, and
// another one behind the last thread. If blocks are too short for runs but longer than a step, the
// phase is carried along, too.
//
// A loop whose step is a statement of its body, `while (i < n) { ...; i++; }`, is such a loop as
// well (while_loops.cc).
//
// Which references are cut, and how, is decided by the passes of compiler/optimize. Here the
// decisions of a LoopNest become C. Its vocabulary stands in compiler/optimize/loop_nest.h.
//
// Invariant: only the computation of addresses moves. Accesses, calls, barriers and strict accesses
// stay where they are. Held by tests/compiler/run/strip_mine.upc.
#pragma once

#include "compiler/analysis/access_function.h"
#include "compiler/lower/core/lowering.h"
#include "compiler/optimize/loop_nest.h"
#include "compiler/optimize/surroundings.h"

namespace polder::cc {

/// A loop that is being made from `whole` with the given body. There `variable` has its first value
/// and goes up together with its companions. The loop ends at `end` (a variable of type long).
struct OwnRun {
    Stmt *whole;
    Stmt *body;
    VarDecl *variable;
    std::string end;
    std::vector<LoopMove> companions = {};
    long step = 1;
    bool times_threads = false; // the step is THREADS
};

/// A loop in runs around what is lowered, and the label behind the loop.
struct LeftLoop {
    const Stmt *loop;
    std::string label;
    LeftLoop *outer;
    bool used = false;

    static LeftLoop *find(LeftLoop *innermost, const Stmt *loop) {
        while (innermost && innermost->loop != loop)
            innermost = innermost->outer;
        return innermost;
    }
};

class StripMine : public Lowering {
public:
    using Lowering::Lowering;

    /// The loop in runs, or null where that would not be right or does not pay.
    Node *loop(ForStmt *s);
    /// The same of a loop over own iterations.
    Node *own_loop(const OwnRun &run);
    /// A break out of a loop in runs; null for others.
    Node *leave(const BreakStmt *s);

    /// Notes where the references of a nest are. `fast`: in a run, inside their spans.
    void activate(const LoopNest &nest, bool fast, ResolvedPlaces &places);
    /// alone: the only iteration between two looks for spans.
    Node *body(const LoopNest &nest, bool fast, bool alone = false);
    bool distance_may_overflow(const StripLoop &loop);
    bool may_go_round(const StripLoop &loop);
    Node *round_loop(const ForStmt &s, const StripLoop &loop, const std::string &end);
    Node *end_of(const StripLoop &loop);

private:
    struct Runs; // what the loops of one nest are called

    Node *runs(LoopNest &nest, const std::string &end, const std::function<Node *()> &advance);
    Node *runs_of(LoopNest &nest, const std::string &end, const std::function<Node *()> &advance);
    void strip_mined_loop(Runs &runs, Composer &out, bool fast, const std::string &to);
    void one_iteration(Runs &runs, Composer &out);
    void one_loop(Runs &runs, Composer &out);
    void run_by_run(Runs &runs, Composer &out);
    void activate_first(const LoopNest &nest, ResolvedPlaces &places);
    void say(const LoopNest &nest);
};

} // namespace polder::cc
