// Pipelined trees: data goes down a tree, or sums come up one, in segments. While a member hands
// one segment on, it receives the next.
//
// The links of a member are its parent and its children, by team rank. Trees of both levels (nodes,
// then members of a node) join into one list of links. So a large broadcast or reduction streams
// through both levels at once. A tree is that of topology/rank_tree.h, or a chain.
#pragma once

#include "runtime/coll/algorithms/phases.h"
#include "runtime/coll/schedule/schedule.h"
#include "runtime/coll/topology/rank_tree.h"
#include "runtime/coll/topology/subset.h"

namespace polder::coll {

struct TreeLinks {
    // Children: two levels of trees with a fan of up to 8, for any number of members.
    static constexpr unsigned most = 192;
    bool has_parent = false;
    unsigned parent = 0;
    unsigned count = 0;
    unsigned child[most]; // ascending; what is below a child comes after the caller in the order of the subset

    bool alone() const { return !has_parent && !count; }
};

// Adds the caller's links in a subset to what it has already. fan_bits 0: a chain.
inline void tree_link(TreeLinks &links, const Subset &subset, unsigned root, unsigned fan_bits) {
    const unsigned n = subset.size;
    const unsigned v = (subset.me + (n - root)) % n;
    const auto rank = [&](unsigned number) { return subset.rank((number + root) % n); };
    if (v) {
        links.has_parent = true;
        links.parent = rank(fan_bits ? Tree{n, fan_bits}.parent(v) : v - 1);
    }
    if (fan_bits)
        Tree{n, fan_bits}.children(v, [&](unsigned child) { links.child[links.count++] = rank(child); });
    else if (v + 1 < n)
        links.child[links.count++] = rank(v + 1);
}

struct Segments {
    std::size_t bytes;
    std::size_t each;
    std::size_t count() const { return bytes <= each ? 1 : (bytes + each - 1) / each; }
    std::size_t at(std::size_t i) const { return i * each; }
    std::size_t size(std::size_t i) const { return at(i) + each <= bytes ? each : bytes - at(i); }
};
// segment 0: in one chunk. A multiple of `element`, and so long that an operation has at most 256.
Segments segments_of(std::size_t bytes, std::size_t segment, std::size_t element);

// data: from the member without a parent to all.
void pipelined_broadcast(Schedule &schedule, const TreeLinks &links, unsigned phase, BufferRef data,
                         const Segments &segments);
// Sums: own + those of the children in their order; goes to the parent. Returns where the sum of
// the caller's subtree is: in `sum` if given, else in `own`, for those without children, or in
// scratch.
BufferRef pipelined_reduce(Schedule &schedule, const TreeLinks &links, unsigned phase, BufferRef own,
                           const BufferRef *sum, const Segments &segments);

} // namespace polder::coll
