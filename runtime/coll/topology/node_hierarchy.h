// Node hierarchy: a team of several nodes as two subsets, the members of a node and one member of
// each node. And the order of nodes, in which blocks travel between nodes.
//
// The *representative* speaks for its node: it is the leader or, on the root's node, the root. The
// *index* of a member counts the members of the first node first, then those of the second, each
// node's in the order of ranks. Where the members of a node are neighbours in the team, index and
// rank are equal.
#pragma once

#include "runtime/coll/topology/team_topology.h"

namespace polder::coll {

// Both levels as seen with another root than the first member.
struct NodeHierarchy {
    Subset local;
    Subset leaders;
    unsigned local_root;   // number in it
    unsigned leaders_root; // number in it
    bool represents;       // the caller its node
};
NodeHierarchy hierarchy_of(const TeamTopology &team, unsigned root);

class NodeOrder {
public:
    explicit NodeOrder(const TeamTopology &team);
    ~NodeOrder();
    NodeOrder(const NodeOrder &) = delete;
    NodeOrder &operator=(const NodeOrder &) = delete;

    bool failed() const { return failed_; } // no memory
    unsigned nodes() const { return leaders_.size; }
    bool is_in_order() const { return !rank_of_; } // index and rank are the same
    unsigned first(unsigned node) const {          // first(nodes()): all
        if (node == leaders_.size) return size_;
        return first_of_ ? first_of_[node] : leaders_.rank(node);
    }
    unsigned count(unsigned node) const { return first(node + 1) - first(node); }
    unsigned rank(unsigned index) const { return rank_of_ ? rank_of_[index] : index; }

private:
    Subset leaders_;
    unsigned size_;
    std::uint32_t *rank_of_ = nullptr; // in one chunk of memory; where ranks are not in order
    std::uint32_t *first_of_ = nullptr;
    bool failed_ = false;
};

} // namespace polder::coll
