// StridedForalls: from own iteration to own iteration, by the loop variable alone.
#pragma once

#include "compiler/analysis/counted_loop.h"
#include "compiler/analysis/iterations/affinity.h"
#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class StridedForalls : public Lowering {
public:
    using Lowering::Lowering;

    Node *strided(ForallStmt *s);

private:
    struct Strided { // what its code is made of
        const IterationAffinity &owner;
        std::string outer; // all iterations are ours
        std::string name;  // of the variable
        std::string type;
        std::string block;  // the last two arguments of polder_forall_first and polder_forall_next
        std::string behind; // the variable behind the last own iteration; empty: nobody sees it
    };
    Node *from_pointer(ForallStmt *s, const Strided &l, Node *body);
    Node *by_number(ForallStmt *s, const Strided &l, Node *body);
    Node *strided_loop(ForallStmt *s, const CountedLoop &loop, const IterationAffinity &owner);
};

} // namespace polder::cc
