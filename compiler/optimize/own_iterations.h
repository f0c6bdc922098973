// Own iterations: loops of which each thread does a part, by arithmetic.
//   for (i = 0; i < n; i++) if (upc_threadof(&a[i]) == MYTHREAD) f(i);    guarded
//   for (t = 0; t < THREADS; t++) upc_memget(&buffer[t * n], &a[t], n);   rotated
//
// A guarded loop becomes one over own iterations (owner-computes guard elimination). A rotated one
// begins on each thread with its own part and goes round.
#pragma once

#include "compiler/analysis/counted_loop.h"
#include "compiler/analysis/iterations/owner_guard.h"

#include <vector>

namespace polder::cc {

struct GuardedLoop {
    OwnerGuard guard = {};
    CountedLoop loop = {};
    IterationAffinity owner = {};
};

/// Null if the loop behind the guard, which is filled in, can go over own iterations only; else why
/// not.
const char *find_guarded_loop(const FunctionAnalyses &in, ForStmt *s, GuardedLoop &guarded);

struct Transfer {
    bool gets = false;
    Expr *local = nullptr;  // the private side, linear in the loop's variable
    Expr *remote = nullptr; // the shared side
    Expr *length = nullptr; // stable
    IterationAffinity owner = {};
};

struct RotatedLoop {
    CountedLoop loop = {};
    std::vector<Transfer> transfers = {};
};

/// Does the loop go over all threads, so that it is worth a look?
bool is_over_threads(const FunctionAnalyses &in, ForStmt *s, RotatedLoop &rotated);

/// Null if such a loop may begin with any thread; else why not. Whether transfers overlap is for a
/// test when the loop starts.
const char *find_rotation(const FunctionAnalyses &in, ForStmt *s, RotatedLoop &rotated);

} // namespace polder::cc
