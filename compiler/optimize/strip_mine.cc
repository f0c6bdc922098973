// Strip-mining over blocks: which references of the loop can be cut into contiguous runs.
//   before   for (i = lo; i < n; i++) a[i] = b[i + 1] + c[j];        // shared [64] double a[], b[]
//   after    a[i] moves by 1 an iteration in blocks of 64: cut; b[i + 1] likewise
//            for (...) { for (k = 0; k < 16; k++) s += v[i * 16 + k]; }    moves by 16, reaches 15
//            for (j...) { for (k = 0; k < 3; k++) s += v[(i + k) * 64 + j]; }    a span for each k
//            for (k = 0; k < 3; k++) s += p[i * 3 + k];    // shared [3]: one run, or as written
//
// Proof obligation: the index is the polynomial for all values of the variables, and each inner
// variable stays between the values that are noted. So the elements of one iteration lie between
// low and high, which lowering compares with the span. A span table has an entry for each value of
// its loop's variable, and is used in that loop only. The length of a short loop is a guess until
// its code has compared it.
#include "compiler/optimize/passes.h"

#include <cstdlib>
#include <numeric>

namespace polder::cc {

namespace {

constexpr long most_elements = 1L << 40; // of a step or a reach: more is no array
constexpr long least_steps = 8;          // that a block must have room for
constexpr long most_of_block = 4;        // an inner loop may reach over one part in so many
constexpr long most_spans = 8;           // of a table

/// How a reference moves and reaches in a loop, for strip_mine.
class Reach {
public:
    Reach(LoopNest &nest, const Access &access, const Surroundings &in)
        : nest_(nest), access_(access), index_(*access.index), block_(static_cast<long>(in.block_of(access.expr))),
          far_(in.is_far()) {}

    /// Fills in how far the reference moves and reaches. False if it cannot be cut at this loop.
    /// The nest is told why, or nothing where that is left to the loop inside.
    bool find(Reference &r) {
        const Reference none = r;
        if (is_cut(r)) return true;
        const std::string why = nest_.why_not;
        for (const InnerLoop &inner : access_.around) {
            const long count = far_ || nest_.short_trips ? 0 : table_count(inner);
            r = none;
            r.table = {inner.variable, inner.first.only_constant().value_or(0), inner.step, count};
            if (count && is_cut(r) && r.stride != 0) return true;
        }
        nest_.why_not = why;
        return false;
    }

    /// Is a short loop mostly in one span?
    bool is_mostly_whole(const Reference &r) const {
        return block_ == 0 || r.stride == 0 || (reach_of_loop(r) + 1) * most_of_block <= block_ || is_aligned(r);
    }

private:
    bool no(const char *why) {
        nest_.why_not = why;
        return false;
    }

    /// How many spans a table for the inner loop has; 0: none is made.
    long table_count(const InnerLoop &inner) const {
        const auto first = inner.first.only_constant();
        const auto last = inner.last.only_constant();
        if (!index_.coefficient(atom_of(inner.variable)).value_or(0) || !first || !last || *last <= *first ||
            *last - *first >= most_spans * inner.step)
            return 0;
        return (*last - *first) / inner.step + 1;
    }

    bool is_cut(Reference &r) {
        const auto own = index_.coefficient(atom_of(nest_.loop.variable));
        if (!own || (*own != 0 && nest_.loop.times_threads && block_ == 0))
            return no("its index does not move by a constant");
        r.stride = *own * nest_.loop.step;
        r.by_threads = nest_.loop.times_threads && r.stride != 0;
        for (const InnerLoop &inner : access_.around)
            if ((!r.table.count || inner.variable != r.table.variable) && !reaches(r, inner)) return false;
        if (block_ == 0) return true;
        const bool is_inside = !r.low.empty();
        if (std::abs(r.stride) > most_elements || !has_room(r) || (is_inside && r.extent > block_ / most_of_block))
            return no(r.extent ? "" : "blocks are too short for its steps");
        return r.stride != 0 || is_inside;
    }

    /// Adds what an inner loop does to the reach.
    bool reaches(Reference &r, const InnerLoop &inner) {
        const auto c = index_.coefficient(atom_of(inner.variable));
        if (!c) return no("its index is a product of variables");
        if (*c == 0) return true;
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
        return true;
    }

    /// Has a block room for some steps, or for all of a short loop?
    bool has_room(const Reference &r) const {
        return r.extent + least_steps * std::abs(r.stride) <= block_ || (nest_.short_trips && is_aligned(r));
    }

    long reach_of_loop(const Reference &r) const {
        return r.extent + (nest_.short_trips->count - 1) * std::abs(r.stride);
    }

    /// Do blocks end between such loops, never inside one? All but the inner loops moves the index
    /// by multiples of something that divides the block, and the loop stays below that. It holds
    /// for arrays that begin with a block; a test asks in any case.
    bool is_aligned(const Reference &r) const {
        Affine lowest = nest_.short_trips->first;
        lowest.add(Affine::constant(r.stride < 0 ? (nest_.short_trips->count - 1) * nest_.loop.step : 0));
        Affine rest = index_;
        const auto leave_out = [&](VarDecl *v, const Affine &value) {
            const long c = *rest.coefficient(atom_of(v));
            return rest.add(Affine::atom(atom_of(v)), -c) && rest.add(value, c);
        };
        bool known = leave_out(nest_.loop.variable, lowest);
        for (const auto &[v, value] : r.low)
            known = known && leave_out(v, Affine::constant(value));
        const long unit = std::gcd(block_, rest.common_divisor());
        const long first = ((rest.offset() % unit) + unit) % unit;
        return known && first + reach_of_loop(r) < unit;
    }

    LoopNest &nest_;
    const Access &access_;
    const Affine &index_;
    const long block_;
    const bool far_;
};

} // namespace

void strip_mine(LoopNest &nest, const Surroundings &in) {
    const auto trips = in.is_far() ? std::nullopt : trip_count(in.analyses, nest.loop);
    if (trips && trips->count > 1 && trips->count <= least_steps) nest.short_trips = trips;
    nest.in_one_run = nest.short_trips.has_value();
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
        const bool known = access.index && Reach(nest, access, in).find(r);
        if (known) nest.in_one_run = nest.in_one_run && Reach(nest, access, in).is_mostly_whole(r);
        if (!known && block != 0) continue;
        if (!known) // all of it is one span, wherever the index goes
            r = {access.expr, access.base, 0, 0, 0, {}, {}, false};
        access.taken = true;
        nest.by_threads = nest.by_threads || r.by_threads;
        nest.references.push_back(std::move(r));
    }
}

} // namespace polder::cc
