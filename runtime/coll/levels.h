// Levels: a team of several nodes as two parties, the members of a node and one of each node; and its members in the order of nodes, in which
// blocks travel between nodes. For operations on blocks: levels_*.cc.
//
// Vocabulary. representative: who speaks for a node, its leader or, on the root's node, the root. index: a member's place when those of the first node
// come first, then those of the second, each node's in the order of ranks; where the members of a node are neighbours in the team it is the rank.
#pragma once

#include "runtime/coll/algorithm.h"

namespace polder {

// Both levels as seen with another root than the first member.
struct Levels {
    Party local, leaders;
    unsigned local_root, leaders_root; // numbers in these
    bool represents;                   // the caller its node
};
Levels levels_of(const TeamShape &team, unsigned root);

class ByNode {
public:
    explicit ByNode(const TeamShape &team);
    ~ByNode();
    ByNode(const ByNode &) = delete;
    ByNode &operator=(const ByNode &) = delete;

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
    Party leaders_;
    unsigned size_;
    std::uint32_t *rank_of_ = nullptr, *first_of_ = nullptr; // in one piece of memory; where ranks are not in order
    bool failed_ = false;
};

// Blocks of at least so many bytes go straight from member to member in operations with different lengths: both ends know the length, and nobody else
// need handle it.
inline constexpr std::size_t long_block_eagers = 4;
inline bool is_long(const Schedule &schedule, std::size_t bytes) {
    return bytes >= long_block_eagers * schedule.eager();
}

// The operations; the team has several nodes, and fewer than members.
void gather_by_node(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call, Choice choice);
void scatter_by_node(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call, Choice choice);
void gatherv_by_node(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call);
void scatterv_by_node(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call);
void allgather_by_node(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call, Choice choice);
void alltoall_by_node(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call, Choice choice);
void alltoallv_by_node(Schedule &schedule, const TeamShape &team, const CollectiveArguments &call);

} // namespace polder
