// Surroundings of a loop nest: the function it stands in, the jobs that the code is for, and what
// loops around it have decided. Lowering makes one for each nest and passes it down.
#pragma once

#include "compiler/analysis/function_analyses.h"
#include "compiler/unit/report.h"

#include <functional>
#include <string>
#include <string_view>

namespace polder::cc {

/// Where a reference is, as a loop around has found out.
struct ResolvedPlace {
    std::string name; // of the biased pointer, or of the address or pointer that is carried along
    bool strided = false;
    bool row = false;
    bool array_base = false; // the name is of the array base descriptor
    bool linear = false;     // in memory mapped once more (random_access.cc)
    bool ready = false;      // the name is the element
    bool table = false;      // the pointer is another one in each iteration of a loop inside
};

struct Surroundings {
    FunctionAnalyses analyses;
    Passes passes; // which are on
    Jobs jobs;     // that the code is for
    Report &report;
    /// Whose own elements a loop around goes over: its variable, or null.
    const VarDecl *own_variable;
    bool in_jam; // the code is for iterations that an unroll-and-jam leaves over
    /// Is the lvalue on this node for certain: in a span of a loop around, or an own element?
    std::function<bool(Expr *)> is_own_place;
    /// What a loop around has found out about the reference; null: nothing.
    std::function<const ResolvedPlace *(const Expr *)> place;
    /// With -fupc-check: is the reference checked in front of the loop? And by its index alone?
    std::function<bool(const IndexExpr *)> is_checked_ahead;
    std::function<bool(const IndexExpr *)> is_checked_by_index;
    /// Is a variable that spans follow (stepped_indexes.h) changed below the node?
    std::function<bool(Node *)> changes_followed;

    Context &ctx() const { return analyses.ctx; }
    bool is_taken(const Expr *e) const { return place(e); }
    bool is_far() const { return !is_on_one_node(jobs); }
    /// In elements; 0: all of the array is on one thread.
    uint64_t block_of(const IndexExpr *e) const {
        const TypeTable &types = ctx().types;
        return jobs == Jobs::one_thread ? 0 : types.block_of(types.pointee(e->base->type));
    }
    void done(Pass pass, TokenIndex where, std::string_view what) const { report.done(pass, jobs, where, what); }
    void not_done(Pass pass, TokenIndex where, std::string_view why) const { report.not_done(pass, jobs, where, why); }
};

} // namespace polder::cc
