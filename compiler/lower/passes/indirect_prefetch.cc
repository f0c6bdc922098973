// Indirect-access prefetch, in code for several nodes. Elements of shared arrays that a
// loop reads in an order that nobody knows beforehand are found in a translation cache.
//   before   for (...) for (e ...) sum += value[e] * x[column[e]];      // shared [1024] double *x
//   after    { polder_tlb v1; polder_tlb_state v1s = {1, 0, 0, 0};
//              for (...) for (e ...) sum += value[e] *
//                *(double *)polder_tlb_at(&v1, &v1s, x, column[e], 8, 1024, 8192); }
//
// A TLB (include/polder/tlb.h) is a translation cache. It knows by index where block spans of the
// array are in this process's memory: blocks of this node, and lines of the thread's cache. If
// blocks are no whole lines, as in cyclic arrays, it knows far memory by address, in pages.
//
// It stands in front of the outermost loop in which the array's address does not change. It is
// right across synchronisation, since it looks anew when the cache's version changes. So no more is
// asked of the loop. Writes go their usual way.
#include "compiler/lower/passes/indirect_prefetch.h"

#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/runs/resolved_references.h"
#include "compiler/lower/runs/strip_mine.h"
#include "compiler/optimize/indirect_accesses.h"

namespace polder::cc {

namespace {

constexpr size_t most_caches = 4; // of a loop, each some 6 KiB of stack
constexpr uint64_t line_bytes = 1024;
constexpr uint64_t page = 4096;
constexpr uint64_t most_chunk = 8192;

} // namespace

/// Bytes that a TLB looks up at once: no block ends inside, if blocks begin where lines do.
uint64_t IndirectPrefetch::chunk_of(const IndexExpr *e) {
    const uint64_t bytes = types.block_of(types.pointee(e->base->type)) * types.size_of(types.unshared(e->type));
    uint64_t chunk = bytes ? most_chunk : page;
    while (bytes % chunk)
        chunk /= 2;
    return chunk;
}

Node *IndirectPrefetch::loop(Stmt *s) {
    if (!is_far_code() || !in.function || !in.function->decl || in.plain || in.cached || s->range.empty())
        return nullptr;
    const IndirectAccesses found = find_indirect_accesses(s, ResolvedReferences(in).surroundings());
    CachedReferences cached{.ends = found.ends_by_itself};
    std::unordered_map<std::string, std::string> of_base;
    Composer out(ctx);
    out.text("{ ");
    for (const auto &[e, base] : found.all) {
        if (!of_base.count(base) && of_base.size() == most_caches) continue;
        std::string &tlb = of_base[base];
        if (tlb.empty()) {
            tlb = fresh("tlb", e->base);
            out.text(abi::tlb + " " + tlb + " __attribute__((unused)); " + tlb +
                     ".chunk = " + std::to_string(by_index(e) ? chunk_of(e) : page) + "; " + tlb + ".now = 0; " +
                     abi::tlb_state + " " + tlb + "s __attribute__((unused)) = {1, 0, 1, &" + abi::tlb_none + "}; ");
        }
        cached.caches[e] = tlb;
    }
    if (cached.caches.empty()) return nullptr;
    if (analyses().notes.calls_itself(unit.facts, in.function->decl)) return nullptr; // each call would have them
    done(Pass::indirect_prefetch, s->range.first,
         std::to_string(cached.caches.size()) + (cached.caches.size() == 1 ? " reference" : " references") +
             " by index");
    LowerContext inside = in;
    inside.cached = &cached;
    out.node(Lowering(inside).node(s));
    return out.text(" }").finish();
}

/// Are blocks whole lines, so that elements are found by index? Others (cyclic arrays) by address.
bool IndirectPrefetch::by_index(const IndexExpr *e) const {
    return types.block_of(types.pointee(e->base->type)) * types.size_of(types.unshared(e->type)) % line_bytes == 0;
}

/// Where the element is to be read.
Node *IndirectPrefetch::translated(const Expr *lvalue) {
    if (!has(lvalue)) return nullptr;
    auto *e = static_cast<IndexExpr *>(const_cast<Expr *>(lvalue));
    const std::string tlb = "&" + in.cached->caches.at(lvalue) + ", &" + in.cached->caches.at(lvalue) + "s, ";
    Element at = Addresses(in).element(e->base, e->index);
    if (!by_index(e)) {
        at.as_value = true; // in place, as each iteration asks
        Node *address = ResolvedReferences(in).address(e);
        return make({abi::tlb_at_address + "(", tlb, address ? address : Addresses(in).element_ga(at), ", ",
                     std::to_string(types.size_of(types.unshared(e->type))), ")"});
    }
    const bool is_address = at.object || at.contiguous;
    return make({in.cached->ends ? abi::tlb_in + "(" : abi::tlb_at + "(", tlb, is_address ? abi::gp_from_ga + "(" : "(",
                 at.base, "), ", at.linear, ", ", Pointers(in).element_size(at.pointer),
                 ", " + Pointers(in).block(at.pointer) + ", " + std::to_string(chunk_of(e)) + ")"});
}

} // namespace polder::cc
