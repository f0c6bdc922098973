// LoopFacts (loop_facts.h) of private memory: members behind a pointer (`p->n`, `p->size.x`,
// `p->dims[0]`, `*p`). A loop does not change them, and they may be read before it.
//
// Proof that a member behind a pointer keeps its value while a loop runs. Let M be its type, one of
// C's scalar types. p keeps its value (is_fixed), so the member's place is the same throughout. Who
// could write there?
//
//   1. A store of the loop, or of a function that it calls. What is read as an M has been stored as
//      an M, by the rule of effective types (C 6.5p7). It may have been stored with the other
//      signedness, as part of an aggregate with an M in it, or by characters. A store of another
//      type would give the place that type. The next reading as an M, which each iteration does,
//      would be undefined. So only stores of such types count, private or shared: a thread's part
//      of shared memory may be reached by private pointers.
//   2. Stores to members of unions count as stores of anything. So do stores to types that
//      __attribute__((may_alias)) may have been used for: if the unit has that attribute outside of
//      system headers, nothing is said.
//   3. -fno-strict-aliasing, and levels below -O2, at which C compilers do not use the rule, switch
//      all of it off.
//   4. A variable without address (taken nowhere, and no other unit sees it) is not the place.
//   5. Another thread. The loop would see its store by a data race only, or behind a
//      synchronisation. A loop with a barrier, a fence, a strict access, or a call of a function
//      that may do one of these, is not taken.
//   6. Volatile and atomic members, bit-fields (whose neighbours are written together with them)
//      and members of unions are not looked at.
//
// Why it may be read before the loop: the loop, or something on every way to it, has read memory
// through p. Nothing in between changes p or might give that memory back (a call).
#include "compiler/analysis/loop_facts.h"

#include "compiler/analysis/affine.h"
#include "compiler/analysis/formula.h"
#include "compiler/unit/library_calls.h"

#include "compiler/sema/constant.h"
#include "compiler/unit/compose.h"

#include <algorithm>
#include <functional>

namespace polder::cc {

VarDecl *pointer_of(Expr *lvalue) {
    for (;;) {
        lvalue = without_parens(lvalue);
        if (auto *m = as<MemberExpr>(lvalue)) {
            if (m->arrow) return named_variable(m->base);
            lvalue = m->base;
        } else if (auto *x = as<IndexExpr>(lvalue)) {
            auto *array = as<ImplicitCast>(without_parens(x->base));
            if (!array || array->conversion != Conversion::array_to_pointer) return nullptr;
            lvalue = array->operand;
        } else {
            auto *u = as<UnaryExpr>(lvalue);
            return u && u->op == UnaryOp::dereference ? named_variable(u->operand) : nullptr;
        }
    }
}

namespace {

bool is_inside(const Node *inner, const Node *outer) {
    return outer->range.first <= inner->range.first && inner->range.last <= outer->range.last;
}

bool has_labels(Node *n) {
    bool found = n->kind == NodeKind::label_stmt || n->kind == NodeKind::case_stmt || n->kind == NodeKind::default_stmt;
    for_each_child(n, [&](Node *child) { found = found || has_labels(child); });
    return found;
}

/// Who knows what the functions of a unit do.
struct Unit {
    const TypeTable &types;
    LoopFacts &facts;
};

/// Does evaluating n read memory through p, whatever the values are?
bool reads_through(const Unit &in, Node *n, const VarDecl *p) {
    if (!n) return false;
    if (auto *s = as<CompoundStmt>(n)) {
        for (Node *item : s->items) {
            if (reads_through(in, item, p)) return true;
            if (item->kind != NodeKind::expr_stmt && item->kind != NodeKind::decl_stmt) return false; // may jump
        }
        return false;
    }
    if (auto *s = as<IfStmt>(n)) return reads_through(in, s->condition, p);
    if (auto *s = as<WhileStmt>(n)) return reads_through(in, s->condition, p);
    if (auto *s = as<ForStmt>(n)) return reads_through(in, s->init, p) || reads_through(in, s->condition, p);
    if (auto *s = as<ForallStmt>(n)) return reads_through(in, s->init, p) || reads_through(in, s->condition, p);
    if (auto *b = as<BinaryExpr>(n); b && (b->op == BinaryOp::logical_and || b->op == BinaryOp::logical_or))
        return reads_through(in, b->left, p);
    if (auto *c = as<ConditionalExpr>(n)) return reads_through(in, c->condition, p);
    if (auto *call = as<CallExpr>(n)) { // of a formula: its arguments, and what it does with the pointer
        const auto formula = formula_of(in.types, in.facts, call);
        if (!formula) return false;
        return std::any_of(formula->names.begin(), formula->names.end(), [&](const auto &each) {
            const auto &[name, value] = each;
            const auto *given = name->kind == NodeKind::param_decl && named_variable(value) == p ? name : nullptr;
            return reads_through(in, value, p) || (given && reads_through(in, formula->result, given));
        });
    }
    if (auto *c = as<ImplicitCast>(n);
        c && c->conversion == Conversion::lvalue_to_rvalue && pointer_of(c->operand) == p)
        return true;
    switch (n->kind) {
    case NodeKind::declaration: {
        const auto &declarators = static_cast<Declaration *>(n)->declarators;
        return std::any_of(declarators.begin(), declarators.end(),
                           [&](Declarator *d) { return d->init && reads_through(in, d->init, p); });
    }
    case NodeKind::cast_expr: return reads_through(in, static_cast<CastExpr *>(n)->operand, p);
    case NodeKind::decl_stmt: // these evaluate all their parts
    case NodeKind::expr_stmt:
    case NodeKind::paren_expr:
    case NodeKind::binary_expr:
    case NodeKind::assign_expr:
    case NodeKind::implicit_cast:
    case NodeKind::index_expr: break;
    case NodeKind::unary_expr:
        if (static_cast<UnaryExpr *>(n)->op != UnaryOp::address) break;
        return false;
    default: return false;
    }
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || reads_through(in, child, p); });
    return found;
}

/// Do all calls below n only compute a number, and come back?
bool calls_formulas(const Unit &in, Node *n) {
    const auto &calls = in.facts.effects(n).calls;
    return std::all_of(calls.begin(), calls.end(), [&](const CallExpr *call) {
        const auto formula = formula_of(in.types, in.facts, call);
        return formula && calls_formulas(in, formula->function->body);
    });
}

/// Does the first iteration read memory through p before it leaves anything, or calls what may?
bool first_iteration_reads(const Unit &in, Stmt *body, const VarDecl *p) {
    auto *block = as<CompoundStmt>(body);
    if (!block) return calls_formulas(in, body) && reads_through(in, body, p);
    for (Node *item : block->items) {
        if (!calls_formulas(in, item)) return false;
        if (reads_through(in, item, p)) return true;
        if (item->kind != NodeKind::expr_stmt && item->kind != NodeKind::decl_stmt) return false;
    }
    return false;
}

/// From the beginning of a function down to a loop: has memory been read through p on every way
/// there, and is it still there?
class WayTo {
public:
    WayTo(const Unit &in, const Node *loop, const VarDecl *p) : in_(in), loop_(loop), p_(p) {}

    void go(Node *n) {
        if (!n || n->range.empty()) return;
        if (!is_inside(loop_, n)) return past(n);
        if (n->range.first == loop_->range.first && n->range.last == loop_->range.last &&
            n->kind != NodeKind::compound_stmt)
            return;
        switch (n->kind) {
        case NodeKind::compound_stmt:
            for (Node *item : static_cast<CompoundStmt *>(n)->items) {
                if (item->range.first > loop_->range.first) return;
                go(item);
            }
            return;
        case NodeKind::if_stmt: {
            auto *s = static_cast<IfStmt *>(n);
            past(s->condition);
            return go(s->else_branch && is_inside(loop_, s->else_branch) ? s->else_branch : s->then_branch);
        }
        case NodeKind::for_stmt: {
            auto *s = static_cast<ForStmt *>(n);
            return around(n, s->init, s->condition, s->body);
        }
        case NodeKind::forall_stmt: {
            auto *s = static_cast<ForallStmt *>(n);
            return around(n, s->init, s->condition, s->body);
        }
        case NodeKind::while_stmt:
            return around(n, nullptr, static_cast<WhileStmt *>(n)->condition, static_cast<WhileStmt *>(n)->body);
        case NodeKind::do_stmt: return around(n, nullptr, nullptr, static_cast<DoStmt *>(n)->body);
        default: known_ = false; // reached in another way
        }
    }
    bool known() const { return known_; }

private:
    /// A loop around: its body is reached again from its end.
    void around(Node *whole, Node *init, Expr *condition, Stmt *body) {
        past(init);
        known_ = known_ && !disturbs(whole);
        past(condition);
        go(body);
    }
    void past(Node *n) {
        if (!n) return;
        known_ = !disturbs(n) && !has_labels(n) && (known_ || reads_through(in_, n, p_));
    }
    bool disturbs(Node *n) {
        const Effects &of = in_.facts.effects(n);
        return of.opaque() || of.changed.count(p_->canonical) || !in_.facts.calls_compute(of);
    }

    const Unit in_;
    const Node *loop_;
    const VarDecl *p_;
    bool known_ = false;
};

} // namespace

/// Has the loop itself, or what comes before it on every way, read memory through p?
bool LoopFacts::is_read_before(VarDecl *p, Node *loop, FunctionDecl *f, Place place) {
    auto *s = as<ForStmt>(loop);
    auto *all = as<ForallStmt>(loop);
    auto *w = as<WhileStmt>(loop);
    const Unit in{types_, *this};
    if (reads_through(in,
                      s     ? static_cast<Node *>(s->condition)
                      : all ? static_cast<Node *>(all->condition)
                      : w   ? static_cast<Node *>(w->condition)
                            : nullptr,
                      p))
        return true;
    if (place == Place::evaluated) return true;
    if (place == Place::iteration && first_iteration_reads(in,
                                                           s     ? s->body
                                                           : all ? all->body
                                                           : w   ? w->body
                                                                 : nullptr,
                                                           p))
        return true;
    const bool own = !p->is_static_storage && !p->file_scope && p->storage != Storage::extern_;
    if (!own || effects(f->body).exposed.count(p->canonical) || !effects(f->body).twice() || loop->range.empty())
        return false; // statics and labels count as well for the second condition, which does no harm
    WayTo way(in, loop, p);
    way.go(f->body);
    return way.known();
}

/// Does no pointer lead to the variable?
bool LoopFacts::has_no_address(const VarDecl *v) {
    const auto *first = as<VarDecl>(v->canonical);
    if (!v->is_static_storage && !v->file_scope && v->storage != Storage::extern_)
        return v->function && v->function->body && !effects(v->function->body).exposed.count(v->canonical);
    return v->linkage != Linkage::external && (!first || first->linkage != Linkage::external) &&
           !exposed_in_unit().count(v->canonical);
}

/// Does everything that is called hold to something, and call only what does? `known` is asked of
/// calls of what has no body here.
template <class F, class G>
bool LoopFacts::all_called(const Effects &of, std::unordered_set<const Decl *> &seen, F holds, G known) {
    for (const CallExpr *call : of.calls) {
        const FunctionDecl *f = called_function(call->callee);
        const FunctionDecl *defined = definition(f);
        if (!f) return false;
        if (!defined || !defined->body) {
            if (!known(call, f)) return false;
        } else if (seen.insert(f->canonical).second) {
            const Effects &inside = effects(defined->body);
            if (!holds(inside) || !all_called(inside, seen, holds, known)) return false;
        }
    }
    return true;
}

/// No store that may change what is read as that type, no synchronisation, and no call of anything
/// that may do so. No store to a named private object changes what is shared.
bool LoopFacts::keeps_memory(const Effects &of, QualType read, bool is_shared) {
    const auto keeps = [&](const Effects &each) {
        return !each.opaque() && !each.synchronises &&
               std::all_of(each.stores.begin(), each.stores.end(), [&](const Effects::Store &store) {
                   return (store.root && (is_shared || has_no_address(store.root))) ||
                          (!store.type.is_null() && !alias_types_.may_alias(store.type, read));
               });
    };
    const auto known = [&](const CallExpr *call, const FunctionDecl *f) {
        const LibraryCall kind = library_call(ctx_, f);
        bool writes = kind != LibraryCall::computes && kind != LibraryCall::frees;
        for (size_t i = 0; i < call->args.size(); ++i) {
            const VarDecl *to = root_of_address(types_, call->args[i]);
            writes = writes || (writes_through(ctx_, call, i) && !(to && !alias_types_.may_alias_part(read, to->type)));
        }
        return !writes;
    };
    std::unordered_set<const Decl *> seen;
    return keeps(of) && all_called(of, seen, keeps, known);
}

/// Do all calls only compute, so that none of them gives memory back?
bool LoopFacts::calls_compute(const Effects &of) {
    const auto known = [&](const CallExpr *, const FunctionDecl *f) {
        return library_call(ctx_, f) == LibraryCall::computes;
    };
    std::unordered_set<const Decl *> seen;
    return !of.synchronises &&
           all_called(
               of, seen, [](const Effects &each) { return !each.opaque() && !each.synchronises; }, known);
}

/// Does evaluating it change nothing, but for the variables of functions of this unit? A read of
/// what is volatile has an effect, too.
bool LoopFacts::only_reads(const Effects &of) {
    const auto inside = [](const Effects &each) {
        return !each.opaque() && !each.synchronises &&
               std::all_of(each.stores.begin(), each.stores.end(), [](const Effects::Store &store) {
                   return store.root && store.root->function && !store.root->is_static_storage;
               });
    };
    std::unordered_set<const Decl *> seen;
    return of.stores.empty() && of.changed.empty() && !of.opaque() && !of.synchronises &&
           all_called(of, seen, inside, [](const CallExpr *, const FunctionDecl *) { return false; }) &&
           std::none_of(seen.begin(), seen.end(), [&](const Decl *f) {
               return any_lvalue(definition(static_cast<const FunctionDecl *>(f))->body,
                                 [&](QualType type) { return types_.canonical(type).is_volatile_or_atomic(); });
           });
}

/// Does a private lvalue behind a pointer keep its value, and may it be read before the loop?
/// `read`: the type of what is read in the end.
bool LoopFacts::is_steady(Expr *e, QualType read, Node *loop, FunctionDecl *f, Place place) {
    e = without_parens(e);
    const QualType type = types_.canonical(e->type);
    if (types_.is_shared(e->type) || type.is_volatile_or_atomic()) return false;
    if (auto *x = as<IndexExpr>(e)) {
        auto *array = as<ImplicitCast>(without_parens(x->base));
        if (!array || array->conversion != Conversion::array_to_pointer) return false;
        const ConstantValue at = evaluate(ctx_, x->index);
        const QualType whole = types_.canonical(array->operand->type);
        return at.known && !at.is_floating && !at.times_threads && at.value >= 0 && types_.is_array(whole) &&
               !types_.is_variably_modified(whole) && types_.size_of(types_.element(whole)) > 0 &&
               static_cast<uint64_t>(at.value) < types_.size_of(whole) / types_.size_of(types_.element(whole)) &&
               is_steady(array->operand, read, loop, f, place);
    }
    auto *m = as<MemberExpr>(e);
    if (m) {
        if (!m->field || m->field->bit_width || (m->field->parent && m->field->parent->is_union)) return false;
        for (const FieldDecl *step : m->path)
            if (step->bit_width || !step->parent || step->parent->is_union) return false;
        if (!m->arrow) return is_steady(m->base, read, loop, f, place);
    }
    auto *u = as<UnaryExpr>(e);
    if (!m && !(u && u->op == UnaryOp::dereference)) {
        auto *name = as<NameExpr>(e);
        auto *v = name ? as<VarDecl>(name->decl) : nullptr;
        return v && is_fixed(v, loop, f) &&
               (!types_.is_array(v->type) || (alias_types_.has_rule() && keeps_memory(effects(loop), read)));
    }
    VarDecl *p = named_variable(m ? m->base : u->operand);
    if (!ctx_.options.strict_aliasing || !p || types_.is_shared(p->type) || !types_.is_pointer(p->type) ||
        types_.is_shared(types_.pointee(p->type)))
        return false;
    const QualType object = types_.canonical(types_.pointee(p->type));
    return !object.is_volatile_or_atomic() && is_fixed(p, loop, f) && !alias_types_.are_named() &&
           keeps_memory(effects(loop), read) && is_read_before(p, loop, f, place);
}

namespace {

/// Names that a text has, as the declarations they are of.
std::string identity(Context &ctx, Expr *e) {
    std::string result(ctx.source.slice(extent(e)));
    const std::function<void(Node *)> add = [&](Node *n) {
        if (auto *name = as<NameExpr>(n); name && name->decl) result += ";" + atom_of(name->decl);
        for_each_child(n, add);
    };
    add(e);
    return result;
}

} // namespace

/// An element of a private array that has a name and a known length. Whoever reads it in front of
/// the loop keeps the index inside (Lowering::index).
bool LoopFacts::is_fixed_element(Expr *e, Node *loop, FunctionDecl *f) {
    auto *x = as<IndexExpr>(without_parens(e));
    auto *array = x && !x->swapped ? as<ImplicitCast>(without_parens(x->base)) : nullptr;
    auto *name = array && array->conversion == Conversion::array_to_pointer
                     ? as<NameExpr>(without_parens(array->operand))
                     : nullptr;
    auto *v = name ? as<VarDecl>(name->decl) : nullptr;
    return v && !types_.is_shared(v->type) && types_.is_array(v->type) && types_.is_complete(v->type) &&
           !types_.is_variably_modified(v->type) && !types_.is_array(e->type) && is_fixed(v, loop, f) &&
           is_stable(x->index, loop, f);
}

std::string LoopFacts::fixed_pointer(Expr *e, Node *loop, FunctionDecl *f, Place place) {
    Expr *pointer = without_value_conversions(e);
    const std::string type = ":" + std::to_string(types_.canonical(e->type).index());
    if (VarDecl *v = pointer_of(pointer); v && as<MemberExpr>(pointer)) // p->values
        return is_steady(pointer, pointer->type, loop, f, place) ? "m" + identity(ctx_, pointer) + type : "";
    if (is_fixed_element(pointer, loop, f)) return "e" + identity(ctx_, pointer) + type;
    Expr *name = pointer;
    while (auto *m = as<MemberExpr>(name)) {
        if (m->arrow) return "";
        name = without_parens(m->base);
    }
    auto *n = as<NameExpr>(name);
    auto *v = n ? as<VarDecl>(n->decl) : nullptr;
    if (!v || types_.is_shared(v->type) || types_.is_array(v->type) ||
        types_.canonical(pointer->type).is_volatile_or_atomic() || !is_fixed(v, loop, f))
        return "";
    return "p" + (pointer == name ? atom_of(v) : identity(ctx_, pointer)) + type;
}

} // namespace polder::cc
