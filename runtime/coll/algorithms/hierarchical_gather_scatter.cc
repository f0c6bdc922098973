// Hierarchical gather and scatter of even blocks: binomial trees inside the nodes, and between them
// a binomial tree or one message a node.
#include "runtime/coll/algorithms/hierarchical.h"
#include "runtime/coll/algorithms/pipelined_tree.h"
#include "runtime/coll/algorithms/primitives.h"
#include "runtime/coll/topology/node_hierarchy.h"

namespace polder::coll {

namespace {

constexpr BufferRef in{Buffer::in};
constexpr BufferRef out{Buffer::out};

// The binomial tree of nodes, relative to the root's: the subtree of number v is the nodes [v, v +
// span), in a row.
struct NodeTree {
    const Subset &subset;
    const NodeOrder &all;
    unsigned root;
    Tree tree;
    unsigned v;

    NodeTree(const NodeHierarchy &levels, const NodeOrder &by_node)
        : subset(levels.leaders), all(by_node), root(levels.leaders_root), tree{subset.size, 1},
          v((subset.me + subset.size - root) % subset.size) {}
    unsigned node(unsigned number) const { return (number + root) % tree.size; }
    unsigned span(unsigned number) const {
        const unsigned reach = number ? 1u << tree.digit_shift(number) : tree.size;
        return reach < tree.size - number ? reach : tree.size - number;
    }
    // Members of `count` nodes from one on.
    unsigned members(unsigned number, unsigned count) const {
        if (!count) return 0;
        const unsigned first = all.first(node(number));
        const unsigned end = all.first(node(number + count - 1) + 1);
        return node(number) <= node(number + count - 1) ? end - first : all.first(tree.size) - first + end;
    }
};

// Between blocks of whole nodes in a row, from node `first` on and around, and their places in
// memory that has all by rank.
void place(Schedule &schedule, const NodeOrder &all, unsigned first, BufferRef row, BufferRef placed, std::size_t bytes,
           bool to_row) {
    Copies copies(schedule);
    std::size_t at = 0;
    for (unsigned v = 0; v < all.nodes(); ++v) {
        const unsigned node = (first + v) % all.nodes();
        for (unsigned i = all.first(node); i < all.first(node + 1); ++i, at += bytes) {
            const BufferRef ref = placed + all.rank(i) * bytes;
            copies.add(to_row ? row + at : ref, to_row ? ref : row + at, bytes);
        }
    }
}

} // namespace

void hierarchical_gather(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call, Choice choice) {
    const NodeOrder all(team);
    if (all.failed()) return schedule.fail();
    const NodeHierarchy two = hierarchy_of(team, call.root);
    const std::size_t bytes = call.bytes;
    if (!two.represents) return binomial_gather(schedule, two.local, two.local_root, up, in, {Buffer::scratch}, bytes);
    const bool is_root = team.all.me == call.root;
    const bool tree_like = choice.algorithm == Algorithm::binomial;
    const NodeTree tree(two, all);
    const unsigned span = tree_like ? tree.span(tree.v) : is_root ? all.nodes() : 1; // nodes whose blocks pass here
    const bool in_place = is_root && all.is_in_order() && tree.root == 0;
    const BufferRef row = in_place ? out : schedule.scratch(tree.members(tree.v, span) * bytes);
    const auto ref = [&](unsigned number) { return row + tree.members(tree.v, number - tree.v) * bytes; };
    const auto each = [&](auto action) { // those that give theirs to the caller
        if (tree_like) return tree.tree.children(tree.v, [&](unsigned child) { action(child, tree.span(child)); });
        for (unsigned number = 1; is_root && number < span; ++number)
            action(number, 1);
    };
    each([&](unsigned number, unsigned nodes) {
        schedule.post(tree.subset.rank(tree.node(number)), tag_of(across), ref(number),
                      tree.members(number, nodes) * bytes);
    });
    binomial_gather(schedule, two.local, two.local_root, up, in, row, bytes);
    each([&](unsigned number, unsigned nodes) {
        schedule.await(tree.subset.rank(tree.node(number)), tag_of(across), ref(number),
                       tree.members(number, nodes) * bytes);
    });
    if (!is_root) {
        const unsigned to = tree_like ? tree.node(tree.tree.parent(tree.v)) : tree.root;
        return schedule.send(tree.subset.rank(to), tag_of(across), row, tree.members(tree.v, span) * bytes);
    }
    if (!in_place) place(schedule, all, tree.root, row, out, bytes, false);
}

void hierarchical_scatter(Schedule &schedule, const TeamTopology &team, const CollectiveArguments &call,
                          Choice choice) {
    const NodeOrder all(team);
    if (all.failed()) return schedule.fail();
    const NodeHierarchy two = hierarchy_of(team, call.root);
    const std::size_t bytes = call.bytes;
    if (!two.represents)
        return binomial_scatter(schedule, two.local, two.local_root, down, {Buffer::scratch}, out, bytes);
    const bool is_root = team.all.me == call.root;
    const bool tree_like = choice.algorithm == Algorithm::binomial;
    const NodeTree tree(two, all);
    const unsigned span = tree_like ? tree.span(tree.v) : is_root ? all.nodes() : 1;
    const bool in_place = is_root && all.is_in_order() && tree.root == 0;
    const BufferRef row = in_place ? in : schedule.scratch(tree.members(tree.v, span) * bytes);
    if (!is_root) {
        const unsigned from = tree_like ? tree.node(tree.tree.parent(tree.v)) : tree.root;
        schedule.receive(tree.subset.rank(from), tag_of(across), row, tree.members(tree.v, span) * bytes);
    } else if (!in_place) {
        place(schedule, all, tree.root, row, in, bytes, true);
    }
    const auto give = [&](unsigned number, unsigned nodes) {
        schedule.send(tree.subset.rank(tree.node(number)), tag_of(across),
                      row + tree.members(tree.v, number - tree.v) * bytes, tree.members(number, nodes) * bytes);
    };
    unsigned children[32];
    unsigned count = 0;
    if (tree_like) tree.tree.children(tree.v, [&](unsigned child) { children[count++] = child; });
    while (count--)
        give(children[count], tree.span(children[count]));
    for (unsigned number = 1; !tree_like && is_root && number < span; ++number)
        give(number, 1);
    binomial_scatter(schedule, two.local, two.local_root, down, row, out, bytes);
}

} // namespace polder::coll
