// Runs whose memory is known (alias_versioning.h). The run becomes a function of pointers that do
// not overlap; of a nest, some outer iterations are done at once.
#include "compiler/lower/passes/alias_versioning.h"

#include "compiler/sema/constant.h"

#include <algorithm>

namespace polder::cc {

namespace {

// Of bodies, which go out once more, or as often as there are copies.
constexpr unsigned most_tokens_apart = 300;
constexpr unsigned most_tokens_jam = 150;
// With more, two copies.
constexpr size_t most_regions_six = 3;
constexpr size_t most_regions_four = 4;
constexpr long least_iterations_six =
    64; // of the outer loop: what does not divide by the number of copies is done one by one

/// Otherwise compilers assume 50 % for each part of the test and treat the loop as cold. A cold
/// loop is not aligned, and its registers go to the loop that stands by.
std::string expected(const std::string &test) {
    return "__builtin_expect(" + test + ", 1)";
}

/// A constant of moderate size.
std::optional<long> number(Context &ctx, const Expr *e) {
    const ConstantValue v = evaluate(ctx, e);
    const bool moderate =
        v.known && !v.is_floating && !v.times_threads && v.value < (1L << 31) && v.value > -(1L << 31);
    return moderate ? std::optional(static_cast<long>(v.value)) : std::nullopt;
}

bool has_types(Node *n) {
    auto *d = as<Declaration>(n);
    bool found = d && (d->specifiers.storage == Storage::typedef_ || d->specifiers.defines_tag);
    for_each_child(n, [&](Node *child) { found = found || has_types(child); });
    return found;
}

} // namespace

/// Types of its own would not be known in front of it.
bool StripMine::has_local_types(const FunctionDecl *f) {
    const auto [known, is_new] = local_types_.try_emplace(f, false);
    if (is_new) known->second = has_types(f->body) || (f->inline_ && f->linkage == Linkage::external);
    return known->second;
}

/// Is the loop to be looked at although it needs no spans? It has no shared array with blocks.
bool StripMine::may_be_apart(const Plan &plan) {
    if (lower_.is_far_code() || !lower_.passes.alias_versioning || plan.loop.times_threads ||
        plan.loop.body->range.last - plan.loop.body->range.first > most_tokens_apart)
        return false;
    AliasVersioning regions(*this, plan.loop.statement, plan.loop.variable, plan.loop.step);
    return regions.find(plan.loop.body) && regions.pays();
}

/// How many iterations there are from the variable's present value to `to`; not positive for none.
std::string StripMine::count_of(const StripLoop &loop, const std::string &to) const {
    const std::string i = "(long)" + std::string(lower_.source_name(loop.variable));
    const std::string by = std::to_string(std::abs(loop.step)) + "L";
    const std::string distance = loop.step > 0 ? to + " - " + i : i + " - " + to;
    return by == "1L" ? distance : "(" + distance + " + " + by + " - 1) / " + by;
}

/// The variable and its companions, n iterations further on.
std::string StripMine::move_on(const Plan &plan, const std::string &n) const {
    const std::string i(lower_.source_name(plan.loop.variable)),
        type = lower_.print(types_.canonical(plan.loop.variable->type).unqualified());
    std::string text = i + " = (" + type + ")((long)" + i + " + " + n + " * " + std::to_string(plan.loop.step) + "L);";
    for (const LoopMove &m : plan.companions)
        text += " " + m.name + " += " + n + " * " + m.by + ";";
    return text;
}

/// The iterations of a run that is all of the loop. It is 0 unless their number is a constant and
/// blocks are long enough for such a run. The C compiler then knows what is left behind its
/// vectors. A loop that begins in the middle of a block may be cut all the same.
long StripMine::whole_run(const Plan &plan) {
    const StripLoop &loop = plan.loop;
    auto *s = as<ForStmt>(loop.statement);
    const Expr *start = s ? start_of(s, loop.variable) : nullptr;
    const auto first = start ? number(ctx_, start) : std::nullopt;
    const auto bound = loop.bound ? number(ctx_, loop.bound) : std::nullopt;
    if (!first || !bound || loop.test == BinaryOp::ne) return 0;
    const long step = std::abs(loop.step);
    const long last = loop.test == BinaryOp::le || loop.test == BinaryOp::ge ? 1 : 0;
    const long distance = (loop.step > 0 ? 1 : -1) * (bound.value_or(0) - first.value_or(0)) + last;
    if (distance <= 0) return 0;
    const long count = (distance - 1) / step + 1;
    const bool fits = std::all_of(plan.groups.begin(), plan.groups.end(), [&](const Group &g) {
        const Reference &low = *g.members.front();
        const Reference &high = *g.highest;
        const long reach = high.offset + high.extent - low.offset + std::abs(low.stride);
        return g.contiguous || reach + (count - 1) * std::abs(low.stride) <= static_cast<long>(block_of(low));
    });
    return fits ? count : 0;
}

/// if (nothing overlaps) all of the run; null where that is not known or does not help.
Node *StripMine::apart(Plan &plan, const std::string &to) {
    const TokenRange range = plan.loop.body->range;
    const bool odd_strides = std::any_of(plan.strided_pointers.begin(), plan.strided_pointers.end(),
                                         [](const StridedPointer &w) { return w.row || w.elements; });
    if (lower_.is_far_code() || !lower_.passes.alias_versioning || in_jam_ || plan.loop.times_threads || odd_strides ||
        !plan.randoms.empty() || range.last - range.first > most_tokens_apart ||
        has_local_types(lower_.function_->decl))
        return nullptr;
    activate(plan, true);
    AliasVersioning regions(*this, plan.loop.statement, plan.loop.variable, plan.loop.step);
    regions.set_strided_pointers(plan);
    const TokenIndex where = plan.loop.statement->range.first;
    Node *result = nullptr;
    if (regions.find(plan.loop.body) && regions.pays()) {
        const long whole = plan.groups.empty() ? 0 : whole_run(plan);
        const std::string name = lower_.fresh("passes");
        const std::string n = whole ? std::to_string(whole) + "L" : name;
        Composer out(ctx_);
        out.text("const long " + name + " = " + count_of(plan.loop, to) + "; ")
            .node(regions.declare(1))
            .node(regions.assign(0));
        out.text("if (" + expected("(" + name + (whole ? " == " + n : " > 0") + ")" + regions.tests(n)) + ") { ")
            .node(regions.call(plan.loop.body, n))
            .text(" " + move_on(plan, n) + " }");
        result = out.finish();
        ctx_.carries_vectors = ctx_.carries_vectors || regions.carries_vectors();
        lower_.done(Pass::alias_versioning, where,
                    std::to_string(regions.regions()) + " pointers, which do not overlap where a test says so");
    } else if (!regions.why_not().empty()) {
        lower_.not_done(Pass::alias_versioning, where, regions.why_not());
    }
    deactivate(plan);
    return result;
}

namespace {

/// The loop that ends a body, behind nothing but declarations.
ForStmt *loop_at_end(Stmt *body, std::vector<Declaration *> &head) {
    auto *block = as<CompoundStmt>(body);
    if (!block) return as<ForStmt>(body);
    for (size_t i = 0; i + 1 < block->items.size(); ++i) {
        auto *s = as<DeclStmt>(block->items[i]);
        auto *d = s ? as<Declaration>(s->declaration) : nullptr;
        if (!d) return nullptr;
        head.push_back(d);
    }
    return block->items.empty() ? nullptr : as<ForStmt>(block->items.back());
}

} // namespace

/// Does the inner loop begin and end at the same in each iteration of the outer one?
std::optional<StripLoop> StripMine::rectangular(ForStmt *inner, const Plan &plan) {
    auto *d = as<Declaration>(inner->init);
    const auto loop = d && d->declarators.size() == 1 ? strip_loop(inner, plan.loop.statement) : std::nullopt;
    if (!loop || loop->times_threads || d->declarators.front()->decl != loop->variable || !d->declarators.front()->init)
        return std::nullopt;
    const IndexScope scope{facts_, ctx_, plan.loop.statement, lower_.function_->decl, {}};
    return affine(d->declarators.front()->init, scope) ? loop : std::nullopt;
}

struct StripMine::Jam {
    std::vector<Declaration *> head = {};
    Plan inside = {};
    std::unique_ptr<AliasVersioning> regions = {};
};

/// Can iterations of the loop be done side by side? Null if not.
std::shared_ptr<StripMine::Jam> StripMine::find_jam(const Plan &plan) {
    const TokenRange range = plan.loop.body->range;
    auto jam = std::make_shared<Jam>();
    ForStmt *inner = loop_at_end(plan.loop.body, jam->head);
    if (!inner || lower_.is_far_code() || !lower_.passes.unroll_and_jam || !lower_.passes.strip_mine ||
        plan.loop.times_threads || !plan.strided_pointers.empty() || !plan.randoms.empty() ||
        range.last - range.first > most_tokens_jam || has_local_types(lower_.function_->decl) ||
        facts_.is_governed(inner, lower_.function_->decl))
        return nullptr;
    const auto loop = rectangular(inner, plan);
    if (!loop) return nullptr;
    jam->inside.loop = *loop;
    const size_t mark = lower_.report_.mark();
    survey(jam->inside);
    lower_.report_.forget(mark);
    jam->regions = std::make_unique<AliasVersioning>(*this, plan.loop.statement, loop->variable, loop->step);
    jam->regions->set_outer(plan.loop.variable, plan.loop.step, &jam->inside);
    bool known = jam->inside.strided_pointers.empty() && jam->inside.randoms.empty();
    for (Declaration *d : jam->head)
        known = known && jam->regions->find_head(d);
    return known && jam->regions->find(loop->body) && jam->regions->may_jam() ? jam : nullptr;
}

/// The loop of a run, some iterations at once where their inner loops stay inside one span each
/// and nothing overlaps; null for other loops.
Node *StripMine::jam(Plan &plan, const std::string &to, const std::function<Node *()> &advance) {
    activate(plan, true);
    const auto found = find_jam(plan);
    Node *result = found ? jammed(plan, *found, to, advance) : nullptr;
    deactivate(plan);
    return result;
}

Node *StripMine::jammed(Plan &plan, Jam &jam, const std::string &to, const std::function<Node *()> &advance) {
    const StripLoop &loop = jam.inside.loop;
    AliasVersioning &regions = *jam.regions;
    const ConstantValue bound = plan.loop.bound ? evaluate(ctx_, plan.loop.bound) : ConstantValue{};
    const bool many = !bound.known || bound.is_floating || bound.value >= least_iterations_six;
    const size_t pointers = regions.regions();
    const unsigned copies = many && pointers <= most_regions_six ? 6 : pointers <= most_regions_four ? 4 : 2;
    const std::string i(lower_.source_name(plan.loop.variable)),
        left = lower_.fresh("count"), n = lower_.fresh("passes"), goes = lower_.fresh("goes"),
        end = lower_.fresh("end");
    Composer out(ctx_);
    out.text("{ int " + goes + " = 1; while ((long)" + i + (plan.loop.step > 0 ? " < " : " > ") + to + ") { if (" +
             goes + " && " + count_of(plan.loop, to) + " >= " + std::to_string(copies) + ") { ");
    out.node(lower_.declaration(static_cast<Declaration *>(static_cast<ForStmt *>(loop.statement)->init))).text("; ");
    out.text("const long " + end + " = ")
        .node(end_of(loop))
        .text(", " + n + " = " + count_of(loop, end) + "; long " + left + " = " + n + "; ")
        .node(regions.declare(copies));
    for (unsigned copy = 0; copy < copies; ++copy)
        out.node(copy_places(plan, jam, left, copy));
    out.text("if (" + expected("(" + n + " > 0) & (" + left + " == " + n + ")" + regions.tests(n)) + ") { ")
        .node(regions.call(loop.body, n));
    out.text(" " + move_on(plan, std::to_string(copies)) + " continue; } " + goes + " = 0; } ");
    lower_.report_.silence();
    in_jam_ = true;
    out.node(body(plan, true));
    in_jam_ = false;
    lower_.report_.speak();
    lower_.done(Pass::unroll_and_jam, plan.loop.statement->range.first, std::to_string(copies) + " iterations at once");
    return out.text(" ").node(advance()).text("; } }").finish();
}

/// What a copy needs to know: the spans its inner loop is in, and where its regions begin.
Node *StripMine::copy_places(const Plan &plan, Jam &jam, const std::string &left, unsigned copy) {
    const VarDecl *outer = Lowering::canonical(plan.loop.variable);
    const auto outside = lower_.renames_;
    const std::string type = lower_.print(types_.canonical(outer->type).unqualified());
    if (copy)
        lower_.renames_[outer] = "((" + type + ")((long)" + std::string(lower_.source_name(plan.loop.variable)) +
                                 " + " + std::to_string(plan.loop.step * static_cast<long>(copy)) + "L))";
    Plan own = jam.inside; // whose spans are this copy's
    Composer out(ctx_);
    out.text("{ ");
    for (Declaration *d : jam.head)
        out.node(lower_.declaration(d)).text(" ");
    if (copy) // what the outer loop does not move has been found
        std::erase_if(own.groups,
                      [&](const Group &g) { return jam.regions->is_shared_by_copies(g.members.front()->expr); });
    for (Group &g : own.groups)
        if (g.members.front()->stride == 0) declare_span(g, out);
    const std::string pointers = use_groups(own, left, out);
    out.text(pointers);
    activate(own, true);
    out.node(jam.regions->assign(copy)).text("} ");
    deactivate(own);
    lower_.renames_ = outside;
    return out.finish();
}

} // namespace polder::cc
