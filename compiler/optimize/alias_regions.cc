// What a loop's body reads and writes, if that can be known to the last byte (alias_regions.h).
#include "compiler/optimize/alias_regions.h"

#include "compiler/analysis/access_function.h"
#include "compiler/sema/constant.h"
#include "compiler/unit/compose.h"

#include <algorithm>

namespace polder::cc {

namespace {

constexpr size_t most_regions = 12;
constexpr size_t most_captured = 16;

} // namespace

IndexScope AliasRegions::scope() const {
    IndexScope result{facts_, in_.ctx(), whole_, function_, {variable_->canonical}, true};
    if (outer_) result.variables.insert(outer_->canonical);
    return result;
}

VarDecl *AliasRegions::root_of(IndexExpr *e) {
    Expr *array = decayed_array(e->base);
    auto *outer = as<IndexExpr>(array);
    return outer ? root_of(outer) : named_variable(array ? array : e->base);
}

/// Does the program say itself that they do not overlap? `restrict` allows access through pointers
/// made of that one (C 6.7.3.1), which another `restrict` pointer, an array and a parameter that
/// keeps its value are not.
bool AliasRegions::is_promised(const Region &a, const Region &b) const {
    const auto has_promise = [&](const Region &r) {
        return r.root && types_.is_pointer(r.root->type) && types_.canonical(r.root->type).has(q_restrict);
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
    if (!strided_) return true;
    for (const StridedPointer &w : strided_->strided_pointers)
        if (std::none_of(regions_.begin(), regions_.end(), [&](const Region &r) { return r.strided == &w; }))
            return false;
    for (const Region &a : regions_)
        for (const Region &b : regions_)
            if (a.strided && &a != &b && (a.written || b.written) && !is_known(a, b) &&
                !(is_shared_array(a) && is_shared_array(b) && a.root->canonical != b.root->canonical))
                return false;
    return true;
}

/// The strided pointer that steps from block to block with this reference, or null.
const StridedPointer *AliasRegions::strided_pointer_of(const IndexExpr *e) const {
    if (!strided_) return nullptr;
    for (const StridedPointer &w : strided_->strided_pointers)
        if (w.expr == e && !w.row && !w.elements) return &w;
    return nullptr;
}

/// What a reference counts from; empty if that may change meanwhile. `moved`: it is the head's, so
/// each outer iteration has its own.
std::string AliasRegions::base_of(IndexExpr *e, bool &moved) {
    Expr *array = decayed_array(e->base);
    if (auto *outer = as<IndexExpr>(array)) return base_of(outer, moved);
    VarDecl *v = array ? named_variable(array) : nullptr;
    if (v && !types_.is_shared(v->type)) // an array of the thread's own
        return types_.canonical(v->type).has(q_volatile) ? "" : "a" + atom_of(v);
    VarDecl *pointer = array ? nullptr : named_variable(e->base);
    moved = pointer && head_.count(pointer->canonical);
    return cc::base_of(in_.analyses, e, moved ? inner_->loop.statement : whole_);
}

/// Numbers, and structures that are known in front of the function and of which nothing must be
/// accessed as it is written.
bool AliasRegions::is_plain(QualType type) const {
    type = types_.canonical(types_.unshared(type));
    if (type.has(q_volatile) || type.has(q_atomic)) return false;
    if (!types_.is_record(type)) return types_.is_arithmetic(type);
    const RecordDecl *record = types_.get(type).record;
    return record->complete && record->body.last < first_token_of_function() &&
           std::all_of(record->fields.begin(), record->fields.end(), [&](const FieldDecl *f) {
               const QualType member = types_.canonical(types_.ultimate_element(f->type));
               return !member.has(q_const) && (is_plain(member) || (types_.is_pointer(member) &&
                                                                    !member.has(q_volatile) && !member.has(q_atomic)));
           });
}

/// Where the declaration begins in front of which the function will stand.
TokenIndex AliasRegions::first_token_of_function() const {
    const FunctionDecl *f = function_;
    for (const Node *item : in_.ctx().unit->items)
        if (item->range.first <= f->name_token && f->name_token <= item->range.last) return item->range.first;
    return 0;
}

bool AliasRegions::region(IndexExpr *e, bool is_written, bool of_head) {
    const QualType type = types_.canonical(types_.unshared(e->type));
    if (!is_plain(type) || is_strict_access(types_, e) || is_lane(types_, e))
        return no("something else than numbers is accessed");
    bool moved = false;
    std::string key = base_of(e, moved);
    const auto index = key.empty() ? std::nullopt : index_of(e, scope());
    const auto coefficient = index ? index->coefficient(atom_of(variable_)) : std::nullopt;
    if (!coefficient) return no("the address of an access follows no rule");
    const ResolvedPlace *place = in_.place(e);
    bool in_span = place;
    bool own = types_.is_shared(e->type) && in_.is_own_place(e);
    const StridedPointer *strided = strided_pointer_of(e);
    if (place && !strided && (place->strided || place->row || place->array_base || place->linear))
        return no("an address is carried along");
    if (place && place->table) return no("a span for each iteration of an inner loop");
    if (own && outer_ && in_.own_variable && in_.own_variable->canonical == outer_->canonical)
        return no("elements belong to the outer iteration");
    if (place) key += place->name;
    for (const Group &g : inner_ ? inner_->groups : std::vector<Group>())
        for (const Reference *r : g.members)
            if (r->expr == e) {
                in_span = true;
                key += "g" + std::to_string(&g - inner_->groups.data());
            }
    const bool contiguous = in_span || own || !types_.is_shared(e->type) || in_.block_of(e) == 0;
    if (!contiguous && *coefficient != 0) return no("an address is computed in each iteration");
    if (strided && (outer_ || of_head)) return no("an address is carried along");
    key += (own ? "own" : "") + std::string("@") + index->key() + (contiguous ? "" : std::to_string(index->offset())) +
           (of_head ? "head" : "");
    auto found = std::find_if(regions_.begin(), regions_.end(),
                              [&](const Region &r) { return r.key == key && r.type == type.unqualified(); });
    if (found == regions_.end()) {
        if (regions_.size() == most_regions) return no("too many pointers");
        const bool follows = outer_ && (moved || index->mentions(atom_of(outer_)));
        regions_.push_back({e, key, type.unqualified(), index->offset(), *coefficient * step_, 0, 0, false, follows,
                            of_head, root_of(e)});
        found = regions_.end() - 1;
        found->strided = strided;
        if (strided) found->stride = 0;
    }
    const long from = index->offset() - found->offset;
    found->least = std::min(found->least, from);
    found->most = std::max(found->most, from);
    found->written = found->written || is_written;
    found->members.emplace_back(e, from);
    if (is_written && !types_.is_shared(e->type) && !decayed_array(e->base)) stores_through_private_ = true;
    return std::abs(from) < (1L << 40) && std::abs(found->stride) < (1L << 30);
}

bool AliasRegions::written(Expr *target) {
    target = without_parens(target);
    if (auto *e = as<IndexExpr>(target)) return region(e, true, false);
    if (auto *e = as<MemberExpr>(target)) return member(e, true);
    auto *name = as<NameExpr>(target);
    auto *v = name ? as<VarDecl>(name->decl) : nullptr;
    if (!v) return no("an access by pointer");
    return own_.count(v->canonical) || capture(name, true);
}

/// A member of an element, or of a structure that a variable holds.
bool AliasRegions::member(MemberExpr *e, bool is_written) {
    Expr *whole = without_parens(e->base);
    if (!is_written && capture_value(e)) return true;
    if (e->arrow) return no("an access by pointer");
    if (!is_plain(e->type) || !is_plain(whole->type) || is_strict_access(types_, e))
        return no("something else than numbers is accessed");
    if (auto *outer = as<MemberExpr>(whole)) return member(outer, is_written);
    return is_written ? written(whole) : find(whole);
}

/// The value of a member behind a pointer that nothing changes meanwhile: passed like a scalar.
bool AliasRegions::capture_value(Expr *e) {
    if (!types_.is_arithmetic(e->type) || types_.is_shared(e->type) || !pointer_of(e) ||
        !facts_.is_stable(e, whole_, function_))
        return false;
    const std::string_view text = in_.ctx().source.slice(extent(e));
    auto found = std::find_if(captured_.begin(), captured_.end(), [&](const Captured &c) {
        return !c.variable && in_.ctx().source.slice(extent(c.name)) == text && pointer_of(c.name) == pointer_of(e);
    });
    if (found == captured_.end()) {
        if (captured_.size() == most_captured) return false;
        captured_.push_back({nullptr, e, false, false});
        found = captured_.end() - 1;
    }
    found->occurrences.push_back(e);
    return true;
}

bool AliasRegions::capture(NameExpr *e, bool is_written) {
    auto *v = static_cast<VarDecl *>(e->decl);
    const bool of_head = head_.count(v->canonical);
    auto found = std::find_if(captured_.begin(), captured_.end(),
                              [&](const Captured &c) { return c.variable && c.variable->canonical == v->canonical; });
    const QualType type = types_.canonical(v->type);
    if (found == captured_.end()) {
        if (types_.is_shared(v->type) || !is_plain(type) || captured_.size() == most_captured)
            return no("it uses something else than numbers");
        captured_.push_back({v, e, false, of_head});
        found = captured_.end() - 1;
    }
    found->written = found->written || is_written;
    const bool automatic =
        !v->is_static_storage && !v->file_scope && v->storage != Storage::extern_ && v->storage != Storage::register_;
    const bool hidden = automatic && !facts_.effects(function_->body).exposed.count(v->canonical);
    if (found->written ? !hidden || of_head : !of_head && !hidden && !facts_.is_fixed(v, whole_, function_))
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

bool AliasRegions::is_pure_call(CallExpr *e) {
    const FunctionDecl *f = called_function(e->callee);
    const FunctionDecl *defined = facts_.definition(f);
    return f && scalar_work_.is_function(f, 0) && !(defined && defined->body && uses_statics(facts_, defined->body));
}

/// Variables of its own, plain numbers.
bool AliasRegions::find_declared(Declaration *d) {
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

/// All that a body does.
bool AliasRegions::find(Node *n) {
    switch (n->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr: return true;
    case NodeKind::size_expr: return evaluate(in_.ctx(), static_cast<Expr *>(n)).known || no("it measures something");
    case NodeKind::name_expr: {
        auto *e = static_cast<NameExpr *>(n);
        auto *v = as<VarDecl>(e->decl);
        if (!v) return (e->decl && e->decl->kind == NodeKind::enumerator_decl) || no("it names a function");
        const bool known = v->canonical == variable_->canonical || (outer_ && v->canonical == outer_->canonical) ||
                           own_.count(v->canonical);
        return known || capture(e, false);
    }
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
bool AliasRegions::is_address(Expr *e) {
    if (auto *p = as<ParenExpr>(e)) return is_address(p->inner);
    if (auto *c = as<CastExpr>(e)) return is_address(c->operand);
    if (auto *c = as<ImplicitCast>(e)) return c->conversion != Conversion::to_bool && is_address(c->operand);
    if (auto *u = as<UnaryExpr>(e))
        return u->op == UnaryOp::address && as<IndexExpr>(without_parens(u->operand)) &&
               is_address(static_cast<IndexExpr *>(without_parens(u->operand))->base) &&
               affine(static_cast<IndexExpr *>(without_parens(u->operand))->index, scope());
    if (auto *x = as<IndexExpr>(e)) return types_.is_array(x->type) && is_address(x->base) && affine(x->index, scope());
    if (auto *b = as<BinaryExpr>(e); b && types_.is_pointer(e->type))
        return (b->op == BinaryOp::add || b->op == BinaryOp::sub) &&
               is_address(types_.is_pointer(b->left->type) ? b->left : b->right) &&
               affine(types_.is_pointer(b->left->type) ? b->right : b->left, scope());
    VarDecl *v = named_variable(e);
    return v && (types_.is_array(v->type) || (types_.is_pointer(v->type) && facts_.is_fixed(v, whole_, function_)));
}

/// A declaration in front of the inner loop: pointers, and numbers that are read once an outer
/// iteration.
bool AliasRegions::find_head(Declaration *d) {
    if (d->specifiers.storage != Storage::none || d->specifiers.defines_tag) return no("a declaration");
    for (Declarator *x : d->declarators) {
        auto *v = x->decl ? as<VarDecl>(x->decl) : nullptr;
        if (!v || !x->init || types_.is_shared(v->type) || facts_.effects(function_->body).exposed.count(v->canonical))
            return no("a declaration");
        if (facts_.named_expression(v, whole_, function_) && affine(x->init, scope()))
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
