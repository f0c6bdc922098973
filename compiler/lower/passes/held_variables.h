// Register promotion, in the one-thread version. A pointer-to-shared that a loop leaves alone is
// read once in front of the loop, and is a pointer to gcc from there on. A number of file scope is
// read there, too, if a store of the loop might change it for all that gcc knows.
//   before   shared long *a;   for (i = 1; i < n; i++) a[i] += a[i - 1];
//   after    { const polder_ga polder_a_held = (polder_ga)polder_addr_1thread(a);
//              for (i = 1; i < n; i++) ((long *)polder_addr_1node(polder_a_held))[i] += ...; }
//
// A pointer-to-shared is a number in C, so by C's rules a store of a `long` may change one of file
// scope. A store of an `int` or a `char` may change an `int`, and so may a call. No store to shared
// memory changes a private object (docs/design/optimiser.md, rule 7), but only upcc knows that.
//
// Numbers that a called function names stay as they are. Inlined, the function would read them
// besides, and the copy would take a register for nothing.
//
// Pointers that are locals have copies, too. gcc leaves a call in the loop if a condition stands
// before it. Then no address that begins at its result is stepped.
//
// Proof obligation: nothing in the loop changes, declares or takes the address of the variable,
// and nothing jumps into the loop. The variable is there, which weak ones need not be.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class HeldVariables : public Lowering {
public:
    using Lowering::Lowering;

    /// The loop with its variables held, or null if it has none.
    Node *loop(Stmt *s);

private:
    struct Names;
    void find(Node *n, Names &names);
    bool is_per_thread(VarDecl *v);
    bool is_number(VarDecl *v);
    bool is_weak(VarDecl *v);
    bool is_read_by_call(Stmt *loop, const VarDecl *v);
    bool may_seem_changed(Stmt *loop, QualType read);
};

} // namespace polder::cc
