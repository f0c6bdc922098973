// Indirect-access prefetch, in code for several nodes (indirect_prefetch.cc has an example and says
// why it is right).
#pragma once

#include "compiler/lower/core/lowering.h"

#include <unordered_map>

namespace polder::cc {

/// References with a translation cache, and what each cache is called.
struct CachedReferences {
    std::unordered_map<const Expr *, std::string> caches = {};
    bool ends = false; // the loop they are in ends whatever is read
};

class IndirectPrefetch : public Lowering {
public:
    using Lowering::Lowering;

    /// The outermost loop whose references have no known order, with its translation caches in
    /// front; null for others.
    Node *loop(Stmt *s);
    /// Where a reference with a translation cache is to be read; null for others.
    Node *translated(const Expr *lvalue);
    bool has(const Expr *lvalue) const { return in.cached && in.cached->caches.count(lvalue); }

private:
    uint64_t chunk_of(const IndexExpr *e);
    bool by_index(const IndexExpr *e) const;
};

} // namespace polder::cc
