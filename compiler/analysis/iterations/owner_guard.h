// Owner guards. A plain loop asks of each iteration whose it is. It does nothing in those of other
// threads.
//
//   for (i = 0; i < n; i++) if (upc_threadof(&a[i]) == MYTHREAD) f(i);
//   for (i = 0; i < n; i++) { if (i % THREADS != MYTHREAD) continue; f(i); }
//
// The guard is the loop's whole body, or the first statement of it.
#pragma once

#include "compiler/analysis/iterations/affinity.h"

namespace polder::cc {

struct OwnerGuard {
    Expr *asked = nullptr;         // compared with MYTHREAD
    Stmt *inside = nullptr;        // what is done in own iterations; null: all behind the guard
    CompoundStmt *block = nullptr; // if `inside` is null: the body, which begins with the guard
};

/// The guard at the head of the loop's body, if there is one.
std::optional<OwnerGuard> owner_guard(const ForStmt *s);

/// Does a `break` below n leave the loop?
bool leaves(Node *n, const Stmt *loop);

/// Whose an iteration is, as the guard asks for it. Fills `owner`, or says why not.
const char *affinity_of_guard(const FunctionAnalyses &in, AffinityOfLoop &affinity, Expr *asked,
                              IterationAffinity &owner);

} // namespace polder::cc
