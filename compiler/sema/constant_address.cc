// Address constants (C11 6.6 p7-p9): what an initialiser of a static object rests on. The question
// is asked of expressions that sema has converted already; the answer for a list is that of its
// worst member.
#include "compiler/sema/constant.h"

#include "compiler/sema/constant_builtin.h"

namespace polder::cc {

namespace {

constexpr int deepest = 4000;

class Classifier {
public:
    explicit Classifier(Context &ctx) : ctx_(ctx) {}
    ConstantAddress value(const Expr *e);

private:
    ConstantAddress dispatch(const Expr *e);
    ConstantAddress place(const Expr *e); // the address of an lvalue
    ConstantAddress name(const NameExpr &e);
    ConstantAddress unary(const UnaryExpr &e);
    ConstantAddress binary(const BinaryExpr &e);
    ConstantAddress list(const InitList &e);
    bool is_number(const Expr *e) { return value(e).kind == AddressKind::number; }

    Context &ctx_;
    int depth_ = 0;
};

constexpr ConstantAddress none{};
constexpr ConstantAddress number{AddressKind::number, nullptr};
constexpr ConstantAddress literal{AddressKind::literal, nullptr};

int badness(AddressKind k) {
    switch (k) {
    case AddressKind::number: return 0;
    case AddressKind::literal: return 1;
    case AddressKind::object: return 2;
    case AddressKind::shared: return 3;
    case AddressKind::none: return 4;
    }
    return 4;
}

ConstantAddress worse(ConstantAddress a, ConstantAddress b) {
    return badness(b.kind) > badness(a.kind) ? b : a;
}

ConstantAddress Classifier::value(const Expr *e) {
    if (!e || depth_ >= deepest) return none;
    if (e->invalid) return number; // reported already
    ++depth_;
    const ConstantAddress a = dispatch(e);
    --depth_;
    return a;
}

ConstantAddress Classifier::dispatch(const Expr *e) {
    switch (e->kind) {
    case NodeKind::literal: return as<Literal>(e)->literal == LiteralKind::string ? literal : number;
    case NodeKind::paren_expr: return value(as<ParenExpr>(e)->inner);
    case NodeKind::cast_expr: return value(as<CastExpr>(e)->operand);
    case NodeKind::init_list: return list(*as<InitList>(e));
    case NodeKind::designated_init: return value(as<DesignatedInit>(e)->value);
    case NodeKind::compound_literal: return value(as<CompoundLiteral>(e)->init);
    case NodeKind::label_address: return literal;
    case NodeKind::generic_expr: return value(as<GenericExpr>(e)->chosen);
    case NodeKind::choose_expr: return value(as<ChooseExpr>(e)->chosen);
    case NodeKind::unary_expr: return unary(*as<UnaryExpr>(e));
    case NodeKind::binary_expr: return binary(*as<BinaryExpr>(e));
    case NodeKind::name_expr: return name(*as<NameExpr>(e));
    case NodeKind::size_expr:
    case NodeKind::types_compatible_expr: return number;
    case NodeKind::offsetof_expr: return number;
    case NodeKind::call_expr:
        // Builtins on constants; the backend judges those that upcc does not fold.
        return builtin_name(ctx_, *as<CallExpr>(e)).empty() ? none : number;
    case NodeKind::conditional_expr: {
        const auto *c = as<ConditionalExpr>(e);
        const ConstantValue v = evaluate(ctx_, c->condition);
        if (!v.known || v.times_threads) return none;
        const bool yes = v.is_floating ? v.real != 0 : v.value != 0;
        if (!yes) return value(c->else_value);
        return c->then_value ? value(c->then_value) : number;
    }
    case NodeKind::implicit_cast: {
        const auto *c = as<ImplicitCast>(e);
        switch (c->conversion) {
        case Conversion::array_to_pointer:
        case Conversion::function_to_pointer: return place(c->operand);
        case Conversion::lvalue_to_rvalue: {
            const Expr *inner = without_parens(c->operand);
            if (as<CompoundLiteral>(inner)) return value(inner); // GNU
            const auto *n = as<NameExpr>(inner);
            const auto *var = n ? as<VarDecl>(n->decl) : nullptr;
            // Both compilers read a const object whose initialiser they have seen.
            if (var && var->init && !ctx_.types.is_shared(var->type) && ctx_.types.canonical(var->type).has(q_const))
                return value(var->init);
            return none;
        }
        default: return value(c->operand);
        }
    }
    case NodeKind::threads_expr: return ctx_.options.static_threads ? number : none;
    default: return none;
    }
}

ConstantAddress Classifier::name(const NameExpr &e) {
    if (as<EnumeratorDecl>(e.decl)) return number;
    if (as<FunctionDecl>(e.decl)) return {AddressKind::object, e.decl};
    return none;
}

ConstantAddress Classifier::place(const Expr *e) {
    if (!e || depth_ >= deepest) return none;
    switch (e->kind) {
    case NodeKind::paren_expr: return place(as<ParenExpr>(e)->inner);
    case NodeKind::name_expr: {
        const auto *n = as<NameExpr>(e);
        if (as<FunctionDecl>(n->decl)) return {AddressKind::object, n->decl};
        const auto *var = as<VarDecl>(n->decl);
        if (!var || !var->is_static_storage || var->thread_local_) return none;
        return {ctx_.types.is_shared(var->type) ? AddressKind::shared : AddressKind::object, var};
    }
    case NodeKind::literal: return literal;
    case NodeKind::compound_literal: return as<CompoundLiteral>(e)->file_scope ? literal : none;
    case NodeKind::implicit_cast: return place(as<ImplicitCast>(e)->operand);
    case NodeKind::member_expr: {
        const auto *m = as<MemberExpr>(e);
        return m->arrow ? value(m->base) : place(m->base);
    }
    case NodeKind::index_expr: {
        const auto *i = as<IndexExpr>(e);
        return is_number(i->index) ? value(i->base) : none;
    }
    case NodeKind::unary_expr: {
        const auto *u = as<UnaryExpr>(e);
        if (u->op == UnaryOp::dereference) return value(u->operand);
        const bool part = u->op == UnaryOp::extension || u->op == UnaryOp::real || u->op == UnaryOp::imag;
        return part ? place(u->operand) : none;
    }
    default: return none;
    }
}

ConstantAddress Classifier::unary(const UnaryExpr &e) {
    switch (e.op) {
    case UnaryOp::address: return place(e.operand);
    case UnaryOp::dereference: // *&f, of functions
        return ctx_.types.is_function(e.type) ? value(e.operand) : none;
    case UnaryOp::extension: return value(e.operand);
    case UnaryOp::logical_not: return value(e.operand).kind == AddressKind::none ? none : number;
    case UnaryOp::plus:
    case UnaryOp::minus:
    case UnaryOp::bit_not:
    case UnaryOp::real:
    case UnaryOp::imag: return is_number(e.operand) ? number : none;
    default: return none;
    }
}

ConstantAddress Classifier::binary(const BinaryExpr &e) {
    const ConstantAddress a = value(e.left);
    if (a.kind == AddressKind::none) return none;
    if (e.op == BinaryOp::logical_and || e.op == BinaryOp::logical_or) {
        const ConstantValue v = evaluate(ctx_, e.left);
        if (v.known && (v.value != 0) == (e.op == BinaryOp::logical_or))
            return number; // the right side is not looked at
    }
    const ConstantAddress b = value(e.right);
    if (b.kind == AddressKind::none) return none;
    const bool numbers = a.kind == AddressKind::number && b.kind == AddressKind::number;
    if (numbers) return number;
    switch (e.op) {
    case BinaryOp::add:
        if (a.kind == AddressKind::number) return b;
        return b.kind == AddressKind::number ? a : none;
    case BinaryOp::sub:
        if (b.kind == AddressKind::number) return a;
        if (a.kind == AddressKind::literal && b.kind == AddressKind::literal) return literal; // labels
        return a.kind == b.kind && a.base == b.base ? number : none;
    case BinaryOp::lt:
    case BinaryOp::gt:
    case BinaryOp::le:
    case BinaryOp::ge:
    case BinaryOp::eq:
    case BinaryOp::ne:
    case BinaryOp::logical_and:
    case BinaryOp::logical_or: return number;
    case BinaryOp::comma: return b;
    default: return none;
    }
}

ConstantAddress Classifier::list(const InitList &e) {
    ConstantAddress worst = number;
    for (const Expr *init : e.inits)
        worst = worse(worst, value(init));
    return worst;
}

} // namespace

ConstantAddress classify_constant(Context &ctx, const Expr *expr) {
    return Classifier(ctx).value(expr);
}

} // namespace polder::cc
