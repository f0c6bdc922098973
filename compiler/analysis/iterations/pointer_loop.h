// A counted loop whose variable is a pointer-to-shared:
//   upc_forall (p = a; p < end; p++; p)
//
// Affinities: p, &*p, &p->member, &p[c], p + c. Steps are constants; conditions are those of
// counted_loop.h. The bound keeps its value and the body leaves the pointer alone.
#pragma once

#include "compiler/analysis/function_analyses.h"

namespace polder::cc {

struct PointerLoop {
    VarDecl *pointer = nullptr;
    Expr *read = nullptr;  // of the pointer, in the condition
    Expr *bound = nullptr; // in the condition
    long step = 0;
    long ahead = 0; // of the pointer is the element whose thread is asked for
    bool inclusive = false;
};

/// Fills `loop`, or says why not. `loop.pointer` is set where the loop steps a pointer, whatever
/// else is wrong with it.
const char *recognise_pointer_loop(const FunctionAnalyses &in, ForallStmt *s, PointerLoop &loop);

} // namespace polder::cc
