// The spans that the groups of a nest are in: in front of a run, or once for all runs
// (strip_mine.h).
#include "compiler/lower/runs/block_spans.h"

#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/core/body_state.h"
#include "compiler/lower/runs/coalesced_transfers.h"
#include "compiler/lower/runs/resolved_references.h"
#include "compiler/lower/runs/strip_mine.h"
#include "compiler/unit/library_calls.h"

#include <algorithm>

namespace polder::cc {

namespace {

/// The variable's value for entry `at`.
std::string table_value(const SpanTable &table, const std::string &type, const std::string &at) {
    return "((" + type + ")(" + at + " * " + std::to_string(table.step) + "L + " + std::to_string(table.first) + "L))";
}

/// Shortens a run to what stays inside the span of a group.
std::string shortened(const Group &g, const std::string &left, const std::string &threads) {
    const Reference &least = *g.members.front();
    return left + " = " + abi::span_run + "(" + g.span + ", " + g.low + ", " + g.high + ", " +
           std::to_string(least.stride) + (least.by_threads ? "L * (long)" + threads : "") + ", " + left + "); ";
}

/// Does a statement below n stand in a loop there?
bool is_in_loop(Node *n, const Node *statement) {
    const auto contains = [&](const Node *node) {
        return node != statement && node->range.first <= statement->range.first &&
               statement->range.last <= node->range.last;
    };
    bool found = is_loop(n) && contains(n);
    for_each_child(n, [&](Node *child) { found = found || (contains(child) && is_in_loop(child, statement)); });
    return found;
}

} // namespace

/// The index of a reference where inner loops' variables have the given values.
Node *BlockSpans::index_code(const Reference &r, const std::vector<InnerValue> &values) {
    StandIns stand_ins(in.stand_ins);
    for (const auto &[variable, number] : values)
        stand_ins.set(canonical(variable), "((" + print(types.canonical(variable->type).unqualified()) + ")" +
                                               std::to_string(number) + "L)");
    LowerContext inside = in;
    inside.stand_ins = &stand_ins;
    return Addresses(inside).element(r.expr->base, r.expr->index).linear;
}

/// Does a run of the program come to the loop a few times at most? It stands in main, or a function
/// that main calls so, and in no other loop. What such a loop finds at its begin goes by calls,
/// which are short for compilers.
bool BlockSpans::is_entered_once(const Node *loop) const {
    const FunctionDecl *f = in.function ? in.function->decl : nullptr;
    const bool folds = ctx.options.static_threads || in.jobs == Jobs::one_thread;
    return f && f->body && !folds && unit.versions_of(f).run_once && !is_in_loop(f->body, loop);
}

/// May the loop's spans be kept for the next time, in a local of the function? Threads of OpenMP
/// would share it, and longjmp takes parts of locals back.
bool BlockSpans::may_keep(const Stmt *loop) {
    if (!in.function->decl || !in.function->decl->body || !is_in_loop(in.function->decl->body, loop)) return false;
    const Effects &of = unit.facts.effects(in.function->decl->body);
    return !of.acts && std::none_of(of.calls.begin(), of.calls.end(), [&](const CallExpr *call) {
        const FunctionDecl *f = called_function(call->callee);
        return f && belongs_to_frame(ctx, f);
    });
}

/// Does the pointer keep its value from the begin of the function to its end? Then it needs no look
/// whether a kept span is one of it.
bool BlockSpans::never_changes(Expr *pointer) {
    auto *name = as<NameExpr>(without_conversions(pointer));
    auto *v = name ? as<VarDecl>(name->decl) : nullptr;
    const bool lives_longer = v && (v->kind == NodeKind::param_decl || v->is_static_storage || v->file_scope);
    return lives_longer && unit.facts.is_fixed(v, in.function->decl->body, in.function->decl);
}

/// Does such a loop go from block to block by calls, too? Of a long block these are the least part.
bool BlockSpans::finds_by_call(const Node *loop, uint64_t block) const {
    constexpr uint64_t long_block = 64;
    return in.jobs == Jobs::several_nodes || (block >= long_block && is_entered_once(loop));
}

/// The begin of a call that finds a span.
std::string BlockSpans::find_span(bool is_object, const Group &g) {
    if (finds_by_call(g.loop, ResolvedReferences(in).surroundings().block_of(g.members.front()->expr)))
        return (is_object ? abi::span_object_seldom : abi::span_pointer_seldom) + "(";
    if (!may_keep(g.loop)) return (is_object ? abi::span_object : abi::span_pointer) + "(" + env() + ", ";
    const std::string kept = fresh("kept", g.members.front()->expr);
    in.function->kept_spans.push_back(kept);
    const auto find = is_object                                      ? abi::span_object_kept
                      : never_changes(g.members.front()->expr->base) ? abi::span_pointer_same
                                                                     : abi::span_pointer_kept;
    return find + "(&" + kept + ", " + env() + ", ";
}

/// The span a group is in. The one place that turns a reference into memory; far code asks of it
/// afterwards whether it is on this node.
void BlockSpans::declare_span(Group &g, Composer &out) {
    StripMine ahead(in.in_front_of(g.loop));
    const Reference &least = *g.members.front();
    const Element at = Addresses(ahead.in).element(least.expr->base, least.expr->index);
    g.span = fresh("span", least.expr);
    if (g.contiguous && !g.fetched) {
        out.text("const " + abi::span + " " + g.span + " = " + abi::span_all + "(").node(at.base).text("); ");
        return;
    }
    g.low = fresh("low", least.expr);
    out.text("const long " + g.low + " = ")
        .node(BlockSpans(in.in_front_of(g.loop)).index_code(least, least.low))
        .text("; ");
    g.high = g.low;
    if (!g.fits || g.contiguous) {
        g.high = fresh("high", least.expr);
        out.text("const long " + g.high + " = ")
            .node(BlockSpans(in.in_front_of(g.loop)).index_code(*g.highest, g.highest->high))
            .text("; ");
    }
    if (g.fetched) return CoalescedTransfers(in).declare_part(g, at, out);
    out.text("const " + abi::span + " " + g.span + " = " + find_span(at.object, g)).node(at.base);
    out.text(", " + g.low + ", " + Pointers(in).element_size(at.pointer) + ", " + Pointers(in).block(at.pointer) +
             "); ");
}

/// Far code: are the spans of all groups on this node? Each test is of one element, for a span is
/// on one thread.
std::string BlockSpans::near_tests(const LoopNest &nest) {
    std::string tests;
    for (const Group &g : nest.groups) {
        if (!is_far_code()) break;
        if (g.fetched) continue;
        const std::string size = Pointers(in).element_size(g.members.front()->expr->base->type);
        const std::string at =
            g.contiguous ? g.span + ".bias" : g.span + ".bias + (" + abi::ga + ")" + g.low + " * " + size;
        tests += " && " + std::string(AddressSpaces(in).near_test()) + at + ")";
    }
    return tests;
}

/// Finds the spans of a run, shortens it to what stays inside them. Returns the declarations of
/// the pointers.
std::string BlockSpans::use_groups(LoopNest &nest, const std::string &left, Composer &out) {
    std::string pointers;
    std::string buffers;
    for (Group &g : nest.groups) {
        const Reference &least = *g.members.front();
        const QualType pointer = types.pointer_to(types.unshared(least.expr->type));
        const SpanTable &table = least.table;
        LowerContext filling = in;
        StandIns stand_ins(in.stand_ins);
        filling.stand_ins = &stand_ins;
        const std::string at = table.count ? fresh("at") : "";
        if (table.count) { // filled by a loop, in which the variable has each of its values
            g.pointer = fresh("ptrs", least.expr);
            const std::string n = std::to_string(table.count);
            out.text(types.print(pointer, g.pointer + "[" + n + "]") + "; for (long " + at + " = 0; " + at + " < " + n +
                     "; " + at + "++) { ");
            stand_ins.set(canonical(table.variable),
                          table_value(table, print(types.canonical(table.variable->type).unqualified()), at));
        }
        if (least.stride != 0) BlockSpans(filling).declare_span(g, out);
        if (g.fetched)
            out.text(CoalescedTransfers(in).cut(g, left));
        else if (!g.contiguous)
            out.text(shortened(g, left, threads()));
        if (table.count) {
            out.text(g.pointer + "[" + at + "] = (" + types.print(pointer) + ")" +
                     std::string(AddressSpaces(in).here()) + g.span + ".bias); } ");
            continue;
        }
        g.pointer = fresh("ptr", least.expr);
        const std::string place = g.fetched ? CoalescedTransfers(in).begin(g, left, buffers)
                                            : std::string(AddressSpaces(in).here()) + g.span + ".bias)";
        pointers += types.print(pointer, g.pointer) + " __attribute__((unused)) = (" + types.print(pointer) + ")" +
                    place + "; ";
        // Without this compilers compute the pointers from one another in each iteration, to save a
        // register.
        if (!is_far_code()) pointers += "__asm__(\"\" : \"+r\"(" + g.pointer + ")); ";
    }
    return buffers + pointers;
}

} // namespace polder::cc
