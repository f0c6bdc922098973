// Walks over a function and those it calls, and gives up at the first access it cannot name.
#include "compiler/analysis/functions/named_arrays.h"

#include "compiler/sema/constant.h"
#include "compiler/unit/library_calls.h"

#include <algorithm>

namespace polder::cc {

namespace {

constexpr size_t most_arrays = 16;

class NamedArrays {
public:
    NamedArrays(LoopFacts &facts, Context &ctx, FunctionDecl *f)
        : facts_(facts), ctx_(ctx), types_(ctx.types), function_(f) {}

    std::vector<VarDecl *> find() {
        const Effects &effects = facts_.effects(function_->body);
        const bool known = !effects.opaque() && visit(function_->body) && written_ && arrays_.size() <= most_arrays &&
                           (followed_.empty() || alias_types_.has_rule()) &&
                           std::ranges::all_of(followed_, [&](QualType t) { return is_apart(t); });
        return known ? arrays_ : std::vector<VarDecl *>();
    }

private:
    bool visit_children(Node *n) {
        bool all = true;
        for_each_child(n, [&](Node *child) { all = all && visit(child); });
        return all;
    }

    bool visit(Node *n) {
        switch (n->kind) {
        case NodeKind::name_expr: return !is_shared_array(named(static_cast<NameExpr *>(n)));
        case NodeKind::index_expr:
        case NodeKind::member_expr: return lvalue(static_cast<Expr *>(n));
        case NodeKind::size_expr: return evaluate(ctx_, static_cast<Expr *>(n)).known || visit_children(n);
        case NodeKind::unary_expr: return unary(static_cast<UnaryExpr *>(n));
        case NodeKind::assign_expr: {
            auto *e = static_cast<AssignExpr *>(n);
            written_ = written_ || types_.is_shared(e->target->type);
            return lvalue(e->target) && visit(e->value);
        }
        case NodeKind::label_address: return false; // compilers do not copy such a function
        case NodeKind::call_expr: return call(static_cast<CallExpr *>(n));
        case NodeKind::forall_stmt: { // the affinity is an address that nothing is accessed by
            auto *s = static_cast<ForallStmt *>(n);
            const bool is_pointer = s->affinity && types_.is_pointer_to_shared(s->affinity->type);
            bool all = true;
            for_each_child(n, [&](Node *child) {
                all = all && (is_pointer && child == s->affinity ? address(s->affinity) : visit(child));
            });
            return all;
        }
        default: return visit_children(n);
        }
    }

    /// An address, or the place of an lvalue, by which nothing is accessed: what computes it.
    bool address(Expr *e) {
        e = without_parens(e);
        if (e->kind == NodeKind::name_expr) return true;
        if (auto *c = as<ImplicitCast>(e))
            return c->conversion == Conversion::lvalue_to_rvalue ? visit(c->operand) : address(c->operand);
        if (auto *c = as<CastExpr>(e)) return address(c->operand);
        if (auto *x = as<IndexExpr>(e)) return visit(x->index) && address(x->base);
        if (auto *m = as<MemberExpr>(e)) return address(m->base);
        if (auto *u = as<UnaryExpr>(e); u && (u->op == UnaryOp::address || u->op == UnaryOp::dereference))
            return address(u->operand);
        auto *sum = as<BinaryExpr>(e);
        if (sum && (sum->op == BinaryOp::add || sum->op == BinaryOp::sub)) {
            const bool is_left = types_.is_pointer(sum->left->type) || types_.is_array(sum->left->type);
            return address(is_left ? sum->left : sum->right) && visit(is_left ? sum->right : sum->left);
        }
        return visit(e);
    }

    bool unary(UnaryExpr *e) {
        if (e->op == UnaryOp::address) return !types_.is_shared(e->operand->type) && visit(e->operand);
        if (e->op == UnaryOp::dereference) return pointer(e->operand, e->type);
        if (e->op < UnaryOp::pre_increment || e->op > UnaryOp::post_decrement) return visit_children(e);
        written_ = written_ || types_.is_shared(e->operand->type);
        return lvalue(e->operand);
    }

    /// An object that is accessed, or a part of one.
    bool lvalue(Expr *e) {
        e = without_parens(e);
        if (auto *x = as<IndexExpr>(e)) {
            Expr *array = decayed_array(x->base);
            return visit(x->index) && (array ? whole(array) : pointer(x->base, x->type));
        }
        if (auto *m = as<MemberExpr>(e)) return m->arrow ? pointer(m->base, m->type) : lvalue(m->base);
        return visit(e);
    }

    /// The array that an element is of.
    bool whole(Expr *array) {
        auto *name = as<NameExpr>(array);
        VarDecl *v = name ? named(name) : nullptr;
        if (!is_shared_array(v)) return lvalue(array);
        auto *first = as<VarDecl>(v->canonical);
        if (!first || depth_ > 0 || !is_plain(v->type)) return false;
        if (std::ranges::find(arrays_, first) == arrays_.end()) arrays_.push_back(first);
        return true;
    }

    /// What is behind a pointer: private, or not known to be.
    bool pointer(Expr *to, QualType accessed) {
        if (types_.is_shared(accessed) || types_.is_pointer_to_shared(to->type)) return false;
        followed_.push_back(accessed);
        return visit(to);
    }

    bool call(CallExpr *e) {
        const FunctionDecl *f = called_function(e->callee);
        const FunctionDecl *defined = facts_.definition(f);
        if (!f || !std::ranges::all_of(e->args, [&](Expr *x) { return visit(x); })) return false;
        const bool has_body = defined && defined->body;
        const bool is_ours = has_body && !(ctx_.source.tokens()[defined->name_token].flags & Token::in_system_header);
        if (is_ours) return body_of(defined);           // also of a function called as one of the C library
        const LibraryCall kind = library_call(ctx_, f); // of atoi, too, which has a body in C libraries
        if (kind == LibraryCall::unknown && has_body) return body_of(defined);
        return kind == LibraryCall::computes && std::ranges::all_of(e->args, [&](Expr *x) { return leads_nowhere(x); });
    }

    bool body_of(const FunctionDecl *f) {
        if (std::ranges::find(seen_, f) != seen_.end()) return true;
        seen_.push_back(f);
        ++depth_;
        const bool known = !facts_.effects(f->body).opaque() && visit(f->body);
        --depth_;
        return known;
    }

    /// Is an argument no pointer, or one to what is certainly private?
    bool leads_nowhere(Expr *e) {
        if (!types_.is_pointer(e->type)) return !types_.is_record(types_.canonical(e->type));
        if (types_.is_pointer_to_shared(e->type)) return false;
        Expr *to = without_conversions(e);
        if (auto *u = as<UnaryExpr>(to); u && u->op == UnaryOp::address) to = without_conversions(u->operand);
        while (auto *x = as<IndexExpr>(to)) {
            if (is_of_main(named_variable(x->base))) return true;
            Expr *array = decayed_array(x->base);
            if (!array) return false;
            to = array;
        }
        VarDecl *v = named_variable(to);
        return to->kind == NodeKind::literal || is_of_main(v) || (v && types_.is_array(v->type)) ||
               (v && !types_.is_pointer(v->type));
    }

    bool is_of_main(const VarDecl *v) const {
        return v && v->kind == NodeKind::param_decl && v->function == function_ &&
               ctx_.source.name(function_->name) == "main" &&
               !facts_.effects(function_->body).changed.count(v->canonical);
    }
    static VarDecl *named(NameExpr *e) { return as<VarDecl>(e->decl); }
    bool is_shared_array(const VarDecl *v) const { return v && types_.is_array(v->type) && types_.is_shared(v->type); }

    /// Numbers, of which it is known what may alias them.
    bool is_plain(QualType array) const {
        const QualType element = types_.canonical(types_.ultimate_element(array));
        return types_.is_arithmetic(element) && !element.is_volatile_or_atomic();
    }

    bool is_apart(QualType followed) const {
        return std::ranges::none_of(arrays_, [&](const VarDecl *v) {
            return alias_types_.may_alias(followed, types_.unshared(types_.ultimate_element(v->type)));
        });
    }

    LoopFacts &facts_;
    Context &ctx_;
    TypeTable &types_;
    FunctionDecl *function_;
    AliasTypes alias_types_{ctx_};
    std::vector<VarDecl *> arrays_ = {};
    std::vector<QualType> followed_ = {}; // types of what is accessed behind private pointers
    std::vector<const FunctionDecl *> seen_ = {};
    unsigned depth_ = 0; // of calls
    bool written_ = false;
};

} // namespace

std::vector<VarDecl *> named_arrays(LoopFacts &facts, Context &ctx, FunctionDecl *f) {
    return NamedArrays(facts, ctx, f).find();
}

} // namespace polder::cc
