// Strength reduction of pointers-to-shared: which references step from block to block with the
// loop, or through blocks in steps that are too long for runs.
//   before   for (i = 0; i < n; i++) a[i] = ...;                     // shared double a[]
//   after    the address of a[i] moves by one block an iteration: carried along
//
// One address serves a[i] and b[i] where both are shared objects of one layout:
//   before   for (i = 0; i < n; i++) a[i] = b[i];              // shared double a[], b[]
//   after    the address of b[i] is that of a[i] + (b - a)
//
// It also serves all references to one element of one array, wherever that begins.
//
// Proof obligation: the index moves by the same number of elements in each iteration, and no inner
// loop moves it. Of shared addresses: a base is one value while the loop runs, and a shared object
// begins at thread 0 with phase 0. So the offset of element i from an object depends on i, block
// and element size alone.
#include "compiler/optimize/passes.h"

#include <algorithm>
#include <cstdlib>

namespace polder::cc {

namespace {

constexpr size_t most_strided_pointers = 8; // of a loop: they live in registers

/// Are the elements a constant distance apart? What offsets of elements from their objects depend
/// on is equal for both, or both are the same element.
bool are_fixed_apart(const Access &a, const Access &b, const Surroundings &in) {
    const TypeTable &types = in.ctx().types;
    const auto size = [&](const Access &access) { return types.size_of(types.pointee(access.expr->base->type)); };
    const bool objects = a.base.front() == 'o' && b.base.front() == 'o';
    if (!objects && a.base != b.base) return false;
    if (in.block_of(a.expr) != in.block_of(b.expr) || size(a) != size(b)) return false;
    Affine distance = *a.index;
    return distance.add(*b.index, -1) && distance.only_constant() == 0;
}

} // namespace

size_t LoopNest::addresses_carried() const {
    return static_cast<size_t>(std::count_if(strided_pointers.begin(), strided_pointers.end(),
                                             [](const StridedPointer &p) { return p.leader < 0; }));
}

void reduce_strength(LoopNest &nest, const Surroundings &in) {
    if (!in.passes.strength_reduction) return;
    std::vector<const Access *> carried; // as nest.strided_pointers
    const auto leader_of = [&](const Access &access) {
        for (size_t i = 0; i < carried.size(); ++i) {
            const StridedPointer &known = nest.strided_pointers[i];
            const bool leads = known.leader < 0 && !known.row && known.elements == 0;
            if (leads && are_fixed_apart(*carried[i], access, in)) return static_cast<long>(i);
        }
        return -1L;
    };
    for (Access &access : nest.accesses) {
        const auto block = static_cast<long>(in.block_of(access.expr));
        if (access.taken || block == 0 || !access.index) continue;
        const auto own = access.index->coefficient(atom_of(nest.loop.variable));
        const long moves = own.value_or(0) * nest.loop.step;
        const bool row = nest.loop.times_threads;
        const bool inside = std::abs(moves) < block && !row;
        if (moves == 0 || (moves % block != 0 && !inside) || std::abs(moves) > (1L << 40) ||
            nest.addresses_carried() >= most_strided_pointers)
            continue;
        bool follows_inner = false;
        for (const InnerLoop &inner : access.around)
            follows_inner = follows_inner || access.index->mentions(atom_of(inner.variable));
        if (follows_inner) continue;
        access.taken = true;
        if (inside)
            nest.strided_pointers.push_back({access.expr, moves > 0 ? 1 : -1, false, moves});
        else
            nest.strided_pointers.push_back(
                {access.expr, row ? moves : moves / block, row, 0, row ? -1 : leader_of(access)});
        carried.push_back(&access);
    }
}

} // namespace polder::cc
