// Indirect-access prefetch, in code for several nodes. Elements of shared arrays that a
// loop reads in an order that nobody knows beforehand are found in a translation cache.
//   before   for (...) for (e ...) sum += value[e] * x[column[e]];      // shared [1024] double *x
//   after    { polder_view v1; polder_view_state v1s = {1, 0, 0, 0};
//              for (...) for (e ...) sum += value[e] *
//                *(double *)polder_view_at(&v1, &v1s, x, column[e], 8, 1024, 8192); }
//
// A view (include/polder/view.h) is a translation cache. It knows by index where block spans of the
// array are in this process's memory: blocks of this node, and lines of the thread's cache. If
// blocks are no whole lines, as in cyclic arrays, it knows far memory by address, in pages.
//
// It stands in front of the outermost loop in which the array's address does not change. It is
// right across synchronisation, since it looks anew when the cache's version changes. So no more is
// asked of the loop. Writes go their usual way.
#include "compiler/lower/passes/indirect_prefetch.h"

#include "compiler/lower/checks/check_ahead.h"
#include "compiler/lower/counted_loop.h"
#include "compiler/lower/passes/strip_mine.h"

namespace polder::cc {

namespace {

constexpr size_t most_caches = 4; // of a loop, each some 6 KiB of stack
constexpr uint64_t line_bytes = 1024;
constexpr uint64_t page = 4096;
constexpr uint64_t most_chunk = 8192;

} // namespace

void IndirectPrefetch::find(Node *n, const IndexScope &scope, std::vector<IndexExpr *> &found) {
    if (auto *a = as<AssignExpr>(n); a && !a->compound && as<IndexExpr>(without_parens(a->target))) { // not read
        for_each_child(without_parens(a->target), [&](Node *child) { find(child, scope, found); });
        return find(a->value, scope, found);
    }
    for_each_child(n, [&](Node *child) { find(child, scope, found); });
    auto *e = as<IndexExpr>(n);
    if (!e || types_.is_array(e->type) || !types_.is_shared(e->type) || lower_.is_strict(e) || lower_.is_lane(e) ||
        !types_.is_scalar(e->type))
        return;
    const uint64_t size = types_.size_of(types_.unshared(e->type));
    const bool fits = size == 1 || size == 2 || size == 4 || size == 8;
    if (!fits || lower_.strip_mine_->base_of(e, scope.loop).empty() || !CheckedLoop::covers_by_index(lower_, e)) return;
    if (!lower_.strip_mine_->index_of(e, scope)) // one with a polynomial is strip_mine.cc's
        found.push_back(e);
}

/// Bytes that a view looks up at once: no block ends inside, if blocks begin where lines do.
uint64_t IndirectPrefetch::chunk_of(const IndexExpr *e) {
    const uint64_t bytes = types_.block_of(types_.pointee(e->base->type)) * types_.size_of(types_.unshared(e->type));
    uint64_t chunk = bytes ? most_chunk : page;
    while (bytes % chunk)
        chunk /= 2;
    return chunk;
}

/// Do all loops of n, a part of `whole`, have a number of iterations that is known when they begin,
/// whatever is read in them?
bool IndirectPrefetch::ends_by_itself(Node *n, Stmt *whole) {
    if (n->kind == NodeKind::while_stmt || n->kind == NodeKind::do_stmt || n->kind == NodeKind::goto_stmt) return false;
    if (auto *f = as<ForStmt>(n); f && !lower_.strip_mine_->strip_loop(f, whole)) return false;
    if (auto *a = as<ForallStmt>(n)) {
        CountedLoop loop;
        if (recognise_counted_loop(ctx_, {a->init, a->condition, a->step, a->body}, loop) ||
            lower_.is_loop_fixed(loop, a, a->body))
            return false;
    }
    bool ends = true;
    for_each_child(n, [&](Node *child) { ends = ends && ends_by_itself(child, whole); });
    return ends;
}

Node *IndirectPrefetch::loop(Stmt *s) {
    if (!lower_.is_far_code() || !lower_.passes.indirect_prefetch || !lower_.function_ || !lower_.function_->decl ||
        lower_.strip_mine_->is_plain() || !caches_.empty() || s->range.empty())
        return nullptr;
    const Effects &inside = lower_.facts_.effects(s);
    if (!inside.twice() || inside.opaque() || lower_.facts_.is_governed(s, lower_.function_->decl)) return nullptr;
    std::vector<IndexExpr *> found;
    const IndexScope scope{
        lower_.facts_, ctx_, s, lower_.function_->decl, {inside.changed.begin(), inside.changed.end()}};
    find(s, scope, found);
    std::unordered_map<std::string, std::string> of_base;
    Composer out(ctx_);
    out.text("{ ");
    for (IndexExpr *e : found) {
        const std::string base = lower_.strip_mine_->base_of(e, s);
        if (!of_base.count(base) && of_base.size() == most_caches) continue;
        std::string &view = of_base[base];
        if (view.empty()) {
            view = lower_.fresh("view", e->base);
            out.text(abi::view + " " + view + " __attribute__((unused)); " + view +
                     ".chunk = " + std::to_string(by_index(e) ? chunk_of(e) : page) + "; " + view + ".now = 0; " +
                     abi::view_state + " " + view + "s __attribute__((unused)) = {1, 0, 1, &" + abi::view_none + "}; ");
        }
        caches_[e] = view;
    }
    if (caches_.empty()) return nullptr;
    lower_.done(Pass::indirect_prefetch, s->range.first,
                std::to_string(caches_.size()) + (caches_.size() == 1 ? " reference" : " references") + " by index");
    caches_end_ = ends_by_itself(s, s);
    out.node(lower_.node(s));
    caches_.clear();
    return out.text(" }").finish();
}

/// Are blocks whole lines, so that elements are found by index? Others (cyclic arrays) by address.
bool IndirectPrefetch::by_index(const IndexExpr *e) const {
    return types_.block_of(types_.pointee(e->base->type)) * types_.size_of(types_.unshared(e->type)) % line_bytes == 0;
}

/// Where the element is to be read.
Node *IndirectPrefetch::translated(const Expr *lvalue) {
    const auto found = caches_.find(lvalue);
    if (found == caches_.end()) return nullptr;
    auto *e = static_cast<IndexExpr *>(const_cast<Expr *>(lvalue));
    const std::string view = "&" + found->second + ", &" + found->second + "s, ";
    if (!by_index(e))
        return lower_.make(abi::view_at_address + "(", view, lower_.place(e), ", ",
                           std::to_string(types_.size_of(types_.unshared(e->type))), ")");
    const Lowering::Element at = lower_.element(e->base, e->index);
    const bool is_address = at.object || at.contiguous;
    return lower_.make(caches_end_ ? abi::view_in + "(" : abi::view_at + "(", view,
                       is_address ? abi::gp_from_ga + "(" : "(", at.base, "), ", at.linear, ", ",
                       lower_.element_size(at.pointer),
                       ", " + lower_.block(at.pointer) + ", " + std::to_string(chunk_of(e)) + ")");
}

} // namespace polder::cc
