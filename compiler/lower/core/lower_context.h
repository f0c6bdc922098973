// LowerContext: where what is lowered stands, and for which jobs. It is passed by value: each part
// (lowering.h) has its own. A construct that changes it makes a copy for what is inside the
// construct, so nothing is ever set back.
#pragma once

#include "compiler/ast/expr.h"
#include "compiler/lower/core/checks.h"
#include "compiler/lower/core/layer.h"
#include "compiler/optimize/surroundings.h"

#include <string>
#include <vector>

namespace polder::cc {

struct BodyState;
struct CachedReferences;
struct FollowedVariables;
struct LeftLoop;
struct OwnLoop;
class LowerUnit;

/// What is written instead of variables.
using StandIns = Layer<const VarDecl *, std::string>;
using KnownValues = Layer<const Expr *, std::string>;
using ResolvedPlaces = Layer<const Expr *, ResolvedPlace>;

struct LowerContext {
    LowerUnit &unit;
    Passes passes;                 // which are on
    Report *report;                // what passes do is said here
    Jobs jobs = Jobs::any;         // that the code is for
    BodyState *function = nullptr; // null outside bodies

    bool constant = false;   // inside an initialiser that stays a C constant
    bool moving = false;     // a static of a block is going in front of its function
    bool cold_path = false;  // a cold path is being lowered
    bool plain = false;      // loops stay as they are, in code that is hardly ever run
    bool controlled = false; // inside a upc_forall with affinity, of the same function
    bool in_jam = false;     // what an unroll-and-jam leaves over
    bool tested = false;     // in a copy behind the test for whole arrays (induction_variables.h)

    const StandIns *stand_ins = nullptr;           // of variables
    const KnownValues *values = nullptr;           // expressions whose values are at hand
    const ResolvedPlaces *places = nullptr;        // references whose addresses are at hand
    Node *ahead_of = nullptr;                      // the loop in front of which an index of its body is evaluated
    Stmt *adopting = nullptr;                      // what the other threads of an OpenMP construct start with
    OwnLoop *own = nullptr;                        // the loop over own parts around
    LeftLoop *left = nullptr;                      // the loops in runs around
    const Stmt *followed_loop = nullptr;           // the loop around that has been asked for stepped indexes
    const FollowedVariables *followed = nullptr;   // by spans, in loops around
    const CachedReferences *cached = nullptr;      // references with a translation cache
    std::vector<CheckInPlace> *in_place = nullptr; // the checks in loops around that may yet go ahead
    const ChecksAhead *checks_ahead = nullptr;     // what stands behind the checks of a loop

    /// The same in front of a loop. Variables of the body that are names for expressions
    /// (LoopFacts) give way to these.
    LowerContext in_front_of(Node *loop) const {
        LowerContext front = *this;
        front.ahead_of = loop;
        return front;
    }
    /// The same for code that is hardly ever run: loops stay as they are, and nothing is said.
    LowerContext seldom() const;
    /// The same without a word of what passes do.
    LowerContext silent() const;
};

} // namespace polder::cc
