// Strip-mining over blocks: which references of the loop can be cut into contiguous runs.
//   before   for (i = lo; i < n; i++) a[i] = b[i + 1] + c[j];        // shared [64] double a[], b[]
//   after    a[i] moves by 1 an iteration in blocks of 64: cut; b[i + 1] likewise
//            for (...) { for (k = 0; k < 16; k++) s += v[i * 16 + k]; }    moves by 16, reaches 15
//
// Proof obligation: the index is the polynomial for all values of the variables, and each inner
// variable stays between the values that are noted. So the elements of one iteration lie between
// low and high, which lowering compares with the span.
#include "compiler/optimize/passes.h"

#include <cstdlib>

namespace polder::cc {

namespace {

constexpr long most_elements = 1L << 40; // of a step or a reach: more is no array
constexpr long least_steps = 8;          // that a block must have room for
constexpr long most_of_block = 4;        // an inner loop may reach over one part in so many

/// Fills in how far the reference moves and reaches. False if it cannot be cut at this loop; the
/// nest is told why, or nothing where that is left to the loop inside.
bool find_reach(Reference &r, LoopNest &nest, const Access &access, long block) {
    const auto no = [&](const char *why) {
        nest.why_not = why;
        return false;
    };
    const Affine &index = *access.index;
    const auto own = index.coefficient(atom_of(nest.loop.variable));
    if (!own || (*own != 0 && nest.loop.times_threads && block == 0))
        return no("its index does not move by a constant");
    r.stride = *own * nest.loop.step;
    r.by_threads = nest.loop.times_threads && r.stride != 0;
    for (const InnerLoop &inner : access.around) {
        const auto c = index.coefficient(atom_of(inner.variable));
        if (!c) return no("its index is a product of variables");
        if (*c == 0) continue;
        r.dense = r.low.empty() && std::abs(*c) == 1 && inner.step == 1;
        Affine width = inner.last;
        const auto steps = width.add(inner.first, -1) ? width.only_constant() : std::nullopt;
        long reach;
        if (!steps || *steps < 0 || __builtin_mul_overflow(std::abs(*c), *steps, &reach) || reach > most_elements)
            return no("");
        r.extent += reach;
        const auto first = inner.first.only_constant();
        const auto last = inner.last.only_constant();
        if (!first || !last) return no("");
        r.low.emplace_back(inner.variable, *c > 0 ? *first : *last);
        r.high.emplace_back(inner.variable, *c > 0 ? *last : *first);
    }
    if (block == 0) return true;
    const bool is_inside = !r.low.empty();
    if (std::abs(r.stride) > most_elements || r.extent + least_steps * std::abs(r.stride) > block ||
        (is_inside && r.extent > block / most_of_block))
        return no(r.extent ? "" : "blocks are too short for its steps");
    return r.stride != 0 || is_inside;
}

} // namespace

void strip_mine(LoopNest &nest, const Surroundings &in) {
    for (Access &access : nest.accesses) {
        const uint64_t block = in.block_of(access.expr);
        if (block != 0 && !access.index) {
            nest.why_not = "its index is not a sum of multiples of variables";
            continue;
        }
        if (block == 1 || (block != 0 && !in.passes.strip_mine)) continue;
        Reference r{access.expr,
                    access.base + "@" + (access.index ? access.index->key() : ""),
                    access.index ? access.index->offset() : 0,
                    0,
                    0,
                    {},
                    {}};
        const bool known = access.index && find_reach(r, nest, access, static_cast<long>(block));
        if (!known && block != 0) continue;
        if (!known) // all of it is one span, wherever the index goes
            r = {access.expr, access.base, 0, 0, 0, {}, {}, false};
        access.taken = true;
        nest.by_threads = nest.by_threads || r.by_threads;
        nest.references.push_back(std::move(r));
    }
}

} // namespace polder::cc
