// Random access: references whose index follows no loop, as in x[column[i]], so that each access
// finds its block anew.
//   before   for (i = 0; i < n; i++) s += x[column[i]];                // shared [1024] double *x
//   after    const polder_span p1 =
//              polder_span_whole(polder_e, x.ga, x.phase, sizeof(double), 1024);
//            if (p1.end) { double *q2 = p1.bias; for (...) s += q2[column[i]]; }
//            else {
//              const polder_array_base f3 = polder_array_base_of(polder_e, x.ga, x.phase, ...);
//              for (...) s += *(double *)polder_index_blocked(polder_e, f3.origin,
//                                                             column[i] + f3.ahead, ...); }
//
// If the whole array is one block span (one thread, or a second mapping in the order of the
// elements), the loop is C's. Elsewhere, what can be known of the pointer is found out before the
// loop: the array base descriptor. It counts from the first element of a row of blocks,
// as an index into an array does. So no access asks for the pointer's thread and phase, nor whether
// it is null.
#include "compiler/lower/runs/random_accesses.h"

#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/decl/function_versions.h"
#include "compiler/lower/passes/induction_variables.h"
#include "compiler/lower/runs/strip_mine.h"

#include <algorithm>

namespace polder::cc {

namespace {

constexpr unsigned most_tokens_whole = 150; // of a body that goes out once more

} // namespace

bool may_be_contiguous(const TypeTable &types, const IndexExpr *e, bool with_one_thread) {
    constexpr uint64_t page = 4096;
    const QualType pointee = types.pointee(e->base->type);
    const uint64_t bytes = types.block_of(pointee) * types.size_of(types.unshared(types.ultimate_element(pointee)));
    return with_one_thread || bytes % page == 0;
}

bool RandomAccesses::goes_whole(const LoopNest &nest) const {
    const TokenRange body = nest.loop.body->range;
    const bool with_one_thread = FunctionVersions(in).may_have_one_thread();
    return !nest.randoms.empty() && !is_far_code() && in.passes.strip_mine &&
           body.last - body.first <= most_tokens_whole &&
           std::all_of(nest.randoms.begin(), nest.randoms.end(),
                       [&](const Random &r) { return may_be_contiguous(types, r.expr, with_one_thread); });
}

/// The arguments that say where a reference's base is.
Node *RandomAccesses::base_code(const Element &at) {
    const std::string block = Pointers(in).block(at.pointer);
    const std::string end = ", " + Pointers(in).element_size(at.pointer) + ", " + block + ")";
    if (at.object || block == "1") return make({env(), ", ", at.base, ", 0", end});
    return make({env(), ", (", at.base, ").ga, (", at.base, ").phase", end});
}

/// Spans of whole arrays. Returns the test whether all of them are.
std::string RandomAccesses::declare_wholes(LoopNest &nest, Composer &out) {
    std::unordered_map<std::string, std::string> known;
    std::string test;
    for (Random &r : nest.randoms) {
        std::string &span = known[r.base];
        if (span.empty()) {
            span = fresh("span", r.expr);
            out.text("const " + abi::span + " " + span + " = " + abi::span_whole + "(")
                .node(base_code(Addresses(in).element(r.expr->base, r.expr->index)))
                .text("; ");
            test += (test.empty() ? "" : " && ") + span + ".end";
        }
        r.name = span;
    }
    return test;
}

/// The pointers into them, in a block of their own.
void RandomAccesses::use_wholes(const LoopNest &nest, Composer &out, ResolvedPlaces &places) {
    std::unordered_map<std::string, std::string> known;
    for (const Random &r : nest.randoms) {
        const QualType pointer = types.pointer_to(types.unshared(r.expr->type));
        std::string &name = known[r.name];
        if (name.empty()) {
            name = fresh("ptr", r.expr);
            out.text(types.print(pointer, name) + " __attribute__((unused)) = (" + types.print(pointer) + ")" +
                     abi::addr_1node + "(" + r.name + ".bias); ");
        }
        places.set(r.expr, {name, false, false, false, true});
    }
}

void RandomAccesses::use_array_bases(const LoopNest &nest, Composer &out, ResolvedPlaces &places) {
    std::unordered_map<std::string, std::string> known;
    for (const Random &r : nest.randoms) {
        const Element at = Addresses(in).element(r.expr->base, r.expr->index);
        if (at.object || !in.passes.strength_reduction) continue;
        std::string &name = known[r.base];
        if (name.empty()) {
            name = fresh("origin", r.expr);
            out.text("const " + abi::array_base + " " + name + " __attribute__((unused)) = " + abi::array_base_of + "(")
                .node(base_code(at))
                .text("; ");
        }
        places.set(r.expr, {name, true, false, true});
    }
}

} // namespace polder::cc
