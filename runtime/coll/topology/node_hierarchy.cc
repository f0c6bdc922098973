// Counts the members of each node and sorts ranks by node; see node_hierarchy.h.
#include "runtime/coll/topology/node_hierarchy.h"

#include <cstdlib>

namespace polder::coll {

NodeHierarchy hierarchy_of(const TeamTopology &team, unsigned root) {
    const unsigned node = team.node_of(team.context, root);
    NodeHierarchy levels{team.local, team.leaders, 0, node, false};
    if (node == team.leaders.me) levels.local_root = team.local_of(team.context, root);
    levels.leaders.changed = node;
    levels.leaders.changed_rank = root;
    levels.represents = team.local.me == levels.local_root;
    return levels;
}

NodeOrder::NodeOrder(const TeamTopology &team) : leaders_(team.leaders), size_(team.all.size) {
    if (team.by_node) return;
    const unsigned n = size_;
    const unsigned k = leaders_.size;
    rank_of_ = static_cast<std::uint32_t *>(std::calloc(std::size_t{n} + k + 1, sizeof(std::uint32_t)));
    if (!rank_of_) {
        failed_ = true;
        return;
    }
    first_of_ = rank_of_ + n;
    for (unsigned r = 0; r < n; ++r)
        ++first_of_[team.node_of(team.context, r) + 1];
    for (unsigned node = 0; node < k; ++node)
        first_of_[node + 1] += first_of_[node];
    // Each node's first place moves up to that of the next one, and all are moved back.
    for (unsigned r = 0; r < n; ++r)
        rank_of_[first_of_[team.node_of(team.context, r)]++] = r;
    for (unsigned node = k; node; --node)
        first_of_[node] = first_of_[node - 1];
    first_of_[0] = 0;
}

NodeOrder::~NodeOrder() {
    std::free(rank_of_);
}

} // namespace polder::coll
