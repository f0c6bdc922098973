// Scatter along a binomial tree. Each member receives the blocks of its subtree in one message. It
// sends each child those of the child's subtree, the largest subtree first.
#include "runtime/coll/algorithms/binomial_tree.h"
#include "runtime/coll/algorithms/primitives.h"

namespace polder::coll {

void binomial_scatter(Schedule &schedule, const Subset &subset, unsigned root, unsigned phase, BufferRef all,
                      BufferRef own, std::size_t bytes) {
    const Binomial tree(subset, root);
    const unsigned span = tree.span(tree.v);
    const unsigned n = subset.size;
    const bool is_root = tree.v == 0;
    const bool direct = is_root && root == 0;
    const BufferRef blocks = direct ? all : span > 1 || (is_root && n > 1) ? schedule.scratch(span * bytes) : own;
    if (is_root && !direct) {
        schedule.copy(blocks, all + root * bytes, (n - root) * bytes);
        schedule.copy(blocks + (n - root) * bytes, all, root * bytes);
    } else if (!is_root) {
        schedule.receive(tree.rank(tree.tree.parent(tree.v)), tag_of(phase), blocks, span * bytes);
    }
    unsigned children[32];
    unsigned count = 0;
    tree.tree.children(tree.v, [&](unsigned child) { children[count++] = child; });
    while (count--) {
        const unsigned child = children[count];
        schedule.send(tree.rank(child), tag_of(phase), blocks + (child - tree.v) * bytes, tree.span(child) * bytes);
    }
    if (is_root || span > 1) schedule.copy(own, blocks, bytes);
}

} // namespace polder::coll
