// Runs whose memory is known (alias_versioning.h). The run becomes a function of pointers that do
// not overlap; of a nest, some outer iterations are done at once.
#include "compiler/lower/runs/known_runs.h"

#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/runs/alias_versioning.h"
#include "compiler/lower/runs/block_spans.h"
#include "compiler/lower/runs/strip_mine.h"

namespace polder::cc {

namespace {

/// Otherwise compilers assume 50 % for each part of the test and treat the loop as cold. A cold
/// loop is not aligned, and its registers go to the loop that stands by.
std::string expected(const std::string &test) {
    return "__builtin_expect(" + test + ", 1)";
}

} // namespace

/// How many iterations there are from the variable's present value to `to`; not positive for none.
std::string KnownRuns::count_of(const StripLoop &loop, const std::string &to) const {
    const std::string i = "(long)" + std::string(source_name(loop.variable));
    const std::string by = std::to_string(std::abs(loop.step)) + "L";
    const std::string distance = loop.step > 0 ? to + " - " + i : i + " - " + to;
    return by == "1L" ? distance : "(" + distance + " + " + by + " - 1) / " + by;
}

/// The variable and its companions, n iterations further on.
std::string KnownRuns::move_on(const LoopNest &nest, const std::string &n) const {
    const std::string i(source_name(nest.loop.variable));
    const std::string type = print(types.canonical(nest.loop.variable->type).unqualified());
    std::string text = i + " = (" + type + ")((long)" + i + " + " + n + " * " + std::to_string(nest.loop.step) + "L);";
    for (const LoopMove &m : nest.companions)
        text += " " + m.name + " += " + n + " * " + m.by + ";";
    return text;
}

/// if (nothing overlaps) all of the run; null where that is not known or does not help.
Node *KnownRuns::apart(LoopNest &nest, const std::string &to) {
    if (!nest.regions) return nullptr;
    const TokenIndex where = nest.loop.statement->range.first;
    const AliasRegions &regions = *nest.regions;
    if (!nest.versioned) {
        if (!regions.why_not().empty()) not_done(Pass::alias_versioning, where, regions.why_not());
        return nullptr;
    }
    ResolvedPlaces places(in.places);
    StripMine(in).activate(nest, true, places);
    LowerContext inside = in;
    inside.places = &places;
    const std::string name = fresh("passes");
    const std::string n = nest.whole_run ? std::to_string(nest.whole_run) + "L" : name;
    AliasVersioning version(inside, regions, nest.loop);
    Composer out(ctx);
    out.text("const long " + name + " = " + count_of(nest.loop, to) + "; ")
        .node(version.declare(1))
        .node(version.assign(0, inside.in_front_of(regions.whole())));
    out.text("if (" + expected("(" + name + (nest.whole_run ? " == " + n : " > 0") + ")" + version.tests(n)) + ") { ")
        .node(version.call(nest.loop.body, n))
        .text(" " + move_on(nest, n) + " }");
    ctx.carries_vectors = ctx.carries_vectors || regions.carries_vectors();
    done(Pass::alias_versioning, where,
         std::to_string(regions.regions().size()) + " pointers, which do not overlap where a test says so");
    return out.finish();
}

/// The loop of a run, some iterations at once where their inner loops stay inside one span each
/// and nothing overlaps.
Node *KnownRuns::jammed(LoopNest &nest, const std::string &to, const std::function<Node *()> &advance) {
    ResolvedPlaces places(in.places);
    StripMine(in).activate(nest, true, places);
    LowerContext inside = in;
    inside.places = &places;
    StripMine jammed(inside);
    const UnrollAndJam &jam = *nest.jam;
    const StripLoop &loop = jam.inside.loop;
    AliasVersioning version(inside, *jam.regions, loop, &nest.loop);
    const std::string i(source_name(nest.loop.variable));
    const std::string left = fresh("count");
    const std::string n = fresh("passes");
    const std::string goes = fresh("goes");
    const std::string end = fresh("end");
    Composer out(ctx);
    out.text("{ int " + goes + " = 1; while ((long)" + i + (nest.loop.step > 0 ? " < " : " > ") + to + ") { if (" +
             goes + " && " + count_of(nest.loop, to) + " >= " + std::to_string(jam.copies) + ") { ");
    out.node(DeclarationLowering(inside).declaration(
                 static_cast<Declaration *>(static_cast<ForStmt *>(loop.statement)->init)))
        .text("; ");
    out.text("const long " + end + " = ")
        .node(jammed.end_of(loop))
        .text(", " + n + " = " + count_of(loop, end) + "; long " + left + " = " + n + "; ")
        .node(version.declare(jam.copies));
    for (unsigned copy = 0; copy < jam.copies; ++copy)
        out.node(KnownRuns(inside).copy_places(nest, version, left, copy));
    out.text("if (" + expected("(" + n + " > 0) & (" + left + " == " + n + ")" + version.tests(n)) + ") { ")
        .node(version.call(loop.body, n));
    out.text(" " + move_on(nest, std::to_string(jam.copies)) + " continue; } " + goes + " = 0; } ");
    LowerContext rest = inside.silent();
    rest.in_jam = true;
    out.node(StripMine(rest).body(nest, true));
    done(Pass::unroll_and_jam, nest.loop.statement->range.first, std::to_string(jam.copies) + " iterations at once");
    out.text(" ").node(advance()).text("; } }");
    return out.finish();
}

/// What a copy needs to know: the spans its inner loop is in, and where its regions begin.
Node *KnownRuns::copy_places(const LoopNest &nest, AliasVersioning &version, const std::string &left, unsigned copy) {
    const UnrollAndJam &jam = *nest.jam;
    const VarDecl *outer = Lowering::canonical(nest.loop.variable);
    StandIns stand_ins(in.stand_ins);
    LowerContext inside = in;
    inside.stand_ins = &stand_ins;
    const std::string type = print(types.canonical(outer->type).unqualified());
    if (copy)
        stand_ins.set(outer, "((" + type + ")((long)" + std::string(source_name(nest.loop.variable)) + " + " +
                                 std::to_string(nest.loop.step * static_cast<long>(copy)) + "L))");
    StripMine places_of(inside);
    LoopNest own = jam.inside; // whose spans are this copy's
    Composer out(ctx);
    out.text("{ ");
    for (Declaration *d : jam.head)
        out.node(DeclarationLowering(inside).declaration(d)).text(" ");
    if (copy) // what the outer loop does not move has been found
        std::erase_if(own.groups,
                      [&](const Group &g) { return jam.regions->is_shared_by_copies(g.members.front()->expr); });
    for (Group &g : own.groups)
        if (g.members.front()->stride == 0) BlockSpans(inside).declare_span(g, out);
    const std::string pointers = BlockSpans(inside).use_groups(own, left, out);
    out.text(pointers);
    ResolvedPlaces places(in.places);
    StripMine(in).activate(own, true, places);
    inside.places = &places;
    inside.ahead_of = jam.regions->whole();
    out.node(version.assign(copy, inside)).text("} ");
    return out.finish();
}

} // namespace polder::cc
