// BlockSpans: the spans of the groups of a nest.
#pragma once

#include "compiler/lower/core/lowering.h"
#include "compiler/optimize/loop_nest.h"

namespace polder::cc {

class BlockSpans : public Lowering {
public:
    using Lowering::Lowering;

    std::string use_groups(LoopNest &nest, const std::string &left, Composer &out);
    Node *index_code(const Reference &r, const std::vector<InnerValue> &values);
    void declare_span(Group &g, Composer &out);
    std::string near_tests(const LoopNest &nest);
    bool is_entered_once(const Node *loop) const;
    bool finds_by_call(const Node *loop, uint64_t block) const;

private:
    bool may_keep(const Stmt *loop);
    bool never_changes(Expr *pointer);
    std::string find_span(bool is_object, const Group &g);
};

} // namespace polder::cc
