// Groups: references whose indexes differ by little share a block span. With a span each they would
// cost a pointer each; together they meet the general body where a block ends between them. Those
// of different inner loops over one variable reach differently, and share none.
//   before   b[i - 1] + b[i] + b[i + 1]
//   after    one group: least b[i - 1], greatest b[i + 1]
#include "compiler/optimize/passes.h"

#include <algorithm>
#include <tuple>

namespace polder::cc {

namespace {

constexpr long most_apart = 64;    // elements, on one thread
constexpr long most_of_block = 16; // in blocks, one part in so many

/// Is it near enough to the least one of the group?
bool joins(const Reference &least, const Reference &r, long block) {
    if (least.key != r.key || least.low != r.low || least.high != r.high || least.table.order() != r.table.order())
        return false;
    const long apart = r.offset - least.offset;
    return block == 0 ? !r.indexed || apart <= most_apart : apart * most_of_block <= block;
}

} // namespace

void group_references(LoopNest &nest, const Surroundings &in) {
    std::vector<const Reference *> sorted;
    for (const Reference &r : nest.references)
        sorted.push_back(&r);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Reference *a, const Reference *b) {
        return std::tuple(a->key, a->low, a->high, a->table.order(), a->offset) <
               std::tuple(b->key, b->low, b->high, b->table.order(), b->offset);
    });
    for (const Reference *r : sorted) {
        const auto block = static_cast<long>(in.block_of(r->expr));
        Group *last = nest.groups.empty() ? nullptr : &nest.groups.back();
        if (!last || !joins(*last->members.front(), *r, block)) {
            nest.groups.emplace_back();
            last = &nest.groups.back();
            last->loop = nest.loop.statement;
        }
        last->members.push_back(r);
        last->highest = r;
        last->contiguous = block == 0;
        last->fits =
            last->contiguous || (last->members.front()->offset == r->offset && r->extent == 0 && !r->table.count);
        nest.needs_general = nest.needs_general || !last->fits;
    }
}

} // namespace polder::cc
