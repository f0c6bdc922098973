// Code of group prefetching. A loop whose only access is a random update becomes two. One computes
// the addresses and values of some iterations and prefetches the addresses. The other one updates.
//   before   for (i = 0; i < n; i++) { r = next(r); table[r & mask] ^= r; }
//   after    while (i < n) { polder_ga a1[256]; unsigned long v2[256]; long k3 = 0;
//              for (; i < n && k3 < 256; i++, k3++) {
//                r = next(r); a1[k3] = <address>;
//                __builtin_prefetch(polder_addr_1node(a1[k3]), 1); v2[k3] = r; }
//              for (long j4 = 0; j4 < k3; j4++) *(unsigned long *)a1[j4] ^= v2[j4]; }
// where table is a shared uint64_t *, and all new names begin with polder_.
//
// Which loops are such, and why that is right: compiler/optimize/group_prefetch.cc.
#include "compiler/lower/runs/group_prefetch.h"

#include "compiler/lower/access/accesses.h"
#include "compiler/lower/access/addresses.h"
#include "compiler/lower/checks/access_checks.h"
#include "compiler/lower/runs/strip_mine.h"

namespace polder::cc {

namespace {

constexpr const char *batch_length = "256";

} // namespace

/// The loop in batches, or null.
Node *GroupPrefetch::group_prefetch(const LoopNest &nest, const std::string &end,
                                    const std::function<Node *()> &advance) {
    if (!nest.prefetches) return nullptr;
    AssignExpr *update = nest.update;
    done(Pass::group_prefetch, nest.loop.statement->range.first, "updates in batches of 256, addresses first");
    const std::string at = fresh("addresses");
    const std::string values = fresh("values");
    const std::string k = fresh("filled");
    const std::string j = fresh("each");
    const std::string more =
        "(long)" + std::string(source_name(nest.loop.variable)) + (nest.loop.step > 0 ? " < " : " > ") + end;
    const std::string type = print(types.unshared(update->target->type));
    const std::string op = update->compound ? std::string(operator_text(update->op)) : "";
    Composer out(ctx);
    out.text("while (" + more + ") { " + abi::ga + " " + at + "[" + batch_length + "]; " +
             types.print(types.decayed(update->value->type), values) + "[" + batch_length + "]; long " + k +
             " = 0; for (; " + more + " && " + k + " < " + batch_length + "; ");
    out.node(advance()).text(", " + k + "++) { ");
    if (auto *block = as<CompoundStmt>(nest.loop.body))
        for (size_t i = 0; i + 1 < block->items.size(); ++i)
            out.node(node(block->items[i])).text(" ");
    out.text(at + "[" + k + "] = ")
        .node(AccessChecks(in).checked(
            update->target, [&](const LowerContext &inside) { return Addresses(inside).ga(update->target); }))
        .text("; __builtin_prefetch(" + abi::addr_1node + "(" + at + "[" + k + "]), 1); " + values + "[" + k + "] = ")
        .node(value(update->value));
    out.text("; } for (long " + j + " = 0; " + j + " < " + k + "; " + j + "++) *(" + type + " *)" + abi::addr_1node +
             "(" + at + "[" + j + "]) " + op + "= " + values + "[" + j + "]; }");
    return out.finish();
}

} // namespace polder::cc
