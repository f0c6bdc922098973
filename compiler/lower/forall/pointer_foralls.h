// PointerForalls: loops that a pointer-to-shared goes through.
#pragma once

#include "compiler/analysis/iterations/pointer_loop.h"
#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class PointerForalls : public Lowering {
public:
    using Lowering::Lowering;

    Node *forall_pointer(ForallStmt *s, const char *&why);

private:
    const char *find_pointer_loop(ForallStmt *s, PointerLoop &loop);
    Node *pointer_at(const PointerLoop &loop, const std::string &start, const std::string &k);
    Node *pointer_loop_own(const PointerLoop &loop, const std::string &start, const std::string &place,
                           const std::string &count, Node *body);
};

} // namespace polder::cc
