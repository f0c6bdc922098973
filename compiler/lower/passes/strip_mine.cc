// Strip-mining, writing: the loop in runs (strip_mine.h).
#include "compiler/lower/passes/strip_mine.h"

#include "compiler/lower/checks/check_ahead.h"
#include "compiler/lower/passes/induction_variables.h"
#include "compiler/optimize/pipeline.h"

#include <algorithm>
#include <cstdlib>

namespace polder::cc {

namespace {

constexpr char most_run[] = "8192L"; // iterations, in far code: between runs the thread serves others (polder_far_ran)

/// Of an open loop: where it ends, further on than any loop goes. The distance is a long, also with
/// a step more, which is at most 2^30. `i`: code of type long.
std::string far_end(const StripLoop &loop, const std::string &i) {
    const std::string most = "9223372036854775807L";
    const std::string step = "1073741824L";
    return loop.step > 0
               ? i + " > " + step + " ? " + most + " : (" + i + " < 0 ? " + i + " : 0) + (" + most + " - " + step + ")"
               : i + " < -" + step + " ? -" + most + " : (" + i + " > 0 ? " + i + " : 0) - (" + most + " - " + step +
                     ")";
}

/// Which span of a table an access is in. `i`: the variable of the table's loop.
std::string table_entry(const SpanTable &table, std::string_view i) {
    std::string at = "(long)" + std::string(i);
    if (table.first) at += " - (" + std::to_string(table.first) + "L)";
    return "[" + (table.step == 1 ? at : "(" + at + ") / " + std::to_string(table.step) + "L") + "]";
}

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

/// In steps of THREADS: with how many threads runs are still worth their spans, as code. Empty:
/// with any number.
std::string most_threads(const Surroundings &in, const LoopNest &nest) {
    constexpr long least_steps = 8;
    long most = 0;
    for (const Reference &r : nest.references) {
        if (!r.by_threads) continue;
        const long room = static_cast<long>(in.block_of(r.expr)) - r.extent;
        const long here = room / (least_steps * std::abs(r.stride));
        most = most ? std::min(most, here) : here;
    }
    return most ? std::to_string(most) : "";
}

/// `bound - offset`, or where a long ends. `bound` is the name of a long.
std::string less_offset(const std::string &bound, long offset) {
    const std::string by = std::to_string(std::abs(offset)) + "L";
    const std::string less = bound + (offset > 0 ? " - " : " + ") + by;
    return offset > 0 ? "(" + bound + " < -9223372036854775807L + " + by + " ? -9223372036854775807L : " + less + ")"
                      : "(" + bound + " > 9223372036854775807L - " + by + " ? 9223372036854775807L : " + less + ")";
}

} // namespace

Surroundings StripMine::surroundings() {
    return {analyses(),
            in.passes,
            in.jobs,
            *in.report,
            in.own ? in.own->variable : nullptr,
            in.in_jam,
            [at = in](Expr *e) { return Lowering(at).is_own_place(e); },
            [at = in](const Expr *e) { return ResolvedPlaces::find(at.places, e); },
            [at = in](const IndexExpr *e) { return CheckedLoop::covers(at, e->base, e->index); },
            [at = in](const IndexExpr *e) { return CheckedLoop::covers_by_index(at, e); },
            [at = in](Node *n) { return InductionVariables(at).changes_below(n); }};
}

/// The reference as an element of its span. The pointer is biased, so the index is the one that
/// was written.
Node *StripMine::element(IndexExpr *e) {
    if (Node *stepping = InductionVariables(in).element(e)) return stepping;
    const ResolvedPlace place = *ResolvedPlaces::find(in.places, e);
    if (place.ready) return lower_.make("(", place.name, ")");
    if (place.row) return lower_.make("(*", place.name, ")");
    return lower_.make("(", place.name, "[", lower_.element(e->base, e->index).linear, "])");
}

Node *StripMine::leave(const BreakStmt *s) {
    LeftLoop *loop = LeftLoop::find(in.left, s->target);
    if (!loop) return nullptr;
    loop->used = true;
    return lower_.make("goto " + loop->label + ";");
}

/// Where the loop ends, read once: the first value (as a long) of the variable that is not in the
/// loop any more.
Node *StripMine::end_of(const StripLoop &loop) {
    const bool wide = types.size_of(loop.bound->type) == 8;
    const bool is_unsigned = wide && !types.is_signed(loop.bound->type);
    const std::string read = lower_.fresh("bound");
    const std::string t = loop.offset ? lower_.fresh("bound") : read;
    const std::string less = loop.offset ? " const long " + t + " = " + less_offset(read, loop.offset) + ";" : "";
    const std::string type = is_unsigned ? "unsigned long " : "long ";
    std::string result = (is_unsigned ? "(long)" : "") + t;
    if (is_unsigned) { // beyond what a long holds: where the loop begins there, all of it is there; else it ends before
        const std::string i = "(long)" + std::string(lower_.source_name(loop.variable)) + " < 0";
        result = "(" + t + " > 9223372036854775807UL ? (" + i + " ? " + result +
                 " : 9223372036854775807L) : " + (loop.step > 0 ? i + " ? -9223372036854775807L - 1 : " : "") + result +
                 ")";
    }
    if (loop.test == BinaryOp::le)
        result = wide ? "(" + result + " < 9223372036854775807L" +
                            (is_unsigned ? " && " + result + " >= -9223372036854775807L" : std::string()) + " ? " +
                            result + " + 1 : " + result + ")"
                      : result + " + 1";
    else if (loop.test == BinaryOp::ge)
        result += " - 1";
    else if (loop.test == BinaryOp::ne) // what starts behind its end goes on without one
        result = "(" + std::string(lower_.source_name(loop.variable)) +
                 (loop.step > 0 ? " <= " + t + " ? " + t + " : 9223372036854775807L)"
                                : " >= " + t + " ? " + t + " : -9223372036854775807L)");
    return lower_.make("__extension__ ({ const ", type, read, " __attribute__((unused)) = (", type, ")(",
                       lower_.value(loop.bound), ");" + less + " ", result, "; })");
}

/// The index of a reference where inner loops' variables have the given values.
Node *StripMine::index_code(const Reference &r, const std::vector<InnerValue> &values) {
    StandIns stand_ins(in.stand_ins);
    for (const auto &[variable, number] : values)
        stand_ins.set(canonical(variable), "((" + lower_.print(types.canonical(variable->type).unqualified()) + ")" +
                                               std::to_string(number) + "L)");
    LowerContext inside = in;
    inside.stand_ins = &stand_ins;
    return Lowering(inside).element(r.expr->base, r.expr->index).linear;
}

/// The span a group is in. The one place that turns a reference into memory; far code asks of it
/// afterwards whether it is on this node.
void StripMine::declare_span(Group &g, Composer &out) {
    StripMine ahead(in.in_front_of(g.loop));
    const Reference &least = *g.members.front();
    const Element at = ahead.lower_.element(least.expr->base, least.expr->index);
    g.span = lower_.fresh("span", least.expr);
    if (g.contiguous) {
        out.text("const " + abi::span + " " + g.span + " = " + abi::span_all + "(").node(at.base).text("); ");
        if (g.fetched) {
            g.low = lower_.fresh("low", least.expr);
            g.high = lower_.fresh("high", least.expr);
            out.text("const long " + g.low + " = ")
                .node(ahead.index_code(least, least.low))
                .text(", " + g.high + " = ")
                .node(ahead.index_code(*g.highest, g.highest->high))
                .text("; ");
        }
        return;
    }
    g.low = lower_.fresh("low", least.expr);
    out.text("const long " + g.low + " = ").node(ahead.index_code(least, least.low)).text("; ");
    g.high = g.low;
    if (!g.fits) {
        g.high = lower_.fresh("high", least.expr);
        out.text("const long " + g.high + " = ").node(ahead.index_code(*g.highest, g.highest->high)).text("; ");
    }
    out.text("const " + abi::span + " " + g.span + " = " + (at.object ? abi::span_object : abi::span_pointer) + "(" +
             lower_.env() + ", ")
        .node(at.base);
    out.text(", " + g.low + ", " + lower_.element_size(at.pointer) + ", " + lower_.block(at.pointer) + "); ");
}

/// Far code: are the spans of all groups on this node? Each test is of one element, for a span is
/// on one thread.
std::string StripMine::near_tests(const LoopNest &nest) {
    std::string tests;
    for (const Group &g : nest.groups) {
        if (!lower_.is_far_code()) break;
        if (g.fetched) continue;
        const std::string size = lower_.element_size(g.members.front()->expr->base->type);
        const std::string at =
            g.contiguous ? g.span + ".bias" : g.span + ".bias + (" + abi::ga + ")" + g.low + " * " + size;
        tests += " && " + std::string(lower_.near_test()) + at + ")";
    }
    return tests;
}

namespace {

/// The shared object that the reference indexes.
VarDecl *object_of(IndexExpr *e) {
    Expr *array = decayed_array(e->base);
    while (auto *outer = as<IndexExpr>(array))
        array = decayed_array(outer->base);
    return named_variable(array);
}

} // namespace

/// Strided pointers at the variable's present value. A guarded reference may compute an
/// out-of-range index; it is never dereferenced.
void StripMine::declare_strided_pointers(LoopNest &nest, Composer &out) {
    Lowering ahead(in.in_front_of(nest.loop.statement));
    std::unordered_map<std::string, std::string> steps;
    for (StridedPointer &w : nest.strided_pointers) {
        if (w.leader >= 0) {
            const StridedPointer &leader = nest.strided_pointers[static_cast<size_t>(w.leader)];
            VarDecl *mine = object_of(w.expr);
            VarDecl *other = object_of(leader.expr);
            w.name = leader.name;
            if (!mine || !other || mine->canonical == other->canonical) continue;
            const std::string apart = lower_.fresh("apart", w.expr);
            out.text("const " + abi::ga + " " + apart + " __attribute__((unused)) = ")
                .node(ahead.shared_object(mine))
                .text(" - ")
                .node(ahead.shared_object(other))
                .text("; ");
            w.name = "(" + leader.name + " + " + apart + ")";
            continue;
        }
        Element at = ahead.element(w.expr->base, w.expr->index);
        if (at.object && lower_.block(at.pointer) != "1") at.base = lower_.call(abi::gp_from_ga, at.base);
        at.object = false;
        w.name = lower_.fresh(w.row ? "ptr" : "address", w.expr);
        const std::string size = lower_.element_size(at.pointer);
        const std::string block = lower_.block(at.pointer);
        const std::string type = types.print(types.pointer_to(types.unshared(w.expr->type)));
        if (w.row && !lower_.is_far_code())
            out.text(types.print(types.pointer_to(types.unshared(w.expr->type)), w.name) +
                     " __attribute__((unused)) = (" + type + ")" + abi::addr_1node + "(")
                .node(ahead.element_ga(at))
                .text("); ");
        else if (w.elements)
            out.text(abi::gp + " " + w.name + " = ").node(ahead.element_pointer(at)).text("; ");
        else
            out.text(abi::ga + " " + w.name + " __attribute__((unused)) = ").node(ahead.element_ga(at)).text("; ");
        if (w.row) continue;
        const std::string by = std::to_string(w.blocks) + "L, " + block + " * " + size;
        std::string &known = steps[by];
        if (known.empty()) {
            known = lower_.fresh("step");
            out.text("const " + abi::stride + " " + known + " = " + abi::stride_by_blocks + "(" + lower_.env() + ", " +
                     by + "); ");
        }
        w.by = known;
        if (w.elements) w.in_block = std::to_string(w.elements) + "L, " + size + ", " + block;
    }
}

/// Far code: rows of strided pointers are on one thread, so whether they are on this node is asked
/// once. Declares their pointers.
std::string StripMine::rows_here(LoopNest &nest, std::string &tests) {
    std::string pointers;
    for (StridedPointer &w : nest.strided_pointers) {
        if (!w.row || !lower_.is_far_code()) continue;
        w.pointer = lower_.fresh("ptr", w.expr);
        const std::string type = types.print(types.pointer_to(types.unshared(w.expr->type)));
        tests += (tests.empty() ? "" : " && ") + std::string(lower_.near_test()) + w.name + ")";
        pointers += types.print(types.pointer_to(types.unshared(w.expr->type)), w.pointer) +
                    " __attribute__((unused)) = (" + type + ")" + std::string(lower_.here()) + w.name + "); ";
    }
    return pointers;
}

std::string StripMine::advance_strided_pointers(const LoopNest &nest, bool fast) const {
    std::string text;
    for (const StridedPointer &w : nest.strided_pointers) {
        if (fast && !w.pointer.empty()) {
            text += ", " + w.pointer + " += " + std::to_string(w.blocks) + "L";
            continue;
        }
        if (w.leader >= 0) continue;
        const std::string bytes = lower_.is_far_code()
                                      ? "(" + abi::ga + ")(" + std::to_string(w.blocks) + "L * (long)" +
                                            lower_.element_size(w.expr->base->type) + ")"
                                      : std::to_string(w.blocks) + "L";
        text += ", " + w.name +
                (w.row        ? " += " + bytes
                 : w.elements ? " = " + abi::stride_step_inside + "(" + w.by + ", " + w.name + ", " + w.in_block + ")"
                              : " = " + abi::stride_step + "(" + w.by + ", " + w.name + ")");
    }
    return text;
}

void StripMine::activate(const LoopNest &nest, bool fast, ResolvedPlaces &places) {
    if (fast)
        for (const Group &g : nest.groups)
            for (const Reference *r : g.members)
                places.set(r->expr,
                           {.name = r->table.count ? g.pointer + table_entry(r->table, source_name(r->table.variable))
                                                   : g.pointer,
                            .table = r->table.count != 0});
    for (const StridedPointer &w : nest.strided_pointers)
        if (fast && !w.pointer.empty())
            places.set(w.expr, {w.pointer, false, true});
        else
            places.set(w.expr, {w.elements ? w.name + ".ga" : w.name, !w.row || is_far_code(), w.row});
}

Node *StripMine::body(const LoopNest &nest, bool fast) {
    ResolvedPlaces places(in.places);
    activate(nest, fast, places);
    LowerContext inside = fast ? in : in.seldom();
    inside.places = &places;
    Lowering lowering(inside);
    Node *code = lowering.node(nest.loop.body);
    for (auto guard = nest.loop.guards.rbegin(); guard != nest.loop.guards.rend(); ++guard) {
        LeftLoop *left = LeftLoop::find(in.left, nest.loop.written);
        left->used = true;
        code = make("{ if (!(", lowering.condition(*guard), ")) goto " + left->label + "; ", code, " }");
    }
    return code;
}

/// Finds the spans of a run, shortens it to what stays inside them. Returns the declarations of
/// the pointers.
std::string StripMine::use_groups(LoopNest &nest, const std::string &left, Composer &out) {
    std::string pointers;
    std::string buffers;
    for (Group &g : nest.groups) {
        const Reference &least = *g.members.front();
        const QualType pointer = types.pointer_to(types.unshared(least.expr->type));
        const SpanTable &table = least.table;
        LowerContext filling = in;
        StandIns stand_ins(in.stand_ins);
        filling.stand_ins = &stand_ins;
        const std::string at = table.count ? lower_.fresh("at") : "";
        if (table.count) { // filled by a loop, in which the variable has each of its values
            g.pointer = lower_.fresh("ptrs", least.expr);
            const std::string n = std::to_string(table.count);
            out.text(types.print(pointer, g.pointer + "[" + n + "]") + "; for (long " + at + " = 0; " + at + " < " + n +
                     "; " + at + "++) { ");
            stand_ins.set(canonical(table.variable),
                          table_value(table, lower_.print(types.canonical(table.variable->type).unqualified()), at));
        }
        if (least.stride != 0) StripMine(filling).declare_span(g, out);
        if (!g.contiguous) out.text(shortened(g, left, lower_.threads()));
        if (table.count) {
            out.text(g.pointer + "[" + at + "] = (" + types.print(pointer) + ")" + std::string(lower_.here()) + g.span +
                     ".bias); } ");
            continue;
        }
        if (g.fetched) declare_fetch(g, left, out);
        g.pointer = lower_.fresh("ptr", least.expr);
        const std::string place =
            g.fetched ? fetched_pointer(g, left, buffers) : std::string(lower_.here()) + g.span + ".bias)";
        pointers += types.print(pointer, g.pointer) + " __attribute__((unused)) = (" + types.print(pointer) + ")" +
                    place + "; ";
        // As numbers they would be computed from one another in each iteration, to save a register.
        if (!lower_.is_far_code()) pointers += "__asm__(\"\" : \"+r\"(" + g.pointer + ")); ";
    }
    return buffers + pointers;
}

/// From the variable's first value to the end. Spans that do not depend on the loop's variable are
/// found before.
struct StripMine::Runs {
    Runs(const Lowering &lowering, LoopNest &p, const std::string &e, const std::function<Node *()> &a)
        : lower(lowering), nest(p), advance(a), end(e), i("(long)" + std::string(lower.source_name(p.loop.variable))),
          left(lower.fresh("left")), stop(lower.fresh("stop")), up(p.loop.step > 0), behind(up ? " < " : " > ") {
        by = std::to_string(std::abs(p.loop.step)) + "L" + (p.loop.times_threads ? " * (long)" + lower.threads() : "");
        const std::string distance = up ? end + " - " + i : i + " - " + end;
        count = by == "1L" ? distance : "(" + distance + " + " + by + " - 1) / (" + by + ")";
    }
    /// Iterations up to `to`, of which there are `count` or those of a run.
    std::string times(const std::string &to) const {
        if (nest.groups.empty() || to == end) return i + behind + end + " ? " + count + " : 0";
        return (up ? "(" + to + " - " + i : "(" + i + " - " + to) + ") / (" + by + ")";
    }
    /// Where a run ends; one iteration at least where there is a general body.
    std::string stop_text() const {
        const std::string step = by == "1L" ? "" : " * (" + by + ")";
        return i + (up ? " + " : " - ") + (nest.needs_general ? "(" + left + " ? " + left + " : 1)" : left) + step;
    }

    const Lowering &lower;
    LoopNest &nest;
    const std::function<Node *()> &advance;
    const std::string &end;
    const std::string i;    // the variable
    const std::string left; // name of the iterations left
    const std::string stop; // name of the run's end
    const bool up;
    const std::string behind;
    std::string by;    // the step, without its sign
    std::string count; // iterations
};

/// The loop from where it is up to `to`, its references in the nest's spans (fast) or as written.
void StripMine::strip_mined_loop(Runs &runs, Composer &out, bool fast, const std::string &to) {
    LoopNest &nest = runs.nest;
    if (fast && nest.jam) {
        out.node(jammed(nest, to, runs.advance));
        return;
    }
    if (Node *function = fast ? apart(nest, to) : nullptr) out.node(function).text(" else ");
    Node *code = body(nest, fast);
    const std::string strided_pointers = advance_strided_pointers(nest, fast);
    const bool in_one_run = fast && nest.in_one_run;
    if (nest.loop.times_threads || in_one_run) { // a count that compilers understand
        const std::string n = lower_.fresh("left");
        out.text("for (long " + n + " = " + (in_one_run ? nest.trips() : runs.times(to)) + "; " + n + " > 0; " + n +
                 "--, ");
    } else {
        out.text("for (; " + runs.i + runs.behind + to + "; ");
    }
    out.node(runs.advance()).text(strided_pointers + ") ").node(code);
}

/// Without spans: one loop with strided pointers.
void StripMine::one_loop(Runs &runs, Composer &out) {
    std::string tests;
    const std::string pointers = rows_here(runs.nest, tests);
    if (!tests.empty()) out.text("if (" + tests + ") { " + pointers);
    strip_mined_loop(runs, out, true, runs.end);
    if (tests.empty()) return;
    out.text(" } else ");
    strip_mined_loop(runs, out, false, runs.end);
}

void StripMine::run_by_run(Runs &runs, Composer &out) {
    LoopNest &nest = runs.nest;
    const std::string &left = runs.left;
    for (Group &g : nest.groups)
        if (g.members.front()->stride == 0) declare_span(g, out);
    out.text((nest.in_one_run ? "if (" : "while (") + runs.i + runs.behind + runs.end + ") { long " + left + " = " +
             runs.count + "; ");
    if (lower_.is_far_code()) out.text("if (" + left + " > " + most_run + ") " + left + " = " + most_run + "; ");
    const std::string pointers = use_groups(nest, left, out);
    out.text("const long " + runs.stop + " = " + (nest.in_one_run ? runs.end : runs.stop_text()) + "; ");
    if (lower_.is_far_code()) out.text(abi::far_ran + "(" + left + " + 1); ");
    if (nest.in_one_run)
        out.text("if (__builtin_expect(" + left + " == " + nest.trips() + ", 1)) ");
    else if (nest.needs_general)
        out.text("if (" + left + near_tests(nest) + apart_tests(nest, left) + ") ");
    out.text("{ " + pointers);
    strip_mined_loop(runs, out, true, runs.stop);
    out.text(sends(nest, left) + " }");
    if (nest.needs_general) {
        out.text(" else ");
        strip_mined_loop(runs, out, false, runs.stop);
    }
    out.text(" }");
}

Node *StripMine::runs_of(LoopNest &nest, const std::string &end, const std::function<Node *()> &advance) {
    Runs runs(lower_, nest, end, advance);
    const std::string label = lower_.fresh("behind");
    nest.in_one_run = nest.in_one_run && !nest.groups.empty();
    nest.needs_general = !nest.groups.empty() && (nest.needs_general || nest.in_one_run || lower_.is_far_code());
    Composer out(ctx);
    declare_strided_pointers(nest, out);
    LeftLoop loop{nest.loop.written, label, in.left};
    LowerContext inside = in;
    inside.left = &loop;
    StripMine loops(inside);
    const std::string most = most_threads(surroundings(), nest);
    if (!most.empty()) out.text("if (" + lower_.threads() + " <= " + most + ") { ");
    nest.groups.empty() ? loops.one_loop(runs, out) : loops.run_by_run(runs, out);
    if (!most.empty()) {
        out.text(" } else ");
        loops.strip_mined_loop(runs, out, false, end);
    }
    if (loop.used) out.text(" " + label + ":;");
    return out.finish();
}

void StripMine::say(const LoopNest &nest) {
    const TokenIndex where = nest.loop.statement->range.first;
    const std::string open = nest.loop.is_open ? "; its condition as written" : "";
    const auto count = [](size_t n, const char *one, const char *many) {
        return std::to_string(n) + " " + (n == 1 ? one : many);
    };
    size_t spans = 0;
    for (const Group &g : nest.groups)
        spans += std::max(1L, g.members.front()->table.count);
    if (!nest.groups.empty())
        lower_.done(Pass::strip_mine, where,
                    count(nest.references.size(), "reference", "references") +
                        (nest.in_one_run ? " in one run through " : " in runs through ") +
                        count(spans, "piece", "pieces") + open);
    if (!nest.strided_pointers.empty())
        lower_.done(Pass::strength_reduction, where,
                    count(nest.addresses_carried(), "address", "addresses") + " carried along" + open);
    else if (!nest.randoms.empty() && in.passes.strength_reduction)
        lower_.done(Pass::strength_reduction, where,
                    count(nest.randoms.size(), "reference", "references") + " by an index of memory" +
                        (goes_whole(nest) ? "; with one thread as in C" : ""));
}

Node *StripMine::loop(ForStmt *s) {
    if (!in.function || !in.function->decl || in.plain || s->range.empty() || InductionVariables(in).follows_head(s))
        return nullptr;
    const auto found = guarded_loop(lower_.analyses(), s);
    if (!found || unit.facts.is_governed(s, in.function->decl)) return nullptr;
    LoopNest nest{*found};
    const bool open = nest.loop.is_open;
    const std::string i = "(long)" + std::string(lower_.source_name(nest.loop.variable));
    optimise(nest, surroundings());
    if (!nest.has_decisions() && !nest.update && !nest.pays_alone && !nest.jam) return nullptr;
    Composer out(ctx);
    const std::string end = lower_.fresh("end");
    auto *d = as<Declaration>(s->init);
    out.text("{ ");
    if (s->init) out.node(d ? lower_.declaration(d) : lower_.effect(static_cast<Expr *>(s->init))).text("; ");
    out.text("const long " + end + " = ")
        .node(open ? lower_.make(far_end(nest.loop, i)) : end_of(nest.loop))
        .text("; ");
    const bool asks = nest.needs_iteration && !open;
    if (asks) out.text("if (" + i + (nest.loop.step > 0 ? " < " : " > ") + end + ") { ");
    out.node(runs(nest, end, [&] { return lower_.effect(s->step); }));
    say(nest);
    return out.text(asks ? " } }" : " }").finish();
}

Node *StripMine::own_loop(const OwnRun &run) {
    if (!in.function || !in.function->decl || in.plain) return nullptr;
    LoopNest nest{{run.whole, run.variable, nullptr, BinaryOp::lt, run.step, run.times_threads, run.body, run.whole},
                  run.companions};
    optimise(nest, surroundings());
    if ((!nest.has_decisions() && !nest.pays_alone) ||
        (run.times_threads && !nest.by_threads && nest.strided_pointers.empty()))
        return nullptr;
    const std::string name(lower_.source_name(run.variable));
    const std::string type = types.print(types.canonical(run.variable->type).unqualified());
    const std::string by = run.times_threads ? "(long)" + lower_.threads() : std::to_string(run.step) + "L";
    // Without THREADS that is the program's own step, of values that the program has.
    std::string advance = run.times_threads ? name + " = (" + type + ")((long)" + name + " + " + by + ")"
                          : run.step == 1   ? name + "++"
                                            : name + " += " + std::to_string(run.step);
    for (const LoopMove &m : run.companions)
        advance += ", " + m.name + (m.by == "1" ? "++" : " += " + m.by);
    Node *code = runs(nest, run.end, [&] { return lower_.make(advance); });
    say(nest);
    return code;
}

} // namespace polder::cc
