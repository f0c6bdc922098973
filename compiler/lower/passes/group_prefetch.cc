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
#include "compiler/lower/passes/strip_mine.h"

namespace polder::cc {

namespace {

constexpr const char *batch_length = "256";

} // namespace

/// Is the target an element of what is another array in each iteration, by an index that does not
/// go on with the loop?
bool StripMine::is_scattered(IndexExpr *target, const Plan &plan) {
    IndexScope scope{facts_, ctx_, plan.loop.statement, lower_.function_->decl, {plan.loop.variable->canonical}};
    return plan.randoms.empty() && !active_.count(target) && types_.is_shared(target->type) &&
           !lower_.is_strict(target) && !lower_.is_own_place(target) && base_of(target, plan.loop.statement).empty() &&
           !index_of(target, scope) && scalar_work_.is_all(target->base, 0);
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
        !scalar_work_.is_all(update->value, 0) || !scalar_work_.is_all(target->index, 0) ||
        as<IndexExpr>(decayed_array(target->base)))
        return nullptr;
    for (size_t i = 0; block && i + 1 < block->items.size(); ++i)
        if (!scalar_work_.is_all(block->items[i], 0)) return nullptr;
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
