// Strip-mining, writing: the loop in runs (strip_mine.h).
#include "compiler/lower/runs/strip_mine.h"

#include "compiler/lower/checks/check_ahead.h"
#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/passes/induction_variables.h"
#include "compiler/lower/runs/block_spans.h"
#include "compiler/lower/runs/coalesced_transfers.h"
#include "compiler/lower/runs/group_prefetch.h"
#include "compiler/lower/runs/known_runs.h"
#include "compiler/lower/runs/random_accesses.h"
#include "compiler/lower/runs/resolved_references.h"
#include "compiler/lower/runs/strided_pointers.h"
#include "compiler/optimize/pipeline.h"
#include "compiler/sema/constant.h"
#include "compiler/type/exact_arithmetic.h"

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

/// From one long to a greater one: `to - from`, or what a long holds.
std::string capped_distance(const std::string &name, const std::string &from, const std::string &to) {
    return "__extension__ ({ long " + name + "; __builtin_sub_overflow(" + to + ", " + from + ", &" + name +
           ") ? 9223372036854775807L : " + name + "; })";
}

/// `bound - offset`, or where a long ends. `bound` is the name of a long.
std::string less_offset(const std::string &bound, long offset) {
    const std::string by = std::to_string(std::abs(offset)) + "L";
    const std::string less = bound + (offset > 0 ? " - " : " + ") + by;
    return offset > 0 ? "(" + bound + " < -9223372036854775807L + " + by + " ? -9223372036854775807L : " + less + ")"
                      : "(" + bound + " > 9223372036854775807L - " + by + " ? 9223372036854775807L : " + less + ")";
}

} // namespace

Node *StripMine::leave(const BreakStmt *s) {
    LeftLoop *loop = LeftLoop::find(in.left, s->target);
    if (!loop) return nullptr;
    loop->used = true;
    return make("goto " + loop->label + ";");
}

/// Where the loop ends, read once: the first value (as a long) of the variable that is not in the
/// loop any more.
Node *StripMine::end_of(const StripLoop &loop) {
    const bool wide = types.size_of(loop.bound->type) == 8;
    const bool is_unsigned = wide && !types.is_signed(loop.bound->type);
    const std::string read = fresh("bound");
    const std::string t = loop.offset ? fresh("bound") : read;
    const std::string less = loop.offset ? " const long " + t + " = " + less_offset(read, loop.offset) + ";" : "";
    const std::string type = is_unsigned ? "unsigned long " : "long ";
    std::string result = (is_unsigned ? "(long)" : "") + t;
    if (is_unsigned) { // beyond what a long holds: where the loop begins there, all of it is there; else it ends before
        const std::string i = "(long)" + std::string(source_name(loop.variable)) + " < 0";
        result = "(" + t + " > 9223372036854775807UL ? (" + i + " ? " + result +
                 " : 9223372036854775807L) : " + (loop.step > 0 ? i + " ? -9223372036854775807L - 1 : " : "") + result +
                 ")";
    }
    if (loop.test == BinaryOp::le)
        result = wide ? "(" + result + " < 9223372036854775807L" +
                            (is_unsigned ? " && " + result + " >= -9223372036854775807L" : std::string()) + " ? " +
                            result + " + 1 : " + result + ")"
                      : result + " + 1";
    else if (loop.test == BinaryOp::ge) // no loop ends below the least value
        result = wide ? "(" + result + " > -9223372036854775807L - 1 ? " + result + " - 1 : " + result + ")"
                      : result + " - 1";
    else if (loop.test == BinaryOp::ne) // what starts behind its end goes on without one
        result = "(" + std::string(source_name(loop.variable)) +
                 (loop.step > 0 ? " <= " + t + " ? " + t + " : 9223372036854775807L)"
                                : " >= " + t + " ? " + t + " : -9223372036854775807L)");
    // Of conversions only those are written that make another number.
    const QualType compared = types.canonical(loop.bound->type);
    const bool converts = !wide && !keeps_values(types, compared, without_conversions(loop.bound)->type);
    const std::string conversion = converts ? "(" + types.print(compared.unqualified()) + ")" : "";
    return make({"__extension__ ({ const ", type, read, " __attribute__((unused)) = (", type, ")", conversion, "(",
                 value(loop.bound), ");" + less + " ", result, "; })"});
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

/// The references that any iteration finds where the spans in front of it begin. A general body on
/// one node has one iteration.
void StripMine::activate_first(const LoopNest &nest, ResolvedPlaces &places) {
    for (const Group &g : nest.groups)
        for (const Reference *r : g.members) {
            const bool at_begin = r->offset == g.members.front()->offset && r->extent == 0;
            if ((g.contiguous || at_begin) && !r->table.count) places.set(r->expr, {.name = g.pointer, .table = false});
        }
}

Node *StripMine::body(const LoopNest &nest, bool fast, bool alone) {
    ResolvedPlaces places(in.places);
    activate(nest, fast, places);
    if (alone) activate_first(nest, places);
    LowerContext inside = fast ? in : in.seldom();
    inside.places = &places;
    Lowering lowering(inside);
    Node *code = lowering.node(nest.loop.body);
    for (auto guard = nest.loop.guards.rbegin(); guard != nest.loop.guards.rend(); ++guard) {
        LeftLoop *left = LeftLoop::find(in.left, nest.loop.written);
        left->used = true;
        code = make({"{ if (!(", lowering.condition(*guard), ")) goto " + left->label + "; ", code, " }"});
    }
    return code;
}

/// Could the distance to the end be too long for a long? An end of 32 bits is near to a variable of
/// 32 bits, but not what end_of() gives a loop that starts behind its end.
bool StripMine::distance_may_overflow(const StripLoop &loop) {
    if (!loop.bound ||
        (types.size_of(loop.variable->type) < 8 && types.size_of(loop.bound->type) < 8 && loop.test != BinaryOp::ne))
        return false;
    auto *s = as<ForStmt>(loop.statement);
    Expr *start = s && loop.step > 0 ? start_of(s, loop.variable) : nullptr;
    const ConstantValue first = start ? evaluate(ctx, start) : ConstantValue();
    return !first.known || first.is_floating || first.times_threads || first.value < 0;
}

/// From the variable's first value to the end. Spans that do not depend on the loop's variable are
/// found before.
struct StripMine::Runs {
    Runs(const Lowering &lowering, LoopNest &p, const std::string &e, const std::function<Node *()> &a, bool is_capped)
        : lower(lowering), nest(p), advance(a), end(e), i("(long)" + std::string(lower.source_name(p.loop.variable))),
          left(lower.fresh("left")), stop(lower.fresh("stop")), up(p.loop.step > 0), behind(up ? " < " : " > ") {
        by = std::to_string(std::abs(p.loop.step)) + "L" + (p.loop.times_threads ? " * (long)" + lower.threads() : "");
        const std::string from = up ? i : end;
        const std::string to = up ? end : i;
        const std::string distance = is_capped ? capped_distance(lower.fresh("distance"), from, to) : to + " - " + from;
        count = by == "1L"  ? distance
                : is_capped ? "(" + distance + " - 1) / (" + by + ") + 1"
                            : "(" + distance + " + " + by + " - 1) / (" + by + ")";
    }
    /// Iterations up to `to`, of which there are `count` or those of a run.
    std::string times(const std::string &to) const {
        if (nest.groups.empty() || to == end) return i + behind + end + " ? " + count + " : 0";
        return (up ? "(" + to + " - " + i : "(" + i + " - " + to) + ") / (" + by + ")";
    }
    /// Where a run ends; one iteration at least where there is a general body.
    std::string stop_text() const {
        const std::string step = by == "1L" ? "" : " * (" + by + ")";
        return i + (up ? " + " : " - ") + (nest.needs_general ? "(" + left + " > 0 ? " + left + " : 1)" : left) + step;
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
        out.node(KnownRuns(in).jammed(nest, to, runs.advance));
        return;
    }
    if (Node *function = fast ? KnownRuns(in).apart(nest, to) : nullptr) out.node(function).text(" else ");
    Node *code = body(nest, fast);
    const std::string strided_pointers = StridedPointers(in).advance_strided_pointers(nest, fast);
    const bool in_one_run = fast && nest.in_one_run;
    if (nest.loop.times_threads || in_one_run) { // a count that compilers understand
        const std::string n = fresh("left");
        out.text("for (long " + n + " = " + (in_one_run ? nest.trips() : runs.times(to)) + "; " + n + " > 0; " + n +
                 "--, ");
    } else {
        out.text("for (; " + runs.i + runs.behind + to + "; ");
    }
    out.node(runs.advance()).text(strided_pointers + ") ").node(code);
}

/// One iteration, its references as written, but for those that lie where spans begin. It is no
/// loop, so compilers do not look for a better form of one. `continue` leaves the body, as in a
/// loop.
void StripMine::one_iteration(Runs &runs, Composer &out) {
    Node *code = body(runs.nest, false, true);
    const std::string strided_pointers = StridedPointers(in).advance_strided_pointers(runs.nest, false);
    out.text("{ do ").node(code).text(" while (0); ").node(runs.advance()).text(strided_pointers + "; }");
}

/// Without spans: one loop with strided pointers.
void StripMine::one_loop(Runs &runs, Composer &out) {
    std::string tests;
    const std::string pointers = StridedPointers(in).rows_here(runs.nest, tests);
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
        if (g.members.front()->stride == 0) BlockSpans(in).declare_span(g, out);
    out.text((nest.in_one_run ? "if (" : "while (") + runs.i + runs.behind + runs.end + ") { long " + left + " = " +
             runs.count + "; ");
    if (is_far_code()) out.text("if (" + left + " > " + most_run + ") " + left + " = " + most_run + "; ");
    const std::string pointers = BlockSpans(in).use_groups(nest, left, out);
    out.text("const long " + runs.stop + " = " + (nest.in_one_run ? runs.end : runs.stop_text()) + "; ");
    if (is_far_code()) out.text(abi::far_ran + "((" + left + " > 0 ? " + left + " : 0) + 1); ");
    // On one node the general body has runs of no iteration alone: they go on by one.
    const bool goes_by_one = nest.needs_general && !nest.in_one_run && !is_far_code();
    if (goes_by_one) out.text(pointers);
    if (nest.in_one_run)
        out.text("if (__builtin_expect(" + left + " == " + nest.trips() + ", 1)) ");
    else if (nest.needs_general)
        out.text("if (" + left + " > 0" + BlockSpans(in).near_tests(nest) +
                 CoalescedTransfers(in).apart_tests(nest, left) + ") ");
    out.text(goes_by_one ? "{ " : "{ " + pointers);
    strip_mined_loop(runs, out, true, runs.stop);
    out.text(CoalescedTransfers(in).sends(nest, left) + " }");
    if (nest.needs_general) {
        out.text(" else ");
        if (goes_by_one)
            one_iteration(runs, out);
        else
            strip_mined_loop(runs, out, false, runs.stop);
    }
    out.text(" }");
}

Node *StripMine::runs_of(LoopNest &nest, const std::string &end, const std::function<Node *()> &advance) {
    Runs runs(*this, nest, end, advance, distance_may_overflow(nest.loop));
    const std::string label = fresh("behind");
    nest.in_one_run = nest.in_one_run && !nest.groups.empty();
    nest.needs_general = !nest.groups.empty() && (nest.needs_general || nest.in_one_run || is_far_code());
    Composer out(ctx);
    StridedPointers(in).declare_strided_pointers(nest, out);
    LeftLoop loop{nest.loop.written, label, in.left};
    LowerContext inside = in;
    inside.left = &loop;
    StripMine loops(inside);
    const std::string most = most_threads(ResolvedReferences(in).surroundings(), nest);
    if (!most.empty()) out.text("if (" + threads() + " <= " + most + ") { ");
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
        done(Pass::strip_mine, where,
             count(nest.references.size(), "reference", "references") +
                 (nest.in_one_run ? " in one run through " : " in runs through ") + count(spans, "span", "spans") +
                 open);
    if (!nest.strided_pointers.empty())
        done(Pass::strength_reduction, where,
             count(nest.addresses_carried(), "address", "addresses") + " carried along" + open);
    else if (!nest.randoms.empty() && in.passes.strength_reduction)
        done(Pass::strength_reduction, where,
             count(nest.randoms.size(), "reference", "references") + " by an index of memory" +
                 (RandomAccesses(in).goes_whole(nest) ? "; with one thread as in C" : ""));
}

Node *StripMine::loop(ForStmt *s) {
    if (!in.function || !in.function->decl || in.plain || s->range.empty() || InductionVariables(in).follows_head(s))
        return nullptr;
    const auto found = guarded_loop(analyses(), s);
    if (!found || unit.facts.is_governed(s, in.function->decl)) return nullptr;
    LoopNest nest{*found};
    const bool open = nest.loop.is_open;
    const std::string i = "(long)" + std::string(source_name(nest.loop.variable));
    optimise(nest, ResolvedReferences(in).surroundings());
    if (!nest.has_decisions() && !nest.update && !nest.pays_alone && !nest.jam) return nullptr;
    Composer out(ctx);
    const std::string end = fresh("end");
    auto *d = as<Declaration>(s->init);
    out.text("{ ");
    if (s->init) out.node(d ? DeclarationLowering(in).declaration(d) : effect(static_cast<Expr *>(s->init))).text("; ");
    out.text("const long " + end + " = ").node(open ? make(far_end(nest.loop, i)) : end_of(nest.loop)).text("; ");
    const bool goes_round = may_go_round(nest.loop);
    const bool asks = nest.needs_iteration && !open;
    if (goes_round) out.node(round_loop(*s, nest.loop, end)).text(" else ");
    if (asks) out.text("if (" + i + (nest.loop.step > 0 ? " < " : " > ") + end + ") ");
    if (goes_round || asks) out.text("{ ");
    out.node(runs(nest, end, [&] { return effect(s->step); }));
    say(nest);
    return out.text(goes_round || asks ? " } }" : " }").finish();
}

/// Could the variable, unsigned and of 32 bits, go from its greatest number on to 0 and be below
/// the bound again? A loop in steps of one up to a number of 32 bits ends before.
bool StripMine::may_go_round(const StripLoop &loop) {
    const bool is_unsigned = types.size_of(loop.variable->type) == 4 && !types.is_signed(loop.variable->type);
    return is_unsigned && loop.bound && loop.step > 0 &&
           (loop.test != BinaryOp::lt || loop.step > 1 || loop.times_threads || types.size_of(loop.bound->type) == 8);
}

/// The loop as it is written, where it goes round: there runs would end at another place.
Node *StripMine::round_loop(const ForStmt &s, const StripLoop &loop, const std::string &end) {
    const std::string by = std::to_string(loop.step) + "L" + (loop.times_threads ? " * (long)" + threads() : "");
    StripMine plain(in.seldom());
    return make({"if (__builtin_expect(" + end + " > 4294967296L - " + by + ", 0)) { for (; ",
                 plain.condition(s.condition), "; ", plain.effect(s.step), ") ", plain.node(s.body), " }"});
}

Node *StripMine::own_loop(const OwnRun &run) {
    if (!in.function || !in.function->decl || in.plain) return nullptr;
    LoopNest nest{{run.whole, run.variable, nullptr, BinaryOp::lt, run.step, run.times_threads, run.body, run.whole},
                  run.companions};
    optimise(nest, ResolvedReferences(in).surroundings());
    if ((!nest.has_decisions() && !nest.pays_alone) ||
        (run.times_threads && !nest.by_threads && nest.strided_pointers.empty()))
        return nullptr;
    const std::string name(source_name(run.variable));
    const std::string type = types.print(types.canonical(run.variable->type).unqualified());
    const std::string by = run.times_threads ? "(long)" + threads() : std::to_string(run.step) + "L";
    // Without THREADS that is the program's own step, of values that the program has.
    std::string advance = run.times_threads ? name + " = (" + type + ")((long)" + name + " + " + by + ")"
                          : run.step == 1   ? name + "++"
                                            : name + " += " + std::to_string(run.step);
    for (const LoopMove &m : run.companions)
        advance += ", " + m.name + (m.by == "1" ? "++" : " += " + m.by);
    Node *code = runs(nest, run.end, [&] { return make(advance); });
    say(nest);
    return code;
}

/// The loop in runs, and once more for arrays that are one span.
Node *StripMine::runs(LoopNest &nest, const std::string &end, const std::function<Node *()> &advance) {
    Composer out(ctx);
    const bool goes_whole = RandomAccesses(in).goes_whole(nest);
    if (goes_whole) {
        const std::string test = RandomAccesses(in).declare_wholes(nest, out);
        out.text("if (" + test + ") { ");
        ResolvedPlaces places(in.places);
        RandomAccesses(in).use_wholes(nest, out, places);
        LowerContext inside = in;
        inside.places = &places;
        out.node(StripMine(inside).runs_of(nest, end, advance)).text(" } else { ");
    }
    ResolvedPlaces places(in.places);
    RandomAccesses(in).use_array_bases(nest, out, places);
    LowerContext inside = in;
    inside.places = &places;
    StripMine based(inside);
    Node *batched = GroupPrefetch(inside).group_prefetch(nest, end, advance);
    out.node(batched ? batched : based.runs_of(nest, end, advance));
    if (goes_whole) out.text(" }");
    return out.finish();
}

} // namespace polder::cc
