// Integer constant expressions. Every value is kept wrapped to the width and signedness of its C
// type, so 128-bit arithmetic on it is exact. Floating values are folded in double. That is good
// enough for what a constant expression may do with them: cast them to an integer, or compare.
// Addresses that rest on a number, `&((struct s *)0)->member`, fold as both compilers fold them.
#include "compiler/sema/constant.h"

#include "compiler/lex/literal.h"
#include "compiler/sema/constant_builtin.h"
#include "compiler/type/conversions.h"

#include <cmath>

namespace polder::cc {

namespace {

constexpr auto integer = ConstantValue::integer;
constexpr auto floating = ConstantValue::floating;

constexpr int deepest = 4000; // nested expressions; the parser's own limit lies far below

ConstantValue unknown() {
    return {};
}
bool truth(const ConstantValue &v) {
    return v.is_floating ? v.real != 0 : v.value != 0;
}

class Evaluator {
public:
    explicit Evaluator(Context &ctx) : ctx_(ctx), types_(ctx.types) {}
    ConstantValue eval(const Expr *e);

private:
    ConstantValue dispatch(const Expr *e);
    ConstantValue literal(const Literal &e);
    ConstantValue unary(const UnaryExpr &e);
    ConstantValue binary(const BinaryExpr &e);
    ConstantValue logical(const BinaryExpr &e);
    ConstantValue integers(BinaryOp op, const ConstantValue &a, const ConstantValue &b, QualType operands,
                           QualType result);
    ConstantValue reals(BinaryOp op, double a, double b);
    ConstantValue pointers(const BinaryExpr &e, const ConstantValue &a, const ConstantValue &b);
    ConstantValue conditional(const ConditionalExpr &e);
    ConstantValue size(const SizeExpr &e);
    ConstantValue local_size(QualType q);
    ConstantValue array_bytes(QualType q);
    ConstantValue place(const Expr *lvalue); // numeric address
    ConstantValue constexpr_value(const Expr *lvalue);
    ConstantValue offset_of(const OffsetofExpr &e);
    ConstantValue convert(ConstantValue v, QualType to);

    Context &ctx_;
    TypeTable &types_;
    int depth_ = 0;
};

ConstantValue Evaluator::eval(const Expr *e) {
    if (!e || e->invalid || depth_ >= deepest) return unknown();
    ++depth_;
    const ConstantValue v = dispatch(e);
    --depth_;
    return v;
}

/// C23: the value of a constexpr object.
ConstantValue Evaluator::constexpr_value(const Expr *e) {
    while (const auto *p = as<ParenExpr>(e))
        e = p->inner;
    const auto *name = as<NameExpr>(e);
    const auto *v = name ? as<VarDecl>(name->decl) : nullptr;
    return v && v->constexpr_ && v->init && types_.is_integer(v->type) ? convert(eval(v->init), v->type) : unknown();
}

ConstantValue Evaluator::dispatch(const Expr *e) {
    switch (e->kind) {
    case NodeKind::literal: return literal(*as<Literal>(e));
    case NodeKind::paren_expr: return eval(as<ParenExpr>(e)->inner);
    case NodeKind::unary_expr: return unary(*as<UnaryExpr>(e));
    case NodeKind::binary_expr: return binary(*as<BinaryExpr>(e));
    case NodeKind::conditional_expr: return conditional(*as<ConditionalExpr>(e));
    case NodeKind::cast_expr: return convert(eval(as<CastExpr>(e)->operand), e->type);
    case NodeKind::size_expr: return size(*as<SizeExpr>(e));
    case NodeKind::generic_expr: return eval(as<GenericExpr>(e)->chosen);
    case NodeKind::choose_expr: return eval(as<ChooseExpr>(e)->chosen);
    case NodeKind::types_compatible_expr: return integer(as<TypesCompatibleExpr>(e)->value);
    case NodeKind::offsetof_expr: return offset_of(*as<OffsetofExpr>(e));
    case NodeKind::call_expr:
        return evaluate_builtin(ctx_, *as<CallExpr>(e), [this](const Expr *arg) { return eval(arg); });
    case NodeKind::name_expr: {
        const auto *enumerator = as<EnumeratorDecl>(as<NameExpr>(e)->decl);
        return enumerator ? integer(enumerator->value) : unknown();
    }
    case NodeKind::implicit_cast: {
        const auto *cast = as<ImplicitCast>(e);
        if (cast->conversion == Conversion::lvalue_to_rvalue) return constexpr_value(cast->operand);
        if (cast->conversion == Conversion::array_to_pointer) return place(cast->operand);
        return convert(eval(cast->operand), e->type);
    }
    case NodeKind::threads_expr: {
        ConstantValue v = integer(ctx_.options.static_threads ? ctx_.options.static_threads : 1);
        v.times_threads = ctx_.options.static_threads == 0;
        return v;
    }
    default: return unknown();
    }
}

__int128 wrap(__int128 value, unsigned bits, bool is_signed) {
    if (bits >= 128) return value;
    const unsigned __int128 mask = (static_cast<unsigned __int128>(1) << bits) - 1;
    const unsigned __int128 low = static_cast<unsigned __int128>(value) & mask;
    if (is_signed && (low >> (bits - 1))) return static_cast<__int128>(low | ~mask);
    return static_cast<__int128>(low);
}

ConstantValue Evaluator::convert(ConstantValue v, QualType to) {
    if (!v.known) return v;
    if (types_.is_error(to) || types_.is_void(to) || types_.is_record(to) || types_.is_vector(to)) return unknown();
    if (types_.is_floating(to)) {
        if (v.times_threads) return unknown();
        const double real = v.is_floating ? v.real : static_cast<double>(v.value);
        ConstantValue r =
            floating(types_.kind(to) == TypeKind::float_ ? static_cast<double>(static_cast<float>(real)) : real);
        r.overflow = v.overflow;
        return r;
    }
    const bool is_bool = types_.kind(types_.unshared(to)) == TypeKind::bool_;
    if (is_bool) {
        if (v.times_threads) return unknown();
        const bool overflow = v.overflow;
        v = integer(truth(v));
        v.overflow = overflow;
        return v;
    }
    if (v.is_floating) {
        if (!std::isfinite(v.real) || std::fabs(v.real) >= 1.7e38) return unknown();
        v = integer(static_cast<__int128>(v.real));
    }
    if (types_.is_pointer(to)) return v;
    if (!types_.is_integer(to)) return unknown();
    v.value = wrap(v.value, integer_width(types_, to), types_.is_signed(to));
    return v;
}

ConstantValue Evaluator::literal(const Literal &e) {
    switch (e.literal) {
    case LiteralKind::integer:
    case LiteralKind::character:
        if (!types_.is_integer(e.type)) return unknown(); // imaginary
        return convert(integer(static_cast<__int128>(e.value)), e.type);
    case LiteralKind::floating: {
        if (!types_.is_floating(e.type)) return unknown();
        const NumberLiteral n = parse_number(ctx_.source.spelling(e.range.first));
        return n.valid ? floating(n.approximate) : unknown();
    }
    case LiteralKind::string: return unknown();
    }
    return unknown();
}

ConstantValue Evaluator::unary(const UnaryExpr &e) {
    if (e.op == UnaryOp::address) return place(e.operand);
    ConstantValue v = eval(e.operand);
    if (!v.known) return v;
    switch (e.op) {
    case UnaryOp::plus:
    case UnaryOp::extension: return e.op == UnaryOp::plus ? convert(v, e.type) : v;
    case UnaryOp::logical_not: return v.times_threads ? integer(v.value == 0) : integer(!truth(v));
    case UnaryOp::minus: {
        if (v.is_floating) return floating(-v.real);
        const __int128 negative = static_cast<__int128>(-static_cast<unsigned __int128>(v.value));
        const bool lowest =
            types_.is_signed(e.type) && v.value != 0 && wrap(negative, integer_width(types_, e.type), true) == v.value;
        v.value = negative;
        v.overflow |= lowest;
        return convert(v, e.type);
    }
    case UnaryOp::bit_not:
        if (v.is_floating || v.times_threads) return unknown();
        v.value = ~v.value;
        return convert(v, e.type);
    default: return unknown();
    }
}

ConstantValue Evaluator::logical(const BinaryExpr &e) {
    const ConstantValue a = eval(e.left);
    if (!a.known) return unknown();
    const bool is_and = e.op == BinaryOp::logical_and;
    if (truth(a) != is_and) return integer(!is_and);
    const ConstantValue b = eval(e.right);
    return b.known ? integer(truth(b)) : unknown();
}

ConstantValue Evaluator::binary(const BinaryExpr &e) {
    if (e.op == BinaryOp::logical_and || e.op == BinaryOp::logical_or) return logical(e);
    const ConstantValue a = eval(e.left);
    if (!a.known) return unknown();
    const ConstantValue b = eval(e.right);
    if (!b.known) return unknown();
    if (e.op == BinaryOp::comma) return b;
    if (types_.is_pointer(e.left->type) || types_.is_pointer(e.right->type)) return pointers(e, a, b);
    if (a.times_threads || b.times_threads) {
        if (e.op != BinaryOp::mul || (a.times_threads && b.times_threads) || a.is_floating || b.is_floating)
            return unknown();
    }
    if (a.is_floating || b.is_floating) {
        return reals(e.op, a.is_floating ? a.real : static_cast<double>(a.value),
                     b.is_floating ? b.real : static_cast<double>(b.value));
    }
    if (!types_.is_integer(e.left->type) || !types_.is_integer(e.right->type)) return unknown();
    const bool shift = e.op == BinaryOp::shl || e.op == BinaryOp::shr;
    const QualType operands =
        shift ? promoted(types_, e.left->type) : usual_arithmetic(types_, e.left->type, e.right->type);
    ConstantValue r = integers(e.op, convert(a, operands), shift ? b : convert(b, operands), operands, e.type);
    r.overflow |= a.overflow || b.overflow;
    r.times_threads = r.known && (a.times_threads || b.times_threads);
    return r;
}

bool compare(BinaryOp op, int order) {
    switch (op) {
    case BinaryOp::lt: return order < 0;
    case BinaryOp::gt: return order > 0;
    case BinaryOp::le: return order <= 0;
    case BinaryOp::ge: return order >= 0;
    case BinaryOp::eq: return order == 0;
    default: return order != 0;
    }
}

ConstantValue Evaluator::integers(BinaryOp op, const ConstantValue &a, const ConstantValue &b, QualType operands,
                                  QualType result) {
    using U = unsigned __int128;
    const bool is_signed = types_.is_signed(operands);
    const unsigned width = integer_width(types_, operands);
    const auto order = [&] {
        if (a.value == b.value) return 0;
        if (is_signed) return a.value < b.value ? -1 : 1;
        return static_cast<U>(a.value) < static_cast<U>(b.value) ? -1 : 1;
    };
    const auto checked = [&](__int128 exact, bool overflow128) {
        ConstantValue r = integer(wrap(exact, width, is_signed));
        r.overflow = is_signed && (overflow128 || r.value != exact);
        return r;
    };
    __int128 exact = 0;
    switch (op) {
    case BinaryOp::mul: {
        const bool over = __builtin_mul_overflow(a.value, b.value, &exact);
        return checked(over ? static_cast<__int128>(static_cast<U>(a.value) * static_cast<U>(b.value)) : exact, over);
    }
    case BinaryOp::add: {
        const bool over = __builtin_add_overflow(a.value, b.value, &exact);
        return checked(over ? static_cast<__int128>(static_cast<U>(a.value) + static_cast<U>(b.value)) : exact, over);
    }
    case BinaryOp::sub: {
        const bool over = __builtin_sub_overflow(a.value, b.value, &exact);
        return checked(over ? static_cast<__int128>(static_cast<U>(a.value) - static_cast<U>(b.value)) : exact, over);
    }
    case BinaryOp::div:
    case BinaryOp::rem: {
        if (b.value == 0) {
            ConstantValue r = unknown();
            r.overflow = true;
            return r;
        }
        if (!is_signed) {
            const U q = static_cast<U>(a.value) / static_cast<U>(b.value);
            const U m = static_cast<U>(a.value) % static_cast<U>(b.value);
            return integer(static_cast<__int128>(op == BinaryOp::div ? q : m));
        }
        if (b.value == -1)
            return op == BinaryOp::rem ? integer(0) : checked(static_cast<__int128>(-static_cast<U>(a.value)), false);
        return integer(op == BinaryOp::div ? a.value / b.value : a.value % b.value);
    }
    case BinaryOp::shl:
    case BinaryOp::shr: {
        if (b.value < 0 || b.value >= static_cast<int>(width)) {
            ConstantValue r = unknown();
            r.overflow = true;
            return r;
        }
        const auto n = static_cast<unsigned>(b.value);
        if (op == BinaryOp::shl) return convert(integer(static_cast<__int128>(static_cast<U>(a.value) << n)), operands);
        return integer(is_signed ? a.value >> n : static_cast<__int128>(static_cast<U>(a.value) >> n));
    }
    case BinaryOp::bit_and: return convert(integer(a.value & b.value), result);
    case BinaryOp::bit_or: return convert(integer(a.value | b.value), result);
    case BinaryOp::bit_xor: return convert(integer(a.value ^ b.value), result);
    default: return integer(compare(op, order()));
    }
}

ConstantValue Evaluator::reals(BinaryOp op, double a, double b) {
    switch (op) {
    case BinaryOp::mul: return floating(a * b);
    case BinaryOp::div: return floating(a / b);
    case BinaryOp::add: return floating(a + b);
    case BinaryOp::sub: return floating(a - b);
    case BinaryOp::rem:
    case BinaryOp::shl:
    case BinaryOp::shr:
    case BinaryOp::bit_and:
    case BinaryOp::bit_or:
    case BinaryOp::bit_xor: return unknown();
    case BinaryOp::ne: return integer(a != b);
    default: return integer(a == a && b == b && compare(op, a < b ? -1 : a > b ? 1 : 0));
    }
}

// Numbers cast to pointers: offsetof by hand.
ConstantValue Evaluator::pointers(const BinaryExpr &e, const ConstantValue &a, const ConstantValue &b) {
    if (a.times_threads || b.times_threads) return unknown();
    const bool left = types_.is_pointer(e.left->type);
    const bool right = types_.is_pointer(e.right->type);
    const QualType target = types_.pointee(left ? e.left->type : e.right->type);
    if (types_.is_shared(target)) return unknown();
    const Layout l = types_.layout(target);
    const auto step = static_cast<__int128>(l.size);
    switch (e.op) {
    case BinaryOp::add:
        return l.known ? integer(left ? a.value + b.value * step : b.value + a.value * step) : unknown();
    case BinaryOp::sub:
        if (!l.known || step == 0) return unknown();
        return integer(right ? (a.value - b.value) / step : a.value - b.value * step);
    case BinaryOp::lt:
    case BinaryOp::gt:
    case BinaryOp::le:
    case BinaryOp::ge:
    case BinaryOp::eq:
    case BinaryOp::ne: return integer(compare(e.op, a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
    default: return unknown();
    }
}

ConstantValue Evaluator::conditional(const ConditionalExpr &e) {
    const ConstantValue c = eval(e.condition);
    if (!c.known) return unknown();
    if (!truth(c)) return convert(eval(e.else_value), e.type);
    return convert(e.then_value ? eval(e.then_value) : c, e.type);
}

// ---- sizes ----

// sizeof, also of arrays whose bound is a multiple of THREADS.
ConstantValue Evaluator::array_bytes(QualType q) {
    const Layout l = types_.layout(q);
    if (l.known) return integer(l.size);
    if (!types_.times_threads(q)) return unknown();
    const Layout element = types_.layout(types_.ultimate_element(q));
    if (!element.known) return unknown();
    ConstantValue v = integer(static_cast<__int128>(types_.elements_in(q)) * element.size);
    v.times_threads = true;
    return v;
}

// What one thread needs at most. ceil(ceil(n T / B) / T) is ceil(n / B): with a THREADS bound the
// result does not depend on it.
ConstantValue Evaluator::local_size(QualType q) {
    const Layout element = types_.layout(types_.ultimate_element(q));
    if (!element.known) return unknown();
    if (!types_.is_array(q)) return integer(element.size);
    const auto n = static_cast<__int128>(types_.elements_in(q));
    const auto block = static_cast<__int128>(types_.block_of(q));
    if (block == 0) return array_bytes(q);
    __int128 blocks = (n + block - 1) / block;
    if (!types_.times_threads(q)) {
        const auto threads = static_cast<__int128>(ctx_.options.static_threads);
        if (threads == 0) return integer(n * static_cast<__int128>(element.size)); // the most, which is on one thread
        blocks = (blocks + threads - 1) / threads;
    }
    const __int128 most = blocks * block;
    return integer((most < n || types_.times_threads(q) ? most : n) * static_cast<__int128>(element.size));
}

ConstantValue Evaluator::size(const SizeExpr &e) {
    switch (e.op) {
    case SizeOp::sizeof_: return array_bytes(e.measured);
    case SizeOp::alignof_: return integer(types_.layout(e.measured).align);
    case SizeOp::localsizeof: return local_size(e.measured);
    case SizeOp::blocksizeof: return integer(static_cast<__int128>(types_.block_of(e.measured)));
    case SizeOp::elemsizeof: {
        const Layout l = types_.layout(types_.ultimate_element(e.measured));
        return l.known ? integer(l.size) : unknown();
    }
    }
    return unknown();
}

ConstantValue Evaluator::offset_of(const OffsetofExpr &e) {
    return e.constant ? integer(static_cast<__int128>(e.value)) : unknown();
}

ConstantValue Evaluator::place(const Expr *e) {
    if (!e || e->invalid || depth_ >= deepest) return unknown();
    if (const auto *p = as<ParenExpr>(e)) return place(p->inner);
    if (const auto *u = as<UnaryExpr>(e)) {
        if (u->op == UnaryOp::dereference) return eval(u->operand);
        return u->op == UnaryOp::extension ? place(u->operand) : unknown();
    }
    if (const auto *m = as<MemberExpr>(e)) {
        ++depth_;
        ConstantValue v = m->arrow ? eval(m->base) : place(m->base);
        --depth_;
        if (!v.known || v.times_threads) return unknown();
        for (const FieldDecl *f : m->path)
            v.value += static_cast<__int128>(f->offset);
        return v;
    }
    if (const auto *i = as<IndexExpr>(e)) {
        const ConstantValue base = eval(i->base);
        const ConstantValue index = eval(i->index);
        const Layout l = types_.layout(e->type);
        if (!base.known || !index.known || index.times_threads || index.is_floating || !l.known) return unknown();
        return integer(base.value + index.value * static_cast<__int128>(l.size));
    }
    return unknown();
}

} // namespace

ConstantValue evaluate(Context &ctx, const Expr *expr) {
    return Evaluator(ctx).eval(expr);
}

bool is_zero_constant(Context &ctx, const Expr *expr) {
    const ConstantValue v = evaluate(ctx, expr);
    return v.known && !v.is_floating && v.value == 0;
}

} // namespace polder::cc
