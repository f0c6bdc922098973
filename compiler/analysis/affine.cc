// Arithmetic on polynomials, and how an expression of C becomes one.
#include "compiler/analysis/affine.h"

#include "compiler/analysis/formula.h"
#include "compiler/sema/constant.h"
#include "compiler/type/exact_arithmetic.h"
#include "compiler/unit/compose.h"

#include <algorithm>
#include <numeric>

namespace polder::cc {

const std::string atom_of_threads = "T";
const std::string atom_of_mythread = "M";

// By its place in the text, not in memory: what is emitted is ordered by such names, and has to be
// the same each time. All have one length, so that the order is that of the text.
std::string atom_of(const Decl *variable) {
    const Decl *first = variable->canonical;
    const std::string place = std::to_string(first->name_token);
    return "v" + std::string(10 - place.size(), '0') + place + "_" + std::to_string(static_cast<uint32_t>(first->name));
}

Affine Affine::constant(long value) {
    Affine a;
    a.put({}, value);
    return a;
}

Affine Affine::atom(std::string name) {
    Affine a;
    a.put({std::move(name)}, 1);
    return a;
}

bool Affine::put(const Product &product, long by) {
    long &c = terms_[product];
    if (__builtin_add_overflow(c, by, &c)) return false;
    if (c == 0) terms_.erase(product);
    return true;
}

bool Affine::add(const Affine &other, long times) {
    for (const auto &[product, c] : other.terms_) {
        long by;
        if (__builtin_mul_overflow(c, times, &by) || !put(product, by)) return false;
    }
    return true;
}

std::optional<Affine> Affine::times(const Affine &other) const {
    Affine result;
    for (const auto &[left, a] : terms_)
        for (const auto &[right, b] : other.terms_) {
            Product product = left;
            product.insert(product.end(), right.begin(), right.end());
            std::sort(product.begin(), product.end());
            long by;
            if (product.size() > 4 || __builtin_mul_overflow(a, b, &by) || !result.put(product, by))
                return std::nullopt;
        }
    return result;
}

long Affine::offset() const {
    const auto found = terms_.find({});
    return found == terms_.end() ? 0 : found->second;
}

std::optional<long> Affine::only_constant() const {
    if (terms_.empty()) return 0;
    return terms_.size() == 1 && terms_.begin()->first.empty() ? std::optional(terms_.begin()->second) : std::nullopt;
}

bool Affine::mentions(const std::string &atom) const {
    return std::any_of(terms_.begin(), terms_.end(), [&](const auto &term) {
        return std::find(term.first.begin(), term.first.end(), atom) != term.first.end();
    });
}

long Affine::common_divisor() const {
    long result = 0;
    for (const auto &[product, c] : terms_)
        if (!product.empty()) result = std::gcd(result, c);
    return result;
}

unsigned Affine::degree(const std::string &atom) const {
    long most = 0;
    for (const auto &[product, c] : terms_)
        most = std::max(most, std::count(product.begin(), product.end(), atom));
    return static_cast<unsigned>(most);
}

std::optional<long> Affine::coefficient(const std::string &atom) const {
    long result = 0;
    for (const auto &[product, c] : terms_) {
        if (product == Product{atom})
            result = c;
        else if (std::find(product.begin(), product.end(), atom) != product.end())
            return std::nullopt;
    }
    return result;
}

std::optional<Affine> Affine::growth(const std::string &atom) const {
    Affine result;
    for (const auto &[product, c] : terms_) {
        const auto found = std::find(product.begin(), product.end(), atom);
        if (found == product.end()) continue;
        Product rest = product;
        rest.erase(rest.begin() + (found - product.begin()));
        if (std::find(rest.begin(), rest.end(), atom) != rest.end()) return std::nullopt;
        result.put(rest, c);
    }
    return result;
}

std::optional<long> Affine::coefficient_of_row(const std::string &atom) const {
    long result = 0;
    Product row{atom_of_threads, atom};
    std::sort(row.begin(), row.end());
    for (const auto &[product, c] : terms_) {
        if (product == row)
            result = c;
        else if (std::find(product.begin(), product.end(), atom) != product.end())
            return std::nullopt;
    }
    return result ? std::optional(result) : std::nullopt;
}

std::string Affine::key() const {
    std::string text;
    for (const auto &[product, c] : terms_) {
        if (product.empty()) continue;
        text += std::to_string(c);
        for (const std::string &atom : product)
            text += "*" + atom;
        text += "+";
    }
    return text;
}

namespace {

std::optional<Affine> sum(const std::optional<Affine> &a, const std::optional<Affine> &b, long times) {
    if (!a || !b) return std::nullopt;
    Affine result = *a;
    return result.add(*b, times) ? std::optional(result) : std::nullopt;
}

/// A conversion is part of the polynomial only if what is converted never wrapped: 64 bits to 32
/// does, and 32-bit unsigned arithmetic.
std::optional<Affine> converted(Expr *from, QualType to, const IndexScope &scope) {
    return keeps_values(scope.ctx.types, to, from->type) ? affine(from, scope) : std::nullopt;
}

/// A call: the formula's result, with polynomials of the arguments in place of parameters.
std::optional<Affine> called(const CallExpr *call, const IndexScope &scope) {
    const auto formula = formula_of(scope.ctx.types, scope.facts, call);
    if (!formula) return std::nullopt;
    IndexScope::Inside inside{.function = formula->function};
    IndexScope within = scope;
    within.inside = &inside;
    for (const auto &[name, value] : formula->names) {
        if (is_plain_integer(scope.ctx.types, name))
            inside.names[name->canonical] =
                converted(value, name->type, name->kind == NodeKind::param_decl ? scope : within);
        else if (!add_object(scope.ctx, name, value, scope.inside ? &scope.inside->objects : nullptr, inside.objects))
            inside.names[name->canonical] = std::nullopt;
    }
    return converted(formula->result, call->type, within);
}

/// Does an expression of a formula name anything of the call?
bool names_of_call(Node *n, const IndexScope::Inside &inside) {
    if (auto *name = as<NameExpr>(n))
        return name->decl && (inside.names.count(name->decl->canonical) || inside.objects.count(name->decl->canonical));
    bool found = false;
    for_each_child(n, [&](Node *child) { found = found || names_of_call(child, inside); });
    return found;
}

std::optional<Affine> variable(VarDecl *v, const IndexScope &scope) {
    if (scope.inside) {
        const auto found = scope.inside->names.find(v->canonical);
        if (found != scope.inside->names.end()) return found->second;
    }
    if (scope.variables.count(v->canonical)) return Affine::atom(atom_of(v));
    Expr *named = scope.through_names ? scope.facts.names().expression_of(v, scope.loop, scope.function) : nullptr;
    return named ? converted(named, v->type, scope) : std::nullopt;
}

std::optional<Affine> structure(Expr *e, const IndexScope &scope) {
    const TypeTable &types = scope.ctx.types;
    if (auto *p = as<ParenExpr>(e)) return affine(p->inner, scope);
    if (auto *c = as<ImplicitCast>(e)) {
        if (c->conversion == Conversion::lvalue_to_rvalue) return affine(c->operand, scope);
        return c->conversion == Conversion::arithmetic ? converted(c->operand, c->type, scope) : std::nullopt;
    }
    if (auto *c = as<CastExpr>(e))
        return scope.facts.loop_names().hold_in_front(c->type_name, scope.loop) ? converted(c->operand, c->type, scope)
                                                                                : std::nullopt;
    if (auto *n = as<NameExpr>(e)) {
        auto *v = as<VarDecl>(n->decl);
        return v && types.is_integer(v->type) ? variable(v, scope) : std::nullopt;
    }
    if (auto *c = as<CallExpr>(e)) return called(c, scope);
    if (!is_exact(types, e->type)) return std::nullopt;
    if (auto *u = as<UnaryExpr>(e)) {
        if (u->op == UnaryOp::plus) return affine(u->operand, scope);
        return u->op == UnaryOp::minus ? sum(Affine(), affine(u->operand, scope), -1) : std::nullopt;
    }
    auto *b = as<BinaryExpr>(e);
    if (!b) return std::nullopt;
    if (b->op == BinaryOp::add || b->op == BinaryOp::sub)
        return sum(affine(b->left, scope), affine(b->right, scope), b->op == BinaryOp::add ? 1 : -1);
    if (b->op == BinaryOp::mul) {
        const auto left = affine(b->left, scope);
        const auto right = affine(b->right, scope);
        return left && right ? left->times(*right) : std::nullopt;
    }
    if (b->op == BinaryOp::shl) {
        const ConstantValue by = evaluate(scope.ctx, b->right);
        const auto left = affine(b->left, scope);
        return left && by.known && !by.is_floating && !by.times_threads && by.value >= 0 && by.value < 48
                   ? left->times(Affine::constant(1L << int(by.value)))
                   : std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::optional<Affine> affine(Expr *e, const IndexScope &scope) {
    const TypeTable &types = scope.ctx.types;
    if (!types.is_integer(e->type) || types.size_of(e->type) > 8) return std::nullopt;
    const ConstantValue value = evaluate(scope.ctx, e);
    if (value.known && !value.is_floating && !value.times_threads && value.value >= INT64_MIN &&
        value.value <= INT64_MAX)
        return scope.facts.loop_names().hold_in_front(e, scope.loop)
                   ? std::optional(Affine::constant(static_cast<long>(value.value)))
                   : std::nullopt;
    if (e->kind == NodeKind::threads_expr || e->kind == NodeKind::mythread_expr)
        return Affine::atom(e->kind == NodeKind::threads_expr ? atom_of_threads : atom_of_mythread);
    if (auto inside = structure(e, scope)) return inside;
    if (scope.inside && names_of_call(e, *scope.inside)) {
        e = part_outside(scope.ctx, e, scope.inside->objects);
        if (!e) return std::nullopt;
    }
    const bool is_kept = scope.through_names && scope.facts.is_fixed_element(e, scope.loop, scope.function);
    const auto any = LoopFacts::Moment::any;
    if (!is_kept && !scope.facts.is_stable(e, scope.loop, scope.function, any, scope.place)) return std::nullopt;
    if (auto *n = as<NameExpr>(e); n && n->decl) return Affine::atom(atom_of(n->decl));
    if (const std::string steps = text_of_steps(scope.ctx, e); !steps.empty()) return Affine::atom("m" + steps);
    // One text may be two values: its names are those of a function, and a conversion has no text.
    const std::string where = scope.inside ? atom_of(scope.inside->function) : "";
    const std::string type = std::to_string(types.canonical(e->type).unqualified().index());
    return Affine::atom("x" + where + type + ":" + std::string(scope.ctx.source.slice(extent(e))));
}

} // namespace polder::cc
