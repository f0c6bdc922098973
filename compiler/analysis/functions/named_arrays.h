// Named arrays: shared arrays that a function reaches by their names alone. In a job of one thread
// each is contiguous memory, apart from all other. So code for such jobs may give them to the C
// compiler as pointers that do not overlap.
//
// Proof that nothing else leads to an array a while a function f runs. Who could access it?
//
//   1. f itself. The name a stands in elements `a[...]...` only. Their addresses are not taken, and
//      no pointer-to-shared is followed. A private pointer may have been made of one (a cast). So
//      no lvalue behind a private pointer has a type that may alias an element (C 6.5p7).
//   2. A function that f calls. Those of this unit are held to the same, and name no shared array.
//      Those of the C library access what their arguments lead to. No argument is a pointer but to
//      a named private object, a string, or what main was given. UPC's locks access locks.
//   3. Another thread: there is none. Barriers may be in f.
//   4. Other system threads of the thread, by OpenMP in f: f has no directive and no assembly.
#pragma once

#include "compiler/analysis/function_analyses.h"

#include <vector>

namespace polder::cc {

/// The canonical declarations of the shared arrays of a function's body, in the order of their
/// first uses. None if any of them is reached in another way, or if nothing is written to one.
std::vector<VarDecl *> named_arrays(LoopFacts &facts, Context &ctx, FunctionDecl *f);

} // namespace polder::cc
