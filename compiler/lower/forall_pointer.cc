// forall over a pointer: a upc_forall that a pointer-to-shared goes through goes from own element
// to own element.
//   before   upc_forall (p = a; p < end; p++; p) *p = f(*p);      // shared [4] double *p, *end
//   after    { const int polder_f1 = *polder_depth; p = a;
//              if (polder_f1) for (; p < end; p++) *p = f(*p);
//              else { const polder_gp polder_s2 = p;
//                const long polder_c3 = p < end ? polder_trip_count(0, end - p, 1, 0) : 0;
//                const long polder_p4 = polder_c3 ? <the place of *p> : 0;
//                for (long polder_k5 =
//                       polder_own_run_first(polder_e, 1, polder_p4, 4, 0, polder_c3);
//                     polder_k5 < polder_c3; ...) {
//                  p = polder_s2 + polder_k5;
//                  for (long polder_n6 = <length of the run>; polder_n6 > 0;
//                       polder_n6--, p.ga += 8, p.phase += 1) *p = f(*p); }
//                p = polder_s2 + polder_c3; } }
//
// The place of iteration k is that of the pointer, in elements of an array that begins on thread 0,
// and k steps more (affinity.cc). On one thread the pointer goes on by C's arithmetic. Affinities:
// p, &*p, &p->member, &p[c], p + c. Steps and conditions as of counting loops (counted_loop.h).
// Valid where the bound keeps its value and the body leaves the pointer alone.
#include "compiler/lower/passes/strip_mine.h"

#include "compiler/sema/constant.h"

#include <utility>

namespace polder::cc {

namespace {

constexpr unsigned twice_tokens = 400; // a longer body does not go out twice
constexpr long most_ahead = 1L << 30;

} // namespace

/// How far ahead of the pointer the element lies whose thread the affinity names; none if that is
/// no constant.
std::optional<long> Lowering::offset_of_pointer(Expr *affinity, const VarDecl *p) {
    Expr *e = without_conversions(affinity);
    if (named_variable(e) == p) return 0;
    const auto constant = [&](Expr *index) -> std::optional<long> {
        const ConstantValue c = evaluate(ctx, index);
        const auto n = static_cast<long>(c.value);
        return c.known && !c.is_floating && !c.times_threads && n > -most_ahead && n < most_ahead ? std::optional(n)
                                                                                                  : std::nullopt;
    };
    const auto sum = [&](Expr *pointer, Expr *index, bool negative) -> std::optional<long> {
        const auto n =
            named_variable(without_value_conversions(pointer)) == p ? constant(index) : std::nullopt; // of p's own type
        return n && negative ? std::optional(-*n) : n;
    };
    if (auto *b = as<BinaryExpr>(e); b && (b->op == BinaryOp::add || b->op == BinaryOp::sub))
        return types.is_pointer(b->left->type) ? sum(b->left, b->right, b->op == BinaryOp::sub)
                                               : sum(b->right, b->left, false);
    auto *address = as<UnaryExpr>(e);
    if (!address || address->op != UnaryOp::address) return std::nullopt;
    for (e = without_parens(address->operand); e;) {
        auto *m = as<MemberExpr>(e);
        auto *x = as<IndexExpr>(e);
        auto *u = as<UnaryExpr>(e);
        if (m && m->arrow) return offset_of_pointer(m->base, p);
        if (u) return u->op == UnaryOp::dereference ? offset_of_pointer(u->operand, p) : std::nullopt;
        Expr *array = x ? decayed_array(x->base) : nullptr;
        if (x && !array) return sum(x->base, x->index, false);
        if (x && !is_pure_expression(x->index, nullptr)) return std::nullopt;
        e = m ? without_parens(m->base) : array;
    }
    return std::nullopt;
}

/// A pointer that has the same value whenever it is asked for while the loop runs.
bool Lowering::is_fixed_pointer(Expr *e, Node *loop) {
    e = without_parens(e);
    if (auto *cast = as<ImplicitCast>(e))
        return cast->conversion == Conversion::array_to_pointer ? as<NameExpr>(without_parens(cast->operand)) != nullptr
                                                                : is_fixed_pointer(cast->operand, loop);
    if (auto *cast = as<CastExpr>(e))
        return types.is_pointer_to_shared(cast->operand->type) && is_fixed_pointer(cast->operand, loop);
    if (as<NameExpr>(e)) {
        VarDecl *v = variable_of(e);
        return v && !types.is_shared(v->type) && types.is_pointer_to_shared(v->type) &&
               facts_.is_fixed(v, loop, function_->decl);
    }
    if (auto *b = as<BinaryExpr>(e); b && (b->op == BinaryOp::add || b->op == BinaryOp::sub)) {
        Expr *pointer = types.is_pointer(b->left->type) ? b->left : b->right;
        Expr *index = pointer == b->left ? b->right : b->left;
        return is_fixed_pointer(pointer, loop) && types.is_integer(index->type) &&
               facts_.is_stable(index, loop, function_->decl);
    }
    auto *u = as<UnaryExpr>(e);
    auto *x = u && u->op == UnaryOp::address ? as<IndexExpr>(without_parens(u->operand)) : nullptr;
    return x && is_fixed_pointer(x->base, loop) && facts_.is_stable(x->index, loop, function_->decl);
}

/// Fills `pointer_loop`, or says why the loop is none.
const char *Lowering::recognise_pointer_loop(ForallStmt *s, PointerLoop &pointer_loop) {
    const LoopStep step = step_of(s->step);
    VarDecl *p = step.variable;
    auto *test = s->condition ? as<BinaryExpr>(without_parens(s->condition)) : nullptr;
    if (!p || !types.is_pointer_to_shared(p->type) || types.is_shared(p->type) || !test ||
        s->affinity_kind != Affinity::pointer)
        return "the loop does not step a pointer";
    const QualType type = types.canonical(p->type);
    const QualType pointee = types.pointee(type);
    if (p->is_static_storage || p->file_scope || p->storage == Storage::extern_ || type.has(q_volatile) ||
        type.has(q_atomic))
        return "the pointer is not local";
    if (types.is_shared_void_pointer(type) || types.is_array(pointee) || !types.is_complete(pointee))
        return "the pointer goes through rows";
    const ConstantValue by = step.by ? evaluate(ctx, step.by) : ConstantValue();
    if (step.by && (!by.known || by.is_floating || by.times_threads || by.value <= 0 || by.value > INT32_MAX))
        return "the step is no constant";
    pointer_loop.pointer = p;
    pointer_loop.step = (step.by ? static_cast<long>(by.value) : 1) * (step.negative ? -1 : 1);
    BinaryOp op = test->op;
    pointer_loop.read = test->left;
    pointer_loop.bound = test->right;
    if (named_variable(without_value_conversions(pointer_loop.read)) != p) {
        std::swap(pointer_loop.read, pointer_loop.bound);
        op = mirrored(op);
    }
    if (named_variable(without_value_conversions(pointer_loop.read)) != p ||
        !types.is_pointer_to_shared(pointer_loop.bound->type))
        return "the condition does not compare the pointer";
    const bool up = pointer_loop.step > 0;
    const bool odd = op == BinaryOp::ne && std::abs(pointer_loop.step) == 1;
    pointer_loop.inclusive = op == BinaryOp::le || op == BinaryOp::ge;
    if (!odd && !(up ? op == BinaryOp::lt || op == BinaryOp::le : op == BinaryOp::gt || op == BinaryOp::ge))
        return "step and condition point in different directions";
    const QualType other = types.pointee(pointer_loop.bound->type);
    if (types.is_shared_void_pointer(pointer_loop.bound->type) || types.is_array(other) ||
        types.block_of(other) != types.block_of(pointee) ||
        types.canonical(types.unshared(other)).unqualified() != types.canonical(types.unshared(pointee)).unqualified())
        return "pointer and bound differ in type";
    const auto ahead = offset_of_pointer(s->affinity, p);
    if (!ahead) return "the affinity is not the pointer's";
    pointer_loop.ahead = *ahead;
    if (pointer_loop.ahead && types.block_of(pointee) > 1) return "the affinity is that of another element";
    if (!is_fixed_pointer(pointer_loop.bound, s)) return "the bound may change in the loop";
    const Effects &inside = facts_.effects(s->body);
    if (may_change(s->body, p) || inside.opaque() || takes_address(p)) return "the body may change the pointer";
    if (auto *d = as<Declaration>(s->init); d && (d->declarators.size() != 1 || d->declarators[0]->decl != p))
        return "the loop begins with more than its pointer";
    return inside.twice() && s->body->range.last - s->body->range.first <= twice_tokens
               ? nullptr
               : "the body cannot go out twice";
}

/// The pointer at iteration `k` (code).
Node *Lowering::pointer_at(const PointerLoop &pointer_loop, const std::string &start, const std::string &k) {
    return make(source_name(pointer_loop.pointer), " = ",
                add_to(types.canonical(pointer_loop.pointer->type).unqualified(), make(start),
                       make(k + " * " + std::to_string(pointer_loop.step) + "L")),
                ";");
}

/// From own element to own element, or from own block to own block.
Node *Lowering::pointer_loop_own(const PointerLoop &pointer_loop, const std::string &start, const std::string &place,
                                 const std::string &count, Node *body) {
    const QualType type = types.canonical(pointer_loop.pointer->type);
    const uint64_t block = types.block_of(types.pointee(type));
    const std::string p(source_name(pointer_loop.pointer)), k = fresh("iteration"), n = fresh("left"), e = env(),
                                                            step = std::to_string(pointer_loop.step) + "L",
                                                            size = "(" + abi::ga + ")(long)" + element_size(type);
    if (block == 0)
        return make("for (long " + n + " = " + place + " == (long)" + e + ".mythread ? " + count + " : 0; " + n +
                        " > 0; " + n + "--, " + p + " += (" + abi::ga + ")" + step + " * " + size + ") ",
                    body);
    const std::string arguments = step + ", " + place + ", ";
    if (block == 1) {
        const std::string period = fresh("period");
        const std::string bytes = fresh("bytes");
        return make("const long " + period + " = " + abi::own_period + "(" + e + ", 0, " + step + "), " + k + " = " +
                        abi::own_first + "(" + e + ", 0, " + arguments + count + "); const " + abi::ga + " " + bytes +
                        " = (" + abi::ga + ")(" + period + " * " + step + " / (long)" + threads() + ") * " + size +
                        "; ",
                    pointer_at(pointer_loop, start, k),
                    " for (long " + n + " = " + k + " < " + count + " ? (" + count + " - " + k + " - 1) / " + period +
                        " + 1 : 0; " + n + " > 0; " + n + "--, " + p + " += " + bytes + ") ",
                    body);
    }
    const std::string end = fresh("run_end");
    const std::string blocks = std::to_string(block) + "L, ";
    const std::string first = abi::own_run_first + "(" + e + ", " + arguments + blocks;
    return make("for (long " + k + " = " + first + "0, " + count + "); " + k + " < " + count + "; " + k + " = " +
                    first + k + ", " + count + ")) { const long " + end + " = " + abi::own_run_end + "(" + arguments +
                    blocks + k + ", " + count + "); ",
                pointer_at(pointer_loop, start, k),
                " for (long " + n + " = " + end + " - " + k + "; " + n + " > 0; " + n + "--, " + p + ".ga += (" +
                    abi::ga + ")" + step + " * " + size + ", " + p + ".phase += (unsigned long)" + step + ") ",
                body, " " + k + " = " + end + "; }");
}

/// A upc_forall that a pointer goes through, or null.
Node *Lowering::forall_pointer(ForallStmt *s, const char *&why) {
    PointerLoop pointer_loop;
    const char *reason =
        function_->decl ? recognise_pointer_loop(s, pointer_loop) : "the loop stands outside functions";
    if (pointer_loop.pointer) // what it is a loop of is a pointer, so this is why it stays as it is
        why = reason;
    if (reason) return nullptr;
    function_->env = function_->depth = true;
    const std::string outer = fresh("inside"), start = fresh("start"), count = fresh("count"),
                      place = fresh("position"), p(source_name(pointer_loop.pointer));
    const QualType type = types.canonical(pointer_loop.pointer->type).unqualified();
    const uint64_t block = types.block_of(types.pointee(type));
    const bool nests = may_run_forall(s->body) || may_run_forall(s);
    const bool up = pointer_loop.step > 0;
    const auto lowered = [&] {
        ++function_->controlled;
        Node *body = node(s->body);
        --function_->controlled;
        return body;
    };
    auto *d = as<Declaration>(s->init);
    Composer out(ctx);
    out.text("{ const int " + outer + " = *polder_depth; ");
    if (s->init) out.node(d ? declaration(d) : effect(static_cast<Expr *>(s->init))).text("; ");
    out.text(nests ? "*polder_depth = 1; if (" : "if (").text(outer + ") { ");
    report_.silence();
    strip_mine_->plain(true);
    out.node(plain_for(nullptr, s->condition, s->step, lowered()));
    strip_mine_->plain(false);
    report_.speak();
    out.text(" } else { const " + print(type) + " " + start + " = " + p + "; const long " + count + " = ")
        .node(condition(s->condition));
    out.text(" ? " + abi::trip_count + "(0, (unsigned long)")
        .node(up ? difference(pointer_loop.bound, pointer_loop.read)
                 : difference(pointer_loop.read, pointer_loop.bound));
    out.text(", " + std::to_string(std::abs(pointer_loop.step)) +
             (pointer_loop.inclusive ? ", 1) : 0, " : ", 0) : 0, ") + place + " = " + count + " ? ");
    if (block == 0)
        out.text("(long)" + abi::thread_of + "(" + env() + ", " + p + ") : 0; ");
    else
        out.node(start_place(pointer_loop.read)).text(" + " + std::to_string(pointer_loop.ahead) + "L : 0; ");
    out.node(pointer_loop_own(pointer_loop, start, place, count, lowered()));
    if (!d) out.text(" ").node(pointer_at(pointer_loop, start, count));
    done(Pass::forall_stride, s->range.first,
         block == 0   ? "all iterations, or none"
         : block == 1 ? "from own element to own element"
                      : "in runs of own elements");
    return out.text(nests ? " } *polder_depth = " + outer + "; }" : std::string(" } }")).finish();
}

} // namespace polder::cc
