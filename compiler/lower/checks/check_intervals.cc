// Intervals of expressions (loop_intervals.h).
#include "compiler/lower/checks/loop_intervals.h"

#include "compiler/sema/constant.h"

#include <optional>

namespace polder::cc {

namespace {

std::string number(__int128 value) {
    if (value <= INT64_MIN) return "(-9223372036854775807L - 1)";
    return "(" + std::to_string(static_cast<long>(value)) + "L)";
}

} // namespace

/// The values of an expression where it stands; null: not known.
Node *LoopIntervals::values(Expr *e, const Place &place) {
    if (!types.is_integer(e->type) || types.size_of(e->type) > 8) return nullptr;
    const ConstantValue c = evaluate(ctx, e);
    if (c.known && !c.is_floating && !c.times_threads && c.value >= INT64_MIN && c.value <= INT64_MAX)
        return call(abi::interval_at, {number(c.value)});
    if (place.entry ? is_readable(e) : unit.facts.is_stable(e, loop_, function_)) return point(e);
    Node *found = computed(e, place);
    return found ? found : of_type(e->type);
}

Node *LoopIntervals::point(Expr *e) {
    return call(abi::interval_at, {make({"(long)(", value(e), ")"})});
}

/// Of small types: all their values.
Node *LoopIntervals::of_type(QualType type) {
    const uint64_t size = types.size_of(type);
    if (types.kind(type) == TypeKind::bool_) return call(abi::interval_of, {"0L", "1L"});
    if (size > 2) return nullptr;
    const long values = 1L << (8 * size);
    return types.is_signed(type) ? call(abi::interval_of, {number(-values / 2), number(values / 2 - 1)})
                                 : call(abi::interval_of, {"0L", number(values - 1)});
}

Node *LoopIntervals::computed(Expr *e, const Place &place) {
    if (auto *p = as<ParenExpr>(e)) return values(p->inner, place);
    if (auto *c = as<ImplicitCast>(e)) {
        if (c->conversion == Conversion::lvalue_to_rvalue) return values(c->operand, place);
        return c->conversion == Conversion::arithmetic ? converted(c->operand, c->type, place) : nullptr;
    }
    if (auto *c = as<CastExpr>(e)) return converted(c->operand, c->type, place);
    if (auto *n = as<NameExpr>(e)) {
        auto *v = as<VarDecl>(n->decl);
        return !v ? nullptr : is_fixed(v) ? point(e) : of_variable(v, place);
    }
    if (auto *u = as<UnaryExpr>(e)) {
        if (u->op == UnaryOp::plus || u->op == UnaryOp::extension) return values(u->operand, place);
        if (u->op == UnaryOp::logical_not) return call(abi::interval_of, {"0L", "1L"});
        Node *inner = u->op == UnaryOp::minus && types.is_signed(e->type) ? values(u->operand, place) : nullptr;
        return inner ? call(abi::interval_subtract, {call(abi::interval_at, {"0L"}), inner}) : nullptr;
    }
    if (auto *c = as<ConditionalExpr>(e)) {
        Node *first = c->then_value ? values(c->then_value, place) : nullptr;
        Node *second = first ? values(c->else_value, place) : nullptr;
        return second ? call(abi::interval_join, {first, second}) : nullptr;
    }
    auto *b = as<BinaryExpr>(e);
    return b ? of_binary(b, place) : nullptr;
}

Node *LoopIntervals::of_variable(VarDecl *v, const Place &place) {
    if (types.is_shared(v->type) || types.canonical(v->type).is_volatile_or_atomic()) return nullptr;
    for (size_t i = place.around.size(); i-- > 0;)
        if (place.around[i]->variable->canonical == v->canonical) return range(*place.around[i]);
    const Counted &whole = *loops_.front();
    if (place.entry && v->canonical == whole.variable->canonical && whole.start) return values(whole.start, place);
    const auto known = declared_.find(v->canonical);
    if (known == declared_.end() || v->is_static_storage || !known->second.init) return nullptr;
    if (unit.facts.effects(function_->body).assigned.count(v->canonical)) return nullptr;
    return converted(known->second.init, v->type, known->second.place);
}

Node *LoopIntervals::of_binary(BinaryExpr *e, const Place &place) {
    const bool is_unsigned = !types.is_signed(types.canonical(e->type));
    const auto everything = [&] { return make(abi::interval_all + "()"); };
    const auto constant = [&](Expr *by) -> std::optional<long> {
        const ConstantValue c = evaluate(ctx, by);
        return c.known && !c.is_floating && !c.times_threads && c.value >= 0 && c.value < 48
                   ? std::optional(static_cast<long>(c.value))
                   : std::nullopt;
    };
    const std::string kind = is_unsigned ? "1" : "0";
    Node *left = values(e->left, place);
    Node *right = values(e->right, place);
    Node *result = nullptr;
    switch (e->op) {
    case BinaryOp::add: result = left && right ? call(abi::interval_add, {left, right}) : nullptr; break;
    case BinaryOp::sub: result = left && right ? call(abi::interval_subtract, {left, right}) : nullptr; break;
    case BinaryOp::mul: result = left && right ? call(abi::interval_times, {left, right}) : nullptr; break;
    case BinaryOp::div: result = left && right ? call(abi::interval_quotient, {left, right, kind}) : nullptr; break;
    case BinaryOp::bit_and:
        if (left || right) return call(abi::interval_and, {left ? left : everything(), right ? right : everything()});
        return nullptr;
    case BinaryOp::rem:
        if (!right || (!left && !is_unsigned)) return nullptr;
        return call(abi::interval_remainder, {left ? left : everything(), right, kind});
    case BinaryOp::shl: {
        const auto by = constant(e->right);
        result = left && by ? call(abi::interval_times, {left, call(abi::interval_at, {number(__int128{1} << *by)})})
                            : nullptr;
        break;
    }
    case BinaryOp::shr: {
        const auto by = constant(e->right);
        if (!by || (!left && !is_unsigned)) return nullptr;
        Node *all = types.size_of(e->type) == 4 ? call(abi::interval_of, {"0L", "4294967295L"}) : everything();
        return call(abi::interval_right, {left ? left : all, number(*by), kind});
    }
    case BinaryOp::lt:
    case BinaryOp::gt:
    case BinaryOp::le:
    case BinaryOp::ge:
    case BinaryOp::eq:
    case BinaryOp::ne:
    case BinaryOp::logical_and:
    case BinaryOp::logical_or: return call(abi::interval_of, {"0L", "1L"});
    default: return nullptr;
    }
    const bool wraps = result && is_unsigned && types.size_of(e->type) == 4; // as an index of 64 bits does not
    return wraps ? call(abi::interval_within, {result, "0L", "4294967295L"}) : result;
}

Node *LoopIntervals::converted(Expr *from, QualType to, const Place &place) {
    if (!types.is_integer(from->type) || types.size_of(from->type) > 8 || !types.is_integer(to)) return nullptr;
    if (types.kind(types.canonical(to)) == TypeKind::bool_) return call(abi::interval_of, {"0L", "1L"});
    Node *found = values(from, place);
    const uint64_t size = types.size_of(to);
    const uint64_t before = types.size_of(from->type);
    const bool is_signed = types.is_signed(types.canonical(to));
    const bool was_signed = types.is_signed(types.canonical(from->type));
    if (!found || size == 8 || (size > before && (is_signed || !was_signed)) ||
        (size == before && is_signed == was_signed))
        return found;
    const long half = 1L << (8 * size - 1);
    return is_signed ? call(abi::interval_within, {found, number(-half), number(half - 1)})
                     : call(abi::interval_within, {found, "0L", number(2 * half - 1)});
}

/// Of the variable of a loop, in its body.
Node *LoopIntervals::range(Counted &loop) {
    if (!loop.asked) {
        loop.asked = true;
        const Place &outside = places_[loop.compared];
        Place first = outside;
        first.entry = loop.outermost;
        Node *start = !loop.start ? loop.outermost ? point(loop.compared) : nullptr : values(loop.start, first);
        Node *bound = start ? values(loop.bound, outside) : nullptr;
        if (!bound) return nullptr;
        const QualType type = types.canonical(loop.variable->type);
        const bool is_signed = types.is_signed(type);
        const bool narrow = types.size_of(type) == 4;
        const std::string most = !narrow ? "9223372036854775807L" : is_signed ? "2147483647L" : "4294967295L";
        const std::string least = !is_signed ? "0L" : narrow ? "-2147483648L" : number(INT64_MIN);
        const bool inclusive = loop.test == BinaryOp::le || loop.test == BinaryOp::ge;
        Node *result = loop.test == BinaryOp::ne
                           ? call(abi::interval_until, {start, bound, loop.up ? "1" : "0"})
                           : call(loop.up ? abi::interval_up : abi::interval_down,
                                  {start, bound, loop.step, inclusive ? "1L" : "0L", loop.up ? most : least});
        const std::string name = fresh("range", loop.compared);
        declarations_.text("const " + abi::interval + " " + name + " = ").node(result).text("; ");
        loop.interval = name;
    }
    return loop.interval.empty() ? nullptr : make(loop.interval);
}

/// May it be evaluated in front of the loop, which begins with it? Nothing shared is read.
bool LoopIntervals::is_readable(Expr *e) {
    switch (e->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr: return true;
    case NodeKind::paren_expr:
    case NodeKind::implicit_cast:
    case NodeKind::member_expr:
    case NodeKind::index_expr: break;
    case NodeKind::cast_expr: return types.is_arithmetic(e->type) && is_readable(static_cast<CastExpr *>(e)->operand);
    case NodeKind::binary_expr: {
        const BinaryOp op = static_cast<BinaryExpr *>(e)->op;
        if (op == BinaryOp::comma || op == BinaryOp::logical_and || op == BinaryOp::logical_or) return false;
        break;
    }
    case NodeKind::unary_expr: {
        const UnaryOp op = static_cast<UnaryExpr *>(e)->op;
        if (op > UnaryOp::logical_not && op != UnaryOp::dereference) return false;
        break;
    }
    case NodeKind::name_expr: {
        Decl *d = static_cast<NameExpr *>(e)->decl;
        auto *v = as<VarDecl>(d);
        if (!v) return d && d->kind == NodeKind::enumerator_decl;
        if (init_ && unit.facts.effects(init_).changed.count(v->canonical)) return false;
        break;
    }
    default: return false;
    }
    if (types.is_shared(e->type) || types.canonical(e->type).is_volatile_or_atomic()) return false;
    return all_parts(e, [&](Expr *part) { return is_readable(part); });
}

} // namespace polder::cc
