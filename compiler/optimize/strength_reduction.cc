// Strength reduction of pointers-to-shared: which references step from block to block with the
// loop, or through blocks in steps that are too long for runs.
//   before   for (i = 0; i < n; i++) a[i] = ...;                     // shared double a[]
//   after    the address of a[i] moves by one block an iteration: carried along
//
// One address serves a[i] and b[i] where both are shared objects of one layout:
//   before   for (i = 0; i < n; i++) a[i] = b[i];              // shared double a[], b[]
//   after    the address of b[i] is that of a[i] + (b - a)
//
// Where the step is a value of the program, the index says at run time how far it goes:
//   before   for (i = 0; i < n; i++) s += a[i * n + j];        // shared double *a
//   after    the address moves by n blocks an iteration
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
#include <optional>

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

bool has_call(Node *n) {
    bool found = n->kind == NodeKind::call_expr;
    for_each_child(n, [&](Node *child) { found = found || has_call(child); });
    return found;
}

bool follows_inner_loop(const Access &access, const Affine &value) {
    return std::any_of(access.around.begin(), access.around.end(),
                       [&](const InnerLoop &inner) { return value.mentions(atom_of(inner.variable)); });
}

/// Is a step of the loop a number of whole blocks that only the run knows? The index is computed at
/// another value of the loop's variable, in 64 bits. So it calls nothing that takes less.
bool is_measured(const Access &access, const LoopNest &nest, long block) {
    const auto growth = access.index->growth(atom_of(nest.loop.variable));
    if (!growth || growth->only_constant() || has_call(access.expr)) return false;
    Affine step;
    return step.add(*growth, nest.loop.step) && step.common_divisor() % block == 0 && step.offset() % block == 0;
}

/// The pointer that steps with a reference. Nullopt if the reference does not step with the loop,
/// or not by whole blocks nor inside a short one.
std::optional<StridedPointer> pointer_for(const Access &access, const LoopNest &nest, const Surroundings &in) {
    const auto block = static_cast<long>(in.block_of(access.expr));
    if (block == 0 || !access.index || follows_inner_loop(access, *access.index)) return std::nullopt;
    const bool row = nest.loop.times_threads;
    StridedPointer result{.expr = access.expr, .blocks = 0, .row = row, .elements = 0};
    const auto own = access.index->coefficient(atom_of(nest.loop.variable));
    if (!own) {
        result.measured = is_measured(access, nest, block);
        return result.measured ? std::optional(result) : std::nullopt;
    }
    const long moves = *own * nest.loop.step;
    const bool inside = std::abs(moves) < block && !row;
    if (moves == 0 || (moves % block != 0 && !inside) || std::abs(moves) > (1L << 40)) return std::nullopt;
    result.elements = inside ? moves : 0;
    result.blocks = inside ? (moves > 0 ? 1 : -1) : row ? moves : moves / block;
    return result;
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
        if (access.taken || nest.addresses_carried() >= most_strided_pointers) continue;
        auto pointer = pointer_for(access, nest, in);
        if (!pointer) continue;
        access.taken = true;
        if (!pointer->row && pointer->elements == 0) pointer->leader = leader_of(access);
        nest.strided_pointers.push_back(*pointer);
        carried.push_back(&access);
    }
}

} // namespace polder::cc
