// What is known of regions that have been found: which of them cannot overlap, and what that is
// good for (alias_regions.h).
#include "compiler/optimize/regions/alias_regions.h"

#include <algorithm>

namespace polder::cc {

/// Does the program say itself that they do not overlap? `restrict` allows access through pointers
/// made of that one (C 6.7.3.1), which another `restrict` pointer, an array and a parameter that
/// keeps its value are not. A pointer that outlives the function says nothing: what the function is
/// given may be made of it.
bool AliasRegions::is_promised(const Region &a, const Region &b) const {
    const auto has_promise = [&](const Region &r) {
        return r.root && types_.is_pointer(r.root->type) && types_.canonical(r.root->type).has(q_restrict) &&
               r.root->function == function_ && !r.root->is_static_storage;
    };
    const auto is_independent = [&](const Region &r) {
        if (has_promise(r) || (r.root && types_.is_array(r.root->type))) return true;
        if (!r.root || r.root->kind != NodeKind::param_decl) return false;
        const Effects &effects = facts_.effects(function_->body);
        return !effects.changed.count(r.root->canonical) && !effects.exposed.count(r.root->canonical);
    };
    return a.root != b.root && ((has_promise(a) && is_independent(b)) || (has_promise(b) && is_independent(a)));
}

namespace {

/// Is a pointer used for nothing but elements and what it points to?
bool is_only_indexed(Node *n, const VarDecl *p) {
    const auto names = [&](Expr *e) { return named_variable(e) == p; };
    if (auto *u = as<UnaryExpr>(n); u && u->op == UnaryOp::address && pointer_of(u->operand) == p) return false;
    if (auto *u = as<UnaryExpr>(n); u && u->op == UnaryOp::address)
        if (auto *x = as<IndexExpr>(without_parens(u->operand)); x && names(x->base)) return false;
    if (auto *name = as<NameExpr>(n); name && name->decl && name->decl->canonical == p->canonical) return false;
    auto *x = as<IndexExpr>(n);
    auto *u = as<UnaryExpr>(n);
    if (x && names(x->base)) return is_only_indexed(x->index, p);
    if (u && u->op == UnaryOp::dereference && names(u->operand)) return true;
    bool all = true;
    for_each_child(n, [&](Node *child) { all = all && is_only_indexed(child, p); });
    return all;
}

} // namespace

/// Does only its own name lead to it? Such is a `restrict` pointer of the function, to numbers,
/// that is used for nothing but its elements. No other pointer is based on it. So what is written
/// through one of the two is not accessed through the other (C 6.7.3.1). That holds for any
/// pointer, also one that compilers know nothing of because it is made of a pointer-to-shared.
bool AliasRegions::is_alone(const Region &r) const {
    const VarDecl *p = r.root;
    const FunctionDecl *f = function_;
    return p && p->function == f && !p->is_static_storage && p->storage != Storage::extern_ &&
           types_.is_pointer(p->type) && types_.canonical(p->type).has(q_restrict) &&
           types_.is_arithmetic(types_.pointee(p->type)) && is_only_indexed(f->body, p);
}

/// Can they not overlap: different arrays, private and shared memory?
bool AliasRegions::is_known(const Region &a, const Region &b) const {
    const bool shared = types_.is_shared(a.sample->type) || types_.is_shared(b.sample->type);
    return is_promised(a, b) || (is_array(a) && is_array(b) && a.root->canonical != b.root->canonical) ||
           (shared && (is_array(a) || is_array(b))) || (a.root != b.root && (is_alone(a) || is_alone(b)));
}

/// A strided pointer goes from thread to thread, so no test says what it meets. All that is written
/// beside it must be another array by its name.
bool AliasRegions::are_strided_pointers_known() const {
    const auto is_shared_array = [&](const Region &r) {
        return r.root && types_.is_array(r.root->type) && types_.is_shared(r.root->type);
    };
    if (!loop_.strided) return true;
    for (const StridedPointer &w : loop_.strided->strided_pointers)
        if (std::none_of(regions_.begin(), regions_.end(), [&](const Region &r) { return r.strided == &w; }))
            return false;
    for (const Region &a : regions_)
        for (const Region &b : regions_)
            if (a.strided && &a != &b && (a.written || b.written) && !is_known(a, b) &&
                !(is_shared_array(a) && is_shared_array(b) && a.root->canonical != b.root->canonical))
                return false;
    return true;
}

/// Is something written beside what else is accessed?
bool AliasRegions::pays() const {
    if (!are_strided_pointers_known()) return false;
    for (const Captured &c : captured_) // a store through a pointer might change it
        if (stores_through_private_ && c.variable && c.variable->is_static_storage) return false;
    for (const Region &a : regions_) // what compilers know themselves needs no function
        for (const Region &b : regions_)
            if (&a != &b && a.written &&
                types_.is_shared(types_.is_shared(a.sample->type) ? a.sample->type : b.sample->type) &&
                !is_promised(a, b))
                return true;
    return false;
}

/// Do outer iterations share elements, and may their inner iterations take place side by side?
bool AliasRegions::may_jam() const {
    bool shares = false;
    for (const Region &r : regions_) {
        shares = shares || (!r.moved && r.stride != 0);
        if (r.written && !r.moved && (r.stride == 0 || r.least != r.most)) return false;
    }
    return shares && pays() &&
           std::none_of(captured_.begin(), captured_.end(), [](const Captured &c) { return c.written; });
}

bool AliasRegions::carries_vectors() const {
    constexpr long vector_bytes = 16;           // of the shortest vector
    constexpr long farthest = 8 * vector_bytes; // what lies farther is not carried
    for (const Region &r : regions_)
        for (const auto &a : r.members)
            for (const auto &b : r.members) {
                const long bytes =
                    (a.second - b.second) * static_cast<long>(types_.size_of(types_.unshared(r.sample->type)));
                if (std::abs(r.stride) == 1 && bytes > 0 && bytes <= farthest && bytes % vector_bytes == 0) return true;
            }
    return false;
}

bool AliasRegions::is_shared_by_copies(const Expr *reference) const {
    for (const Region &r : regions_)
        for (const auto &[member, from] : r.members)
            if (member == reference) return !r.moved;
    return false;
}

} // namespace polder::cc
