// Register promotion of pointers-to-shared, in the one-thread version. A pointer of file scope that
// a loop leaves alone is read once in front of the loop.
//   before   shared long *a;   for (i = 1; i < n; i++) a[i] += a[i - 1];
//   after    { const polder_ga polder_a_held = a;
//              for (i = 1; i < n; i++) ((long *)polder_a_held)[i] += ...; }
//
// A pointer-to-shared is a number in C, so by C's rules a store of a `long` may change it. No store
// to shared memory changes a private object (docs/design/optimiser.md, rule 7), but only upcc knows
// that.
//
// Proof obligation: nothing in the loop changes the variable, and nothing jumps into the loop.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class HeldPointers : public Lowering {
public:
    using Lowering::Lowering;

    /// The loop with its pointers held, or null if it has none.
    Node *loop(Stmt *s);

private:
    void find(Node *n, std::vector<NameExpr *> &found);
};

} // namespace polder::cc
