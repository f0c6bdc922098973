// The binomial tree of gather and scatter: a subtree is a range of consecutive members, so its
// blocks travel in one message.
#pragma once

#include "runtime/coll/topology/rank_tree.h"
#include "runtime/coll/topology/subset.h"

namespace polder::coll {

// The binomial tree, relative to the root: the subtree of number v is [v, v + span).
struct Binomial {
    const Subset &subset;
    unsigned root;
    Tree tree;
    unsigned v;

    Binomial(const Subset &p, unsigned r) : subset(p), root(r), tree{p.size, 1}, v((p.me + p.size - r) % p.size) {}
    unsigned span(unsigned number) const {
        const unsigned n = tree.size;
        const unsigned reach = number ? 1u << tree.digit_shift(number) : n;
        return reach < n - number ? reach : n - number;
    }
    unsigned rank(unsigned number) const {
        return subset.rank(static_cast<unsigned>((std::uint64_t{number} + root) % tree.size));
    }
};

} // namespace polder::coll
