// Indirect-access prefetch, in code for several nodes (indirect_prefetch.cc has an example and says
// why it is right).
#pragma once

#include "compiler/lower/lower.h"

#include <unordered_map>

namespace polder::cc {

class IndirectPrefetch {
public:
    explicit IndirectPrefetch(Lowering &lowering) : lower_(lowering), ctx_(lowering.ctx), types_(lowering.types) {}

    /// The outermost loop whose references have no known order, with its translation caches in
    /// front; null for others.
    Node *loop(Stmt *s);
    /// Where a reference with a translation cache is to be read; null for others.
    Node *translated(const Expr *lvalue);
    bool has(const Expr *lvalue) const { return caches_.count(lvalue); }

private:
    uint64_t chunk_of(const IndexExpr *e);
    bool by_index(const IndexExpr *e) const;

    Lowering &lower_;
    Context &ctx_;
    TypeTable &types_;
    std::unordered_map<const Expr *, std::string> caches_ = {}; // references and the translation cache of each
    bool caches_end_ = false;                                   // the loop they are in ends whatever is read
};

} // namespace polder::cc
