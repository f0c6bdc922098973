// Group prefetching. A loop whose only access is a random update becomes two. One computes
// the addresses and values of some iterations and prefetches the addresses. The other one updates.
//   before   for (i = 0; i < n; i++) { r = next(r); table[r & mask] ^= r; }
//   after    while (i < n) { polder_ga a1[256]; unsigned long v2[256]; long k3 = 0;
//              for (; i < n && k3 < 256; i++, k3++) {
//                r = next(r); a1[k3] = <address>;
//                __builtin_prefetch(polder_addr_1node(a1[k3]), 1); v2[k3] = r; }
//              for (long j4 = 0; j4 < k3; j4++) *(unsigned long *)a1[j4] ^= v2[j4]; }
// where table is a shared uint64_t *, and all new names begin with polder_.
//
// Why it is faster. Such a loop waits for memory. A processor has as many accesses under way as fit
// into its window of instructions; prefetched lines are not bound by that window.
//
// Why it is right. Everything but the update works on private scalars, by itself or in functions of
// this unit that do likewise. An update cannot change those, nor a private array that is named, nor
// a pointer: it has an arithmetic type (-fno-strict-aliasing switches the pass off). So they may be
// computed before it. Updates keep their order, and nothing synchronises in between.
#include "compiler/lower/strip_mine.h"

#include <algorithm>

namespace polder::cc {

namespace {

constexpr const char *batch_length = "256";
constexpr unsigned most_calls_deep = 3;

/// Is it a variable of its own, which no update changes?
bool is_name(Expr *target) {
    return as<NameExpr>(without_parens(target));
}

} // namespace

/// Does a function of the C library compute with its arguments alone?
bool StripMine::is_arithmetic_function(const FunctionDecl *f) {
    static constexpr std::string_view known[] = {"abs",   "labs", "llabs", "fabs",  "fabsf",  "sqrt", "sqrtf", "fmin",
                                                 "fminf", "fmax", "fmaxf", "floor", "floorf", "ceil", "ceilf"};
    std::string_view name = lower_.source_name(f);
    if (name.substr(0, 10) == "__builtin_") name.remove_prefix(10);
    const FunctionDecl *defined = facts_.definition(f);
    return std::find(std::begin(known), std::end(known), name) != std::end(known) && !(defined && defined->body) &&
           f->linkage == Linkage::external;
}

/// Is it one, or a function of this unit that works on scalars only?
bool StripMine::is_scalar_function(const FunctionDecl *f, unsigned calls) {
    if (f && is_arithmetic_function(f)) return true;
    for (const FunctionDecl *each : ctx_.unit->functions)
        if (f && each->canonical == f->canonical && each->body)
            return each->linkage == Linkage::internal && calls < most_calls_deep && !types_.get(each->type).variadic &&
                   is_scalar_work(each->body, calls + 1);
    return false;
}

bool StripMine::is_steady(QualType type) const {
    return !types_.is_shared(type) && !types_.canonical(type).has(q_volatile) && !types_.canonical(type).has(q_atomic);
}

/// Is it private memory that no update changes: an element of an array that is named, or a pointer?
bool StripMine::is_private_read(Expr *lvalue) {
    if (!is_steady(lvalue->type) || (!types_.is_scalar(lvalue->type) && !types_.is_array(lvalue->type))) return false;
    for (Expr *e = lvalue; e;) {
        e = without_parens(e);
        auto *m = as<MemberExpr>(e);
        auto *x = as<IndexExpr>(e);
        if (auto *n = as<NameExpr>(e)) {
            auto *v = as<VarDecl>(n->decl);
            return v && is_steady(v->type);
        }
        e = m && !m->arrow ? m->base : x ? Lowering::decayed_array(x->base) : nullptr;
    }
    return types_.is_pointer(lvalue->type);
}

bool StripMine::is_scalar_declaration(const Declaration *d) {
    const Storage storage = d->specifiers.storage;
    if (storage == Storage::static_ || storage == Storage::extern_ || d->specifiers.defines_tag) return false;
    return std::all_of(d->declarators.begin(), d->declarators.end(), [&](const Declarator *x) {
        return x->decl && types_.is_arithmetic(x->decl->type) && !types_.is_shared(x->decl->type);
    });
}

/// Does n compute with private scalars only, without jumps out of it?
bool StripMine::is_scalar_work(Node *n, unsigned calls) {
    switch (n->kind) {
    case NodeKind::literal:
    case NodeKind::threads_expr:
    case NodeKind::mythread_expr: return true;
    case NodeKind::size_expr: return !types_.is_variably_modified(static_cast<SizeExpr *>(n)->measured);
    case NodeKind::name_expr: {
        auto *e = static_cast<NameExpr *>(n);
        auto *v = as<VarDecl>(e->decl);
        if (!v)
            return e->decl && (e->decl->kind == NodeKind::enumerator_decl || e->decl->kind == NodeKind::function_decl);
        return is_steady(v->type) &&
               (types_.is_scalar(v->type) || types_.is_array(v->type) || types_.is_record(v->type));
    }
    case NodeKind::unary_expr: {
        auto *e = static_cast<UnaryExpr *>(n);
        const bool changes = e->op >= UnaryOp::pre_increment && e->op <= UnaryOp::post_decrement;
        if (e->op == UnaryOp::address || (e->op == UnaryOp::dereference && !is_private_read(e)) ||
            (changes && !is_name(e->operand)))
            return false;
        break;
    }
    case NodeKind::index_expr:
    case NodeKind::member_expr: {
        if (!is_private_read(static_cast<Expr *>(n))) return false;
        for (auto *m = as<MemberExpr>(n); m && !m->arrow; m = as<MemberExpr>(n)) // the structure around it is not read
            n = without_parens(m->base);
        break;
    }
    case NodeKind::assign_expr:
        if (!is_name(static_cast<AssignExpr *>(n)->target)) return false;
        break;
    case NodeKind::cast_expr:
        return types_.is_arithmetic(static_cast<CastExpr *>(n)->type) &&
               is_scalar_work(static_cast<CastExpr *>(n)->operand, calls);
    case NodeKind::call_expr:
        if (!is_scalar_function(called_function(static_cast<CallExpr *>(n)->callee), calls)) return false;
        break;
    case NodeKind::return_stmt:
        if (calls == 0) return false;
        break;
    case NodeKind::declaration:
        if (!is_scalar_declaration(static_cast<Declaration *>(n))) return false;
        break;
    case NodeKind::paren_expr:
    case NodeKind::binary_expr:
    case NodeKind::conditional_expr:
    case NodeKind::implicit_cast:
    case NodeKind::compound_stmt:
    case NodeKind::decl_stmt:
    case NodeKind::expr_stmt:
    case NodeKind::if_stmt:
    case NodeKind::declarator: break;
    default: return false;
    }
    bool scalar = true;
    for_each_child(n, [&](Node *child) { scalar = scalar && is_scalar_work(child, calls); });
    return scalar;
}

/// Is the target an element of what is another array in each iteration, by an index that does not
/// go on with the loop?
bool StripMine::is_scattered(IndexExpr *target, const Plan &plan) {
    IndexScope scope{facts_, ctx_, plan.loop.statement, lower_.function_->decl, {plan.loop.variable->canonical}};
    return plan.randoms.empty() && !active_.count(target) && types_.is_shared(target->type) &&
           !lower_.is_strict(target) && !lower_.is_own_place(target) && base_of(target, plan.loop.statement).empty() &&
           !index_of(target, scope) && is_scalar_work(target->base, 0);
}

/// The update that ends the body, if all before it is scalar work; null otherwise.
AssignExpr *StripMine::update_at_end(const Plan &plan) {
    auto *block = as<CompoundStmt>(plan.loop.body);
    Node *last = block ? (block->items.empty() ? nullptr : block->items.back()) : plan.loop.body;
    auto *statement = as<ExprStmt>(last);
    auto *update = statement && statement->expr ? as<AssignExpr>(without_conversions(statement->expr)) : nullptr;
    auto *target = update ? as<IndexExpr>(without_parens(update->target)) : nullptr;
    const auto known = active_.find(target);
    const bool found_here = plan.randoms.size() == 1 && target == plan.randoms.front().expr;
    const bool found_around =
        plan.randoms.empty() && known != active_.end() && known->second.frame; // in a loop around this one
    if (!target || !(found_here || found_around || is_scattered(target, plan))) return nullptr;
    const QualType type = types_.unshared(update->target->type);
    if (!types_.is_arithmetic(type) || types_.kind(type) == TypeKind::complex || types_.size_of(type) > 8 ||
        !types_.is_arithmetic(update->value->type) || types_.kind(update->value->type) == TypeKind::complex ||
        !is_scalar_work(update->value, 0) || !is_scalar_work(target->index, 0) ||
        as<IndexExpr>(Lowering::decayed_array(target->base)))
        return nullptr;
    for (size_t i = 0; block && i + 1 < block->items.size(); ++i)
        if (!is_scalar_work(block->items[i], 0)) return nullptr;
    return update;
}

/// The loop in batches, or null.
Node *StripMine::group_prefetch(const Plan &plan, const std::string &end, const std::function<Node *()> &advance) {
    if (lower_.is_far_code() || !lower_.passes.group_prefetch || !plan.groups.empty() ||
        !plan.strided_pointers.empty() || plan.loop.times_threads)
        return nullptr;
    AssignExpr *update = update_at_end(plan);
    if (!update) return nullptr;
    lower_.done(Pass::group_prefetch, plan.loop.statement->range.first, "updates in batches of 256, addresses first");
    const std::string at = lower_.fresh("addresses");
    const std::string values = lower_.fresh("values");
    const std::string k = lower_.fresh("filled");
    const std::string j = lower_.fresh("each");
    const std::string more =
        "(long)" + std::string(lower_.source_name(plan.loop.variable)) + (plan.loop.step > 0 ? " < " : " > ") + end;
    const std::string type = lower_.print(types_.unshared(update->target->type));
    const std::string op = update->compound ? std::string(operator_text(update->op)) : "";
    Composer out(ctx_);
    out.text("while (" + more + ") { " + abi::ga + " " + at + "[" + batch_length + "]; " +
             types_.print(types_.decayed(update->value->type), values) + "[" + batch_length + "]; long " + k +
             " = 0; for (; " + more + " && " + k + " < " + batch_length + "; ");
    out.node(advance()).text(", " + k + "++) { ");
    if (auto *block = as<CompoundStmt>(plan.loop.body))
        for (size_t i = 0; i + 1 < block->items.size(); ++i)
            out.node(lower_.node(block->items[i])).text(" ");
    out.text(at + "[" + k + "] = ")
        .node(lower_.checked(update->target, [&] { return lower_.ga(update->target); }))
        .text("; __builtin_prefetch(" + abi::addr_1node + "(" + at + "[" + k + "]), 1); " + values + "[" + k + "] = ")
        .node(lower_.value(update->value));
    out.text("; } for (long " + j + " = 0; " + j + " < " + k + "; " + j + "++) *(" + type + " *)" + abi::addr_1node +
             "(" + at + "[" + j + "]) " + op + "= " + values + "[" + j + "]; }");
    return out.finish();
}

} // namespace polder::cc
