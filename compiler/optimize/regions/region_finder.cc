// Each kind of node is asked what it reads and writes. What is not in the list ends the walk.
#include "compiler/optimize/regions/region_finder.h"

#include "compiler/sema/constant.h"
#include "compiler/unit/compose.h"

#include <algorithm>
#include <cstdlib>

namespace polder::cc {

namespace {

constexpr size_t most_regions = 12;
constexpr size_t most_captured = 16;

/// The array or pointer that a reference counts from, if that has a name.
VarDecl *root_of(IndexExpr *e) {
    Expr *array = decayed_array(e->base);
    auto *outer = as<IndexExpr>(array);
    return outer ? root_of(outer) : named_variable(array ? array : e->base);
}

} // namespace

/// Numbers, and structures that are known in front of the function and of which nothing must be
/// accessed as it is written.
bool RegionFinder::is_plain(QualType type) const {
    type = types_.canonical(types_.unshared(type));
    if (type.is_volatile_or_atomic()) return false;
    if (!types_.is_record(type)) return types_.is_arithmetic(type);
    const RecordDecl *record = types_.get(type).record;
    return record->complete && record->body.last < first_token_of_function() &&
           std::all_of(record->fields.begin(), record->fields.end(), [&](const FieldDecl *f) {
               const QualType member = types_.canonical(types_.ultimate_element(f->type));
               return !member.has(q_const) &&
                      (is_plain(member) || (types_.is_pointer(member) && !member.is_volatile_or_atomic()));
           });
}

/// Where the declaration begins in front of which the function will stand.
TokenIndex RegionFinder::first_token_of_function() const {
    const FunctionDecl *f = function_;
    for (const Node *item : in_.ctx().unit->items)
        if (item->range.first <= f->name_token && f->name_token <= item->range.last) return item->range.first;
    return 0;
}

bool RegionFinder::region(IndexExpr *e, bool is_written, bool of_head) {
    if (!is_plain(e->type) || is_strict_access(types_, e) || is_lane(types_, e))
        return no("something else than numbers is accessed");
    const char *why_not = "";
    const auto address = addresses_.address(e, of_head, why_not);
    if (!address) return no(why_not);
    Region *found = region_at(e, *address, of_head);
    if (!found) return no("too many pointers");
    const long from = address->offset - found->offset;
    found->least = std::min(found->least, from);
    found->most = std::max(found->most, from);
    found->written = found->written || is_written;
    found->members.emplace_back(e, from);
    if (is_written && !types_.is_shared(e->type) && !decayed_array(e->base)) out_.stores_through_private_ = true;
    return std::abs(from) < (1L << 40) && std::abs(found->stride) < (1L << 30);
}

/// The region that the reference belongs to; null: there are too many.
RegionFinder::Region *RegionFinder::region_at(IndexExpr *e, const ReferenceAddress &address, bool of_head) {
    const QualType type = types_.canonical(types_.unshared(e->type)).unqualified();
    const auto found = std::find_if(out_.regions_.begin(), out_.regions_.end(),
                                    [&](const Region &r) { return r.key == address.key && r.type == type; });
    if (found != out_.regions_.end()) return &*found;
    if (out_.regions_.size() == most_regions) return nullptr;
    out_.regions_.push_back({.sample = e,
                             .key = address.key,
                             .type = type,
                             .offset = address.offset,
                             .stride = address.stride,
                             .moved = address.moved,
                             .of_head = of_head,
                             .root = root_of(e),
                             .strided = address.strided});
    return &out_.regions_.back();
}

bool RegionFinder::written(Expr *target) {
    target = without_parens(target);
    if (auto *e = as<IndexExpr>(target)) return region(e, true, false);
    if (auto *e = as<MemberExpr>(target)) return member(e, true);
    auto *name = as<NameExpr>(target);
    auto *v = name ? as<VarDecl>(name->decl) : nullptr;
    if (!v) return no("an access by pointer");
    return own_.count(v->canonical) || capture(name, true);
}

/// A member of an element, or of a structure that a variable holds.
bool RegionFinder::member(MemberExpr *e, bool is_written) {
    Expr *whole = without_parens(e->base);
    if (!is_written && capture_value(e)) return true;
    if (e->arrow) return no("an access by pointer");
    if (!is_plain(e->type) || !is_plain(whole->type) || is_strict_access(types_, e))
        return no("something else than numbers is accessed");
    if (auto *outer = as<MemberExpr>(whole)) return member(outer, is_written);
    return is_written ? written(whole) : find(whole);
}

/// The value of a member behind a pointer that nothing changes meanwhile: passed like a scalar.
bool RegionFinder::capture_value(Expr *e) {
    if (!types_.is_arithmetic(e->type) || types_.is_shared(e->type) || !pointer_of(e) ||
        !facts_.is_stable(e, out_.whole(), function_))
        return false;
    const std::string_view text = in_.ctx().source.slice(extent(e));
    auto found = std::find_if(out_.captured_.begin(), out_.captured_.end(), [&](const Captured &c) {
        return !c.variable && in_.ctx().source.slice(extent(c.name)) == text && pointer_of(c.name) == pointer_of(e);
    });
    if (found == out_.captured_.end()) {
        if (out_.captured_.size() == most_captured) return false;
        out_.captured_.push_back({nullptr, e, false, false});
        found = out_.captured_.end() - 1;
    }
    found->occurrences.push_back(e);
    return true;
}

bool RegionFinder::capture(NameExpr *e, bool is_written) {
    auto *v = static_cast<VarDecl *>(e->decl);
    const bool of_head = head_.count(v->canonical);
    auto found = std::find_if(out_.captured_.begin(), out_.captured_.end(),
                              [&](const Captured &c) { return c.variable && c.variable->canonical == v->canonical; });
    const QualType type = types_.canonical(v->type);
    if (found == out_.captured_.end()) {
        if (types_.is_shared(v->type) || !is_plain(type) || out_.captured_.size() == most_captured)
            return no("it uses something else than numbers");
        out_.captured_.push_back({v, e, false, of_head});
        found = out_.captured_.end() - 1;
    }
    found->written = found->written || is_written;
    const bool automatic =
        !v->is_static_storage && !v->file_scope && v->storage != Storage::extern_ && v->storage != Storage::register_;
    const bool hidden = automatic && !facts_.effects(function_->body).exposed.count(v->canonical);
    if (found->written ? !hidden || of_head : !of_head && !hidden && !facts_.is_fixed(v, out_.whole(), function_))
        return no("a variable may change meanwhile");
    return true;
}

namespace {

/// Does a function, or one it calls, look at variables that outlive it?
bool uses_statics(LoopFacts &facts, Node *n) {
    auto *name = as<NameExpr>(n);
    auto *v = name ? as<VarDecl>(name->decl) : nullptr;
    auto *call = as<CallExpr>(n);
    const FunctionDecl *callee = call ? facts.definition(called_function(call->callee)) : nullptr;
    bool found = (v && v->is_static_storage) || (callee && callee->body && uses_statics(facts, callee->body));
    for_each_child(n, [&](Node *child) { found = found || uses_statics(facts, child); });
    return found;
}

} // namespace

bool RegionFinder::is_pure_call(CallExpr *e) {
    const FunctionDecl *f = called_function(e->callee);
    const FunctionDecl *defined = facts_.definition(f);
    return f && scalar_work_.is_function(f, 0) && !(defined && defined->body && uses_statics(facts_, defined->body));
}

/// Variables of its own, plain numbers.
bool RegionFinder::find_declared(Declaration *d) {
    const Storage storage = d->specifiers.storage;
    if (storage == Storage::static_ || storage == Storage::extern_ || storage == Storage::typedef_ ||
        d->specifiers.defines_tag)
        return no("a declaration");
    for (Declarator *x : d->declarators) {
        if (!x->decl || !as<VarDecl>(x->decl) || !is_plain(x->decl->type) || types_.is_shared(x->decl->type))
            return no("a declaration");
        own_.insert(x->decl->canonical);
        if (x->init && !find(x->init)) return false;
    }
    return true;
}

/// A variable that is read: the loops', the body's own, or one of the surroundings.
bool RegionFinder::name(NameExpr *e) {
    const RegionLoop &loop = out_.loop_;
    auto *v = as<VarDecl>(e->decl);
    if (!v) return (e->decl && e->decl->kind == NodeKind::enumerator_decl) || no("it names a function");
    const bool known = v->canonical == loop.variable->canonical ||
                       (loop.outer && v->canonical == loop.outer->canonical) || own_.count(v->canonical);
    return known || capture(e, false);
}

/// All that a body does.
bool RegionFinder::find(Node *n) {
    switch (n->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr: return true;
    case NodeKind::size_expr: return evaluate(in_.ctx(), static_cast<Expr *>(n)).known || no("it measures something");
    case NodeKind::name_expr: return name(static_cast<NameExpr *>(n));
    case NodeKind::unary_expr: {
        auto *e = static_cast<UnaryExpr *>(n);
        if (e->op == UnaryOp::dereference && capture_value(e)) return true;
        if (e->op == UnaryOp::address || e->op == UnaryOp::dereference || e->op == UnaryOp::real ||
            e->op == UnaryOp::imag)
            return no("an access by pointer");
        if (e->op >= UnaryOp::pre_increment && e->op <= UnaryOp::post_decrement) return written(e->operand);
        break;
    }
    case NodeKind::index_expr:
        return capture_value(static_cast<Expr *>(n)) || region(static_cast<IndexExpr *>(n), false, false);
    case NodeKind::member_expr: return member(static_cast<MemberExpr *>(n), false);
    case NodeKind::assign_expr:
        return written(static_cast<AssignExpr *>(n)->target) && find(static_cast<AssignExpr *>(n)->value);
    case NodeKind::cast_expr:
        return types_.is_arithmetic(static_cast<CastExpr *>(n)->type) ? find(static_cast<CastExpr *>(n)->operand)
                                                                      : no("it makes pointers");
    case NodeKind::implicit_cast: {
        auto *e = static_cast<ImplicitCast *>(n);
        if (e->conversion == Conversion::array_to_pointer || e->conversion == Conversion::function_to_pointer ||
            e->conversion == Conversion::pointer || e->conversion == Conversion::shared_pointer)
            return no("it makes pointers");
        break;
    }
    case NodeKind::call_expr: {
        auto *e = static_cast<CallExpr *>(n);
        if (!is_pure_call(e)) return no("a call");
        return std::all_of(e->args.begin(), e->args.end(), [&](Expr *x) { return find(x); });
    }
    case NodeKind::declaration: return find_declared(static_cast<Declaration *>(n));
    case NodeKind::paren_expr:
    case NodeKind::binary_expr:
    case NodeKind::conditional_expr:
    case NodeKind::compound_stmt:
    case NodeKind::decl_stmt:
    case NodeKind::expr_stmt:
    case NodeKind::if_stmt: break;
    default: return no("");
    }
    bool all = true;
    for_each_child(n, [&](Node *child) { all = all && find(child); });
    return all;
}

/// Is it the computation of an address, which reads nothing that the loop may write?
bool RegionFinder::is_address(Expr *e) {
    if (auto *p = as<ParenExpr>(e)) return is_address(p->inner);
    if (auto *c = as<CastExpr>(e)) return is_address(c->operand);
    if (auto *c = as<ImplicitCast>(e)) return c->conversion != Conversion::to_bool && is_address(c->operand);
    if (auto *u = as<UnaryExpr>(e))
        return u->op == UnaryOp::address && as<IndexExpr>(without_parens(u->operand)) &&
               is_address(static_cast<IndexExpr *>(without_parens(u->operand))->base) &&
               affine(static_cast<IndexExpr *>(without_parens(u->operand))->index, addresses_.scope());
    if (auto *x = as<IndexExpr>(e))
        return types_.is_array(x->type) && is_address(x->base) && affine(x->index, addresses_.scope());
    if (auto *b = as<BinaryExpr>(e); b && types_.is_pointer(e->type))
        return (b->op == BinaryOp::add || b->op == BinaryOp::sub) &&
               is_address(types_.is_pointer(b->left->type) ? b->left : b->right) &&
               affine(types_.is_pointer(b->left->type) ? b->right : b->left, addresses_.scope());
    VarDecl *v = named_variable(e);
    return v &&
           (types_.is_array(v->type) || (types_.is_pointer(v->type) && facts_.is_fixed(v, out_.whole(), function_)));
}

/// A declaration in front of the inner loop: pointers, and numbers that are read once an outer
/// iteration.
bool RegionFinder::find_head(Declaration *d) {
    if (d->specifiers.storage != Storage::none || d->specifiers.defines_tag) return no("a declaration");
    for (Declarator *x : d->declarators) {
        auto *v = x->decl ? as<VarDecl>(x->decl) : nullptr;
        if (!v || !x->init || types_.is_shared(v->type) || facts_.effects(function_->body).exposed.count(v->canonical))
            return no("a declaration");
        if (facts_.names().expression_of(v, out_.whole(), function_) && affine(x->init, addresses_.scope()))
            continue; // for indexes: each evaluates it itself
        if (types_.is_pointer(v->type)) {
            if (!is_address(x->init)) return no("a declaration");
        } else {
            Expr *init = without_conversions(x->init);
            if (!types_.is_arithmetic(v->type) || !as<IndexExpr>(init) ||
                !region(static_cast<IndexExpr *>(init), false, true))
                return no("a declaration");
        }
        head_.insert(v->canonical);
    }
    return true;
}

} // namespace polder::cc
