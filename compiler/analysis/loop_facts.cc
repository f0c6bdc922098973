// Collects once for each node what happens below it, and answers from that.
#include "compiler/analysis/loop_facts.h"

#include "compiler/ast/assembly.h"
#include "compiler/sema/constant.h"
#include "compiler/unit/library_calls.h"

#include <algorithm>

namespace polder::cc {

namespace {

/// The variable that a private lvalue is, or is a part of; null if it is reached through a pointer.
VarDecl *root(Expr *e) {
    for (;;) {
        e = chosen_expression(e);
        if (auto *m = as<MemberExpr>(e); m && !m->arrow)
            e = m->base;
        else if (auto *i = as<IndexExpr>(e))
            e = i->base;
        else if (auto *c = as<ImplicitCast>(e); c && c->conversion == Conversion::array_to_pointer)
            e = c->operand;
        else if (auto *u = as<UnaryExpr>(e); u && (u->op == UnaryOp::real || u->op == UnaryOp::imag))
            e = u->operand;
        else
            break;
    }
    auto *n = as<NameExpr>(e);
    return n ? as<VarDecl>(n->decl) : nullptr;
}

bool has_attribute(const std::vector<Attribute> &attributes, std::string_view name) {
    return std::any_of(attributes.begin(), attributes.end(), [&](const Attribute &a) { return a.name == name; });
}

bool is_step(const UnaryExpr *u) {
    return u->op >= UnaryOp::pre_increment && u->op <= UnaryOp::post_decrement;
}

/// What happens below a node, gathered from its leaves.
class EffectsCollector {
public:
    EffectsCollector(const Context &ctx, Effects &out) : source_(ctx.source), types_(ctx.types), out_(out) {}

    /// `switches`: how many of them are around, inside the node that is asked about.
    void collect(Node *n, unsigned switches);

private:
    void assigned(Expr *target);
    void stored(Expr *target, VarDecl *root);

    const Source &source_;
    const TypeTable &types_;
    Effects &out_;
};

/// With its type: a store to a member of a union is one of anything.
void EffectsCollector::stored(Expr *target, VarDecl *root) {
    QualType type = target->type;
    for (Expr *e = target; e;) {
        e = without_parens(e);
        auto *m = as<MemberExpr>(e);
        auto *x = as<IndexExpr>(e);
        auto *array = x ? as<ImplicitCast>(without_parens(x->base)) : nullptr;
        if (m)
            for (const FieldDecl *step : m->path)
                if (!step->parent || step->parent->is_union) type = {};
        e = m && !m->arrow                                               ? m->base
            : array && array->conversion == Conversion::array_to_pointer ? array->operand
                                                                         : nullptr;
    }
    out_.stores.push_back({type, root, types_.is_shared(target->type)});
}

/// A store to an lvalue.
void EffectsCollector::assigned(Expr *target) {
    VarDecl *v = types_.is_shared(target->type) ? nullptr : root(target);
    stored(target, v);
    if (types_.is_shared(target->type)) return;
    if (v) {
        out_.changed.insert(v->canonical);
        out_.assigned.insert(v->canonical);
    }
}

void EffectsCollector::collect(Node *n, unsigned switches) {
    if (auto *a = as<AssignExpr>(n)) {
        assigned(a->target);
    } else if (auto *u = as<UnaryExpr>(n)) {
        if (is_step(u)) assigned(u->operand);
        if (VarDecl *v =
                u->op == UnaryOp::address && !types_.is_shared(u->operand->type) ? root(u->operand) : nullptr) {
            out_.changed.insert(v->canonical);
            out_.assigned.insert(v->canonical);
            out_.exposed.insert(v->canonical);
        }
    } else if (auto *c = as<ImplicitCast>(n);
               c && c->conversion == Conversion::array_to_pointer && !types_.is_shared(c->operand->type)) {
        if (VarDecl *v = root(c->operand)) // elements of arrays are nobody's invariants
            out_.exposed.insert(v->canonical);
    } else if (auto *call = as<CallExpr>(n)) {
        out_.calls.push_back(call);
    } else if (auto *assembly = as<AsmStmt>(n)) {
        const bool idle = is_idle(source_, assembly);
        out_.idle_assembly = out_.idle_assembly || idle;
        out_.once = out_.once || !idle;
        out_.acts = out_.acts || !idle;
        for (Expr *operand : assembly->operands)
            if (operand->lvalue) assigned(operand);
    } else if (auto *pragma = as<PragmaStmt>(n)) {
        out_.once = true;
        out_.acts = out_.acts || pragma->pragma == PragmaKind::omp;
    } else if (n->kind == NodeKind::label_stmt || n->kind == NodeKind::label_address) {
        out_.once = true;
    } else if (n->kind == NodeKind::case_stmt || n->kind == NodeKind::default_stmt) {
        out_.once = out_.once || switches == 0;
    } else if (n->kind == NodeKind::va_arg_expr) {
        out_.acts = true;
    } else if (auto *d = as<Declaration>(n)) {
        const Storage s = d->specifiers.storage;
        const bool moves = s != Storage::static_ && s != Storage::extern_ && !d->function;
        out_.once = out_.once || !moves;
        for (Declarator *x : d->declarators) {
            auto *v = as<VarDecl>(x->decl);
            if (!v) continue;
            out_.changed.insert(v->canonical);
            out_.acts = out_.acts || has_attribute(v->attributes, "cleanup"); // a call that is not written
        }
    }
    auto *e = as<Expr>(n);
    out_.synchronises =
        out_.synchronises || (e && e->strict) || n->kind == NodeKind::barrier_stmt || n->kind == NodeKind::fence_stmt;
    out_.jumps = out_.jumps || n->kind == NodeKind::break_stmt || n->kind == NodeKind::continue_stmt ||
                 n->kind == NodeKind::goto_stmt || n->kind == NodeKind::return_stmt;
    const unsigned inside = switches + (n->kind == NodeKind::switch_stmt);
    for_each_child(n, [&](Node *child) { collect(child, inside); });
}

} // namespace

const Effects &LoopFacts::effects(Node *n) {
    std::unique_ptr<Effects> &known = effects_[n];
    if (!known) {
        known = std::make_unique<Effects>();
        EffectsCollector(ctx_, *known).collect(n, 0);
    }
    return *known;
}

const std::unordered_set<const Decl *> &LoopFacts::exposed_in_unit() {
    if (!unit_.known) {
        unit_.known = true;
        std::unordered_set<const Decl *> weak;
        for (Node *item : ctx_.unit->items)
            if (auto *d = as<Declaration>(item))
                for (const Declarator *x : d->declarators)
                    if (auto *f = as<FunctionDecl>(x->decl); f && has_attribute(f->attributes, "weak"))
                        weak.insert(f->canonical);
        const bool says_weak = ctx_.source.text().find("pragma weak") != std::string_view::npos;
        for (Node *item : ctx_.unit->items) {
            auto *d = as<Declaration>(item);
            const FunctionDecl *f = d ? d->function : nullptr;
            if (f && !weak.count(f->canonical) && !(says_weak && f->linkage == Linkage::external))
                unit_.definitions[f->canonical] = f;
            if (ctx_.source.tokens()[item->range.first].flags & Token::in_system_header) continue;
            const Effects &e = effects(item);
            unit_.exposed.insert(e.exposed.begin(), e.exposed.end());
            for (const Declarator *x : d ? d->declarators : std::vector<Declarator *>()) {
                const auto *v = as<VarDecl>(x->decl);
                unit_.has_aliases = unit_.has_aliases || (v && has_attribute(v->attributes, "alias"));
            }
        }
    }
    return unit_.exposed;
}

const FunctionDecl *LoopFacts::definition(const FunctionDecl *f) {
    exposed_in_unit();
    const auto found = f ? unit_.definitions.find(f->canonical) : unit_.definitions.end();
    return found == unit_.definitions.end() ? nullptr : found->second;
}

VarDecl *root_of_address(const TypeTable &types, Expr *e) {
    e = without_value_conversions(e);
    if (auto *c = as<CastExpr>(e)) return root_of_address(types, c->operand);
    if (auto *sum = as<BinaryExpr>(e); sum && (sum->op == BinaryOp::add || sum->op == BinaryOp::sub))
        return root_of_address(types, types.is_pointer(sum->left->type) ? sum->left : sum->right);
    if (auto *c = as<ImplicitCast>(e))
        return c->conversion == Conversion::array_to_pointer ? root(c->operand) : root_of_address(types, c->operand);
    auto *u = as<UnaryExpr>(e);
    return u && u->op == UnaryOp::address ? root(u->operand) : nullptr;
}

/// Proof steps 1 to 4 of loop_facts.h: could something change a private variable?
class VariableChange {
public:
    VariableChange(LoopFacts &facts, const VarDecl *v, bool outlives_calls, bool exposed)
        : facts_(facts), ctx_(facts.ctx_), types_(facts.types_), variable_(v), outlives_calls_(outlives_calls),
          exposed_(exposed) {}

    /// What happens below a node, and in functions that are called there.
    bool may(const Effects &of) {
        const auto reaches = [&](const Effects::Store &store) { return store_may_reach(store, variable_->type); };
        const auto changes = [&](const CallExpr *call) { return call_may(call); };
        return of.opaque() || (outlives_calls_ && of.changed.count(variable_->canonical)) ||
               (exposed_ && std::any_of(of.stores.begin(), of.stores.end(), reaches)) ||
               std::any_of(of.calls.begin(), of.calls.end(), changes);
    }

private:
    /// Could a store through a pointer be one to an object of that type?
    bool store_may_reach(const Effects::Store &store, QualType object) {
        if (store.shared || store.root) return false;
        if (facts_.alias_types_.has_rule())
            return store.type.is_null() || facts_.alias_types_.may_alias_part(store.type, object);
        return store.type.is_null() || !types_.is_floating(store.type) || types_.is_floating(object) ||
               types_.is_record(object);
    }

    bool call_may(const CallExpr *call) {
        const FunctionDecl *f = called_function(call->callee);
        if (!f) return true;
        const FunctionDecl *defined = facts_.definition(f);
        if (!defined || !defined->body) return library_may(call, f);
        return seen_.insert(f->canonical).second && may(facts_.effects(defined->body));
    }

    /// Locks, copies, atomic operations and so on: they change shared data and what they are given
    /// the address of.
    bool is_of_our_library(const FunctionDecl *f) const {
        const std::string_view file = ctx_.source.location(f->name_token).file;
        return file.ends_with("/upc.h") || file.ends_with("/upc_atomic.h");
    }

    /// A function without a body here.
    bool library_may(const CallExpr *call, const FunctionDecl *f) {
        for (Expr *argument : call->args) // a library function may call what it is given
            if (types_.is_pointer(argument->type) && types_.is_function(types_.pointee(argument->type))) return true;
        const bool is_unknown = library_call(ctx_, f) == LibraryCall::unknown;
        if (!exposed_) {
            if (f->is_builtin || is_of_our_library(f)) return false;
            return !(ctx_.source.tokens()[f->name_token].flags & Token::in_system_header) ||
                   (outlives_calls_ && is_unknown);
        }
        if (is_unknown) return true;
        for (size_t i = 0; i < call->args.size(); ++i) {
            if (!writes_through(ctx_, call, i)) continue;
            const VarDecl *to = root_of_address(types_, call->args[i]);
            if (!to || to->canonical == variable_->canonical) return true;
        }
        return false;
    }

    LoopFacts &facts_;
    const Context &ctx_;
    const TypeTable &types_;
    const VarDecl *variable_;
    const bool outlives_calls_; // its name means the same object in every function
    const bool exposed_;
    std::unordered_set<const Decl *> seen_ = {};
};

bool LoopFacts::is_fixed(VarDecl *v, Node *loop, FunctionDecl *f) {
    const QualType type = types_.canonical(v->type);
    if (type.is_volatile_or_atomic() || types_.is_shared(v->type) || types_.is_error(v->type)) return false;
    const Effects &of = effects(loop);
    if (of.changed.count(v->canonical) || of.opaque()) return false;
    if (type.has(q_const)) return true;
    const bool outlives = v->is_static_storage || v->storage == Storage::extern_ || v->file_scope;
    exposed_in_unit();
    if (outlives && unit_.has_aliases) return false; // a store to another name may be one to this object
    const auto *first = as<VarDecl>(v->canonical);
    const bool is_external = v->linkage == Linkage::external || (first && first->linkage == Linkage::external);
    const bool exposed = outlives ? is_external || exposed_in_unit().count(v->canonical) != 0
                                  : effects(f->body).exposed.count(v->canonical) != 0;
    return (!outlives && !exposed) || !VariableChange(*this, v, outlives, exposed).may(of);
}

bool LoopFacts::is_stable(Expr *e, Node *loop, FunctionDecl *f, Moment when, Place place) {
    if (when != Moment::any && types_.is_arithmetic(e->type) && is_stable_at_entry(*this, e, {loop, f, when}))
        return true;
    switch (e->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr: return types_.is_arithmetic(e->type);
    case NodeKind::size_expr: return evaluate(ctx_, e).known && loop_names_.hold_in_front(e, loop);
    case NodeKind::paren_expr:
    case NodeKind::implicit_cast: break;
    case NodeKind::binary_expr: {
        auto *b = static_cast<BinaryExpr *>(e);
        if (b->op == BinaryOp::comma || !types_.is_arithmetic(b->left->type) || !types_.is_arithmetic(b->right->type))
            return false;
        if (b->op == BinaryOp::div || b->op == BinaryOp::rem) {
            const ConstantValue by = evaluate(ctx_, b->right);
            const bool is_safe = by.known ? !by.is_floating && by.value != 0 && by.value != -1
                                          : without_conversions(b->right)->kind == NodeKind::threads_expr;
            if (!is_safe && when == Moment::any) return false;
        }
        break;
    }
    case NodeKind::unary_expr:
        if (static_cast<UnaryExpr *>(e)->op == UnaryOp::dereference)
            return types_.is_arithmetic(e->type) && is_steady(e, e->type, loop, f, place);
        if (static_cast<UnaryExpr *>(e)->op > UnaryOp::logical_not) return false;
        break;
    case NodeKind::cast_expr: {
        auto *c = static_cast<CastExpr *>(e);
        return types_.is_arithmetic(e->type) && types_.is_arithmetic(c->operand->type) &&
               loop_names_.hold_in_front(c->type_name, loop) && is_stable(c->operand, loop, f, when, place);
    }
    case NodeKind::conditional_expr: {
        auto *c = static_cast<ConditionalExpr *>(e);
        if (!types_.is_arithmetic(c->condition->type)) return false;
        break;
    }
    case NodeKind::member_expr: {
        auto *m = static_cast<MemberExpr *>(e);
        if (types_.is_shared(e->type) || types_.canonical(e->type).is_volatile_or_atomic()) return false;
        if (is_steady(e, e->type, loop, f, place)) return types_.is_arithmetic(e->type);
        if (m->arrow) return false;
        break;
    }
    case NodeKind::index_expr: return types_.is_arithmetic(e->type) && is_steady(e, e->type, loop, f, place);
    case NodeKind::name_expr: {
        Decl *d = static_cast<NameExpr *>(e)->decl;
        auto *v = as<VarDecl>(d);
        return v ? is_fixed(v, loop, f)
                 : d && d->kind == NodeKind::enumerator_decl && loop_names_.hold_in_front(e, loop);
    }
    default: return false;
    }
    return all_parts(e, [&](Expr *part) { return is_stable(part, loop, f, when, place); });
}

/// Directives stand in front of loops: OpenMP's, which own them, and others, which are statements
/// of their own.
void LoopFacts::find_governed(Node *n, FunctionFacts &out) {
    const auto govern = [&](Node *s) {
        while (s) { // with the loops directly inside: collapse and the like
            if (auto *block = as<CompoundStmt>(s)) {
                s = block->items.empty() ? nullptr : block->items.front();
                continue;
            }
            auto *loop = as<ForStmt>(s);
            auto *other = as<WhileStmt>(s);
            if (!loop && !other) break;
            out.governed.insert(static_cast<Stmt *>(s));
            s = loop ? loop->body : other->body;
        }
    };
    if (auto *p = as<PragmaStmt>(n); p && p->body) govern(p->body);
    if (auto *block = as<CompoundStmt>(n))
        for (size_t i = 1; i < block->items.size(); ++i)
            if (auto *p = as<PragmaStmt>(block->items[i - 1]); p && p->pragma != PragmaKind::upc && !p->body)
                govern(block->items[i]);
    for_each_child(n, [&](Node *child) { find_governed(child, out); });
}

bool LoopFacts::is_governed(const Stmt *loop, FunctionDecl *f) {
    FunctionFacts &of = functions_[f];
    if (!of.knows_governed) find_governed(f->body, of);
    of.knows_governed = true;
    return of.governed.count(loop) != 0;
}

} // namespace polder::cc
