// Gather along a binomial tree: each member collects the blocks of its subtree and sends them to
// its parent in one message.
#include "runtime/coll/algorithms/binomial_tree.h"
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

namespace {

// From the root's own order (from itself on) to the order of the members.
void turn(Schedule &schedule, BufferRef to, BufferRef from, unsigned first, unsigned n, std::size_t bytes) {
    schedule.copy(to + first * bytes, from, (n - first) * bytes);
    schedule.copy(to, from + (n - first) * bytes, first * bytes);
}

} // namespace

void binomial_gather(Schedule &schedule, const Subset &subset, unsigned root, unsigned phase, BufferRef own,
                     BufferRef all, std::size_t bytes) {
    const Binomial tree(subset, root);
    const unsigned span = tree.span(tree.v);
    const bool is_root = tree.v == 0;
    const bool direct = is_root && root == 0;
    const BufferRef blocks = direct ? all : span > 1 ? schedule.scratch(span * bytes) : own;
    if (direct || span > 1) schedule.copy(blocks, own, bytes);
    tree.tree.children(tree.v, [&](unsigned child) {
        schedule.receive(tree.rank(child), tag_of(phase), blocks + (child - tree.v) * bytes, tree.span(child) * bytes);
    });
    if (!is_root) return schedule.send(tree.rank(tree.tree.parent(tree.v)), tag_of(phase), blocks, span * bytes);
    if (!direct) turn(schedule, all, blocks, root, subset.size, bytes);
}

} // namespace polder::coll
