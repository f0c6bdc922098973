// What keeps its value, of expressions that are evaluated first of all when a loop begins, as its
// bound is. They may be evaluated there in any case, so they may be more than others.
//   elements of private memory by any index      first[row + 1], g->size[k]
//   relaxed shared memory, if it is read once    an element of a shared array of lengths
//   calls of functions that only read            i < size(g)
//
// Proof. Memory that is read as a type M keeps its value by the argument in loop_memory.cc. No
// store of the loop may be one of an M. Shared memory may change by other threads, so it is read
// once. Relaxed reads without a synchronisation in between may all have the value of the first one
// (UPC 1.3 appendix B). A function that only reads returns the same if nothing that it reads
// changes.
#include "compiler/analysis/loop_facts.h"

#include <algorithm>

namespace polder::cc {

class AtEntry {
public:
    AtEntry(LoopFacts &facts, const LoopEntry &entry)
        : facts_(facts), types_(facts.types_), loop_(entry.loop), function_(entry.function), when_(entry.when) {}

    /// Does an lvalue keep its value? `read`: the type of what is read in the end.
    bool is_steady(Expr *lvalue, QualType read) {
        Expr *e = without_parens(lvalue);
        const QualType type = types_.canonical(e->type);
        const bool is_shared = types_.is_shared(e->type);
        if (type.is_volatile_or_atomic() ||
            (is_shared && (when_ != LoopFacts::Moment::once || e->strict || lvalue->strict)))
            return false;
        if (auto *name = as<NameExpr>(e)) {
            auto *v = as<VarDecl>(name->decl);
            return v && (is_shared ? keeps(read, true) : facts_.is_fixed(v, loop_, function_));
        }
        if (auto *x = as<IndexExpr>(e)) {
            if (!types_.is_pointer(x->base->type) || !facts_.is_stable(x->index, loop_, function_, when_)) return false;
            auto *array = as<ImplicitCast>(without_parens(x->base));
            return array && array->conversion == Conversion::array_to_pointer ? is_steady(array->operand, read)
                                                                              : is_steady_behind(x->base, read);
        }
        if (auto *m = as<MemberExpr>(e)) {
            if (!m->field || m->field->bit_width || !m->field->parent || m->field->parent->is_union) return false;
            for (const FieldDecl *step : m->path)
                if (step->bit_width || !step->parent || step->parent->is_union) return false;
            return m->arrow ? is_steady_behind(m->base, read) : is_steady(m->base, read);
        }
        auto *u = as<UnaryExpr>(e);
        return u && u->op == UnaryOp::dereference && is_steady_behind(u->operand, read);
    }

    /// A call of a function of this unit. It may also loop or end the program, as it is called in
    /// any case. It may store only to its own variables, and call nothing.
    bool is_stable_call(const CallExpr *call) {
        const FunctionDecl *called = facts_.definition(called_function(call->callee));
        if (!called || !called->body || call->args.size() != called->params.size()) return false;
        const Effects &of = facts_.effects(called->body);
        const auto is_own = [&](const Effects::Store &store) {
            return store.root && store.root->function == called && !store.root->is_static_storage;
        };
        if (!of.calls.empty() || of.opaque() || of.once || of.synchronises || !of.exposed.empty() ||
            !std::all_of(of.stores.begin(), of.stores.end(), is_own))
            return false;
        const auto stays = [&](Expr *argument) {
            Expr *lvalue = without_value_conversions(argument);
            return facts_.is_stable(argument, loop_, function_, when_) ||
                   (types_.is_pointer(argument->type) && !types_.is_pointer_to_shared(argument->type) &&
                    lvalue->lvalue && is_steady(lvalue, lvalue->type));
        };
        return std::all_of(call->args.begin(), call->args.end(), stays) && reads_what_stays(called->body, called);
    }

private:
    bool keeps(QualType read, bool is_shared) {
        return facts_.alias_types_.has_rule() && facts_.keeps_memory(facts_.effects(loop_), read, is_shared);
    }

    /// Does a pointer keep its value, and what it points to, too?
    bool is_steady_behind(Expr *e, QualType read) {
        Expr *pointer = without_value_conversions(e);
        if (!types_.is_pointer(e->type) || !pointer->lvalue) return false;
        const QualType object = types_.canonical(types_.pointee(e->type));
        return !object.is_volatile_or_atomic() && keeps(read, types_.is_pointer_to_shared(e->type)) &&
               is_steady(pointer, pointer->type);
    }

    /// Does all that a function reads keep its value? It may read what it declares itself,
    /// variables, and memory behind private pointers.
    bool reads_what_stays(Node *n, const FunctionDecl *called) {
        if (auto *e = as<Expr>(n)) {
            const QualType type = types_.canonical(e->type);
            if (e->lvalue && (types_.is_shared(e->type) || type.is_volatile_or_atomic())) return false;
        }
        if (auto *name = as<NameExpr>(n)) {
            auto *v = as<VarDecl>(name->decl);
            return !v || v->function == called || facts_.is_fixed(v, loop_, function_);
        }
        auto *read = as<ImplicitCast>(n);
        if (read && read->conversion == Conversion::lvalue_to_rvalue && !is_read_of_what_stays(read)) return false;
        if (auto *m = as<MemberExpr>(n); m && (!m->field || !m->field->parent || m->field->parent->is_union))
            return false;
        bool all = true;
        for_each_child(n, [&](Node *child) { all = all && reads_what_stays(child, called); });
        return all;
    }
    /// Variables are asked about by their names; memory must be behind one pointer.
    bool is_read_of_what_stays(const ImplicitCast *read) {
        Expr *from = without_parens(read->operand);
        for (auto *m = as<MemberExpr>(from); m && !m->arrow; m = as<MemberExpr>(from))
            from = without_parens(m->base);
        return as<NameExpr>(from) ||
               (pointer_of(read->operand) && types_.is_scalar(read->type) && keeps(read->type, false));
    }

    LoopFacts &facts_;
    const TypeTable &types_;
    Node *loop_;
    FunctionDecl *function_;
    const LoopFacts::Moment when_;
};

bool is_stable_at_entry(LoopFacts &facts, Expr *e, const LoopEntry &entry) {
    AtEntry at(facts, entry);
    if (auto *call = as<CallExpr>(e)) return at.is_stable_call(call);
    const bool is_lvalue = e->kind == NodeKind::member_expr || e->kind == NodeKind::index_expr ||
                           e->kind == NodeKind::name_expr || e->kind == NodeKind::unary_expr;
    return is_lvalue && at.is_steady(e, e->type);
}

} // namespace polder::cc
