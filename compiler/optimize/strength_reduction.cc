// Strength reduction of pointers-to-shared: which references step from block to block with the
// loop, or through blocks in steps that are too long for runs.
//   before   for (i = 0; i < n; i++) a[i] = ...;                     // shared double a[]
//   after    the address of a[i] moves by one block an iteration: carried along
//
// Proof obligation: the index moves by the same number of elements in each iteration, and no inner
// loop moves it.
#include "compiler/optimize/passes.h"

#include <cstdlib>

namespace polder::cc {

namespace {

constexpr size_t most_strided_pointers = 8; // of a loop: they live in registers

} // namespace

void reduce_strength(LoopNest &nest, const Surroundings &in) {
    if (!in.passes.strength_reduction) return;
    for (Access &access : nest.accesses) {
        const auto block = static_cast<long>(in.block_of(access.expr));
        if (access.taken || block == 0 || !access.index) continue;
        const auto own = access.index->coefficient(atom_of(nest.loop.variable));
        const long moves = own.value_or(0) * nest.loop.step;
        const bool row = nest.loop.times_threads;
        const bool inside = std::abs(moves) < block && !row;
        if (moves == 0 || (moves % block != 0 && !inside) || std::abs(moves) > (1L << 40) ||
            nest.strided_pointers.size() >= most_strided_pointers)
            continue;
        bool follows_inner = false;
        for (const InnerLoop &inner : access.around)
            follows_inner = follows_inner || access.index->mentions(atom_of(inner.variable));
        if (follows_inner) continue;
        access.taken = true;
        if (inside)
            nest.strided_pointers.push_back({access.expr, moves > 0 ? 1 : -1, false, moves});
        else
            nest.strided_pointers.push_back({access.expr, row ? moves : moves / block, row, 0});
    }
}

} // namespace polder::cc
