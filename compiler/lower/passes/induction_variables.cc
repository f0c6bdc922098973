// Strength reduction of induction variables, writing (induction_variables.h).
#include "compiler/lower/passes/induction_variables.h"

#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/far_accesses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/decl/function_versions.h"
#include "compiler/lower/runs/random_accesses.h"
#include "compiler/lower/runs/resolved_references.h"
#include "compiler/lower/runs/strip_mine.h"
#include "compiler/lower/stmt/statements.h"

#include <algorithm>
#include <utility>

namespace polder::cc {

namespace {

constexpr unsigned most_tokens_whole = 400; // of a loop that goes out once more
constexpr size_t most_entries = 8;          // of a variable: their pointers live in registers
constexpr long least_steps = 8;             // in a block: below, spans end too often
const std::string unused = " __attribute__((unused)) = ";

std::string number(long n) {
    return std::to_string(n) + "L";
}

bool is_post(const UnaryExpr *e) {
    return e->op == UnaryOp::post_increment || e->op == UnaryOp::post_decrement;
}

bool is_up(const UnaryExpr *e) {
    return e->op == UnaryOp::pre_increment || e->op == UnaryOp::post_increment;
}

long block_of(const TypeTable &types, const SteppedReference &r) {
    return static_cast<long>(types.block_of(types.pointee(r.expr->base->type)));
}

/// Does the reference stay in a block for some steps?
bool lasts(const TypeTable &types, const SteppedReference &r) {
    return block_of(types, r) >= least_steps * std::abs(r.factor);
}

/// All constant steps of a variable below n.
void find_steps(Context &ctx, Node *n, const VarDecl *v, std::vector<long> &steps) {
    auto *e = as<Expr>(n);
    const ConstantStep step = e ? constant_step(ctx, e) : ConstantStep{};
    if (step.variable && step.variable->canonical == v->canonical &&
        std::find(steps.begin(), steps.end(), step.by) == steps.end())
        steps.push_back(step.by);
    for_each_child(n, [&](Node *child) { find_steps(ctx, child, v, steps); });
}

} // namespace

FollowedRange::FollowedRange(const LowerContext &context, VarDecl *variable)
    : Lowering(context), variable_(variable), first_(fresh("first")), last_(fresh("last")) {
    const QualType type = types.canonical(variable->type);
    type_ = types.size_of(type) == 4 && types.is_signed(type) ? "int" : "long";
}

/// Declares where a reference's array begins and what it leaves of the index.
FollowedRange::Entry FollowedRange::entry_of(const SteppedReference &r, Composer &out) {
    Entry entry{.sample = r.expr, .factor = r.factor};
    StandIns stand_ins(in.stand_ins);
    // Where the variable is signed, the rest alone may be too much for its type.
    const QualType type_of_variable = types.canonical(variable_->type);
    const std::string zero = types.is_signed(type_of_variable) ? "long" : print(type_of_variable.unqualified());
    if (!r.own) stand_ins.set(canonical(variable_), "((" + zero + ")0)");
    LowerContext inside = in;
    inside.stand_ins = &stand_ins;
    const Element at = Addresses(inside).element(r.expr->base, r.own ? r.own->operand : r.expr->index);
    entry.size = Pointers(in).element_size(at.pointer);
    entry.block = Pointers(in).block(at.pointer);
    entry.object = at.object;
    entry.walks = entry.block == "1";
    entry.pointer = print(types.pointer_to(types.unshared(r.expr->type)));
    entry.base = fresh("base", r.expr);
    const std::string type(at.object || entry.walks ? abi::ga : abi::gp);
    out.text("const " + type + " " + entry.base + " = ").node(at.base).text("; ");
    entry.rest = r.own ? "0L" : fresh("rest", r.expr);
    if (!r.own) out.text("const long " + entry.rest + " = ").node(at.linear).text("; ");
    entry.name = fresh(entry.walks ? "address" : "ptr", r.expr);
    return entry;
}

std::string FollowedRange::add(const SteppedReference &r, Composer &out) {
    const std::string key = r.base + "@" + r.rest.key() + number(r.rest.offset()) + "," + number(r.factor);
    std::string &name = known_[key];
    if (name.empty() && entries_.size() < most_entries) {
        entries_.push_back(entry_of(r, out));
        name = entries_.back().name;
    }
    return name;
}

bool FollowedRange::has_spans() const {
    return std::any_of(entries_.begin(), entries_.end(), [](const Entry &e) { return !e.walks; });
}

void FollowedRange::declare(Stmt *loop, Composer &out) {
    std::vector<long> steps;
    find_steps(ctx, loop, variable_, steps);
    std::unordered_map<std::string, std::string> walks;
    for (Entry &entry : entries_) {
        for (const long by : entry.walks ? steps : std::vector<long>{}) {
            const std::string what = number(by * entry.factor) + ", " + entry.size;
            std::string &name = walks[what];
            if (name.empty()) {
                name = fresh("step");
                out.text("const " + abi::stride + " " + name + " = " + abi::stride_by_blocks + "(" + env() + ", " +
                         what + "); ");
            }
            entry.steps[by] = name;
        }
        out.text((entry.walks ? abi::ga + " " : entry.pointer + " ") + entry.name + unused + "0; ");
    }
    if (has_spans()) out.text(type_ + " " + first_ + unused + "1; " + type_ + " " + last_ + unused + "0; ");
}

std::string FollowedRange::index_at(const Entry &e, const std::string &value) const {
    return "(long)((unsigned long)" + value + " * " + number(e.factor) + " + " + e.rest + ")";
}

/// Finds the spans of all references, and the values for which they hold.
std::string FollowedRange::found_anew(const std::string &value) const {
    const bool is_int = type_ == "int";
    const std::string least = fresh("least");
    const std::string most = fresh("most");
    std::string text = "long " + least + " = " + (is_int ? "-2147483647L - 1" : "-9223372036854775807L") + "; long " +
                       most + " = " + (is_int ? "2147483647L" : "9223372036854775807L") + "; ";
    for (const Entry &e : entries_) {
        if (e.walks) continue;
        const std::string span = fresh("span", e.sample);
        const std::string bounds = span + ", " + number(e.factor) + ", " + e.rest + ", ";
        text += "const " + abi::span + " " + span + " = " + (e.object ? abi::span_object : abi::span_pointer) + "(" +
                env() + ", " + e.base + ", " + index_at(e, value) + ", " + e.size + ", " + e.block + "); " + e.name +
                " = (" + e.pointer + ")" + abi::addr_1node + "(" + span + ".bias); " + least + " = " + abi::span_least +
                "(" + bounds + least + "); " + most + " = " + abi::span_most + "(" + bounds + most + "); ";
    }
    return text + first_ + " = (" + type_ + ")" + least + "; " + last_ + " = (" + type_ + ")" + most + "; ";
}

/// The value as it is compared with the ends of the range.
std::string FollowedRange::compared(const std::string &value) const {
    return type_ == "int" ? value : "(long)" + value;
}

/// The addresses that are carried along, found anew.
std::string FollowedRange::walks_anew(const std::string &value) const {
    std::string text;
    for (const Entry &e : entries_)
        if (e.walks)
            text += e.name + " = " + abi::add_cyclic + "(" + env() + ", " + e.base + ", " + index_at(e, value) + ", " +
                    e.size + "); ";
    return text;
}

std::string FollowedRange::behind_set(const std::string &value) const {
    const std::string text = walks_anew(value);
    const std::string at = compared(value);
    if (!has_spans()) return text;
    return text + "if (" + at + " < " + first_ + " || " + at + " > " + last_ + ") { " + found_anew(value) + "} ";
}

std::string FollowedRange::behind_step(const std::string &value, long by) const {
    const QualType type = types.canonical(variable_->type);
    const bool wraps = !types.is_signed(type) && types.size_of(type) == 4;
    std::string text;
    for (const Entry &e : entries_)
        if (e.walks) text += e.name + " = " + abi::stride_step_any + "(" + e.steps.at(by) + ", " + e.name + "); ";
    if (wraps && !text.empty())
        text += "if (__builtin_expect(" + value + (by > 0 ? " < " : " > 4294967295U - ") +
                std::to_string(std::abs(by)) + "U, 0)) { " + walks_anew(value) + "} ";
    if (!has_spans()) return text;
    const std::string above = compared(value) + " > " + last_;
    const std::string below = compared(value) + " < " + first_;
    return text + "if (__builtin_expect(" +
           (wraps    ? above + " || " + below
            : by > 0 ? above
                     : below) +
           ", 0)) { " + found_anew(value) + "} ";
}

/// Declares the spans that references keep, empty at first.
void InductionVariables::keep_spans(const SteppedLoop &found, Composer &out, FollowedVariables &followed,
                                    ResolvedPlaces &places) {
    std::unordered_map<std::string, KeptSpan> known;
    for (const SteppedReference &r : found.nearby) {
        KeptSpan &kept = known[r.base + "@" + r.rest.key()];
        if (kept.name.empty()) {
            const Element at = Addresses(in).element(r.expr->base, r.expr->index);
            kept = {fresh("ptr", r.expr), fresh("base", r.expr), fresh("first"), fresh("length"), at.object};
            out.text("const " + (at.object ? abi::ga : abi::gp) + " " + kept.base + " = ").node(at.base);
            out.text("; " + print(types.pointer_to(types.unshared(r.expr->type))) + " " + kept.name + unused +
                     "0; long " + kept.first + unused + "0; unsigned long " + kept.length + unused + "0; ");
        }
        followed.kept[r.expr] = kept;
        places.set(r.expr, {.name = kept.name});
    }
}

Node *InductionVariables::kept_element(const IndexExpr *e, const KeptSpan &kept) {
    const Element at = Addresses(in).element(e->base, e->index);
    const std::string index = fresh("index", e);
    const std::string span = fresh("span", e);
    const std::string pointer = print(types.pointer_to(types.unshared(e->type)));
    const std::string find = std::string(kept.object ? abi::span_object : abi::span_pointer);
    return make({"(*__extension__ ({ const long " + index + " = ", at.linear,
                 "; if (__builtin_expect((unsigned long)(" + index + " - " + kept.first + ") >= " + kept.length +
                     ", 0)) { const " + abi::span + " " + span + " = " + find + "(" + env() + ", " + kept.base + ", " +
                     index + ", " + Pointers(in).element_size(at.pointer) + ", " + Pointers(in).block(at.pointer) +
                     "); " + kept.name + " = (" + pointer + ")" + abi::addr_1node + "(" + span + ".bias); " +
                     kept.first + " = " + span + ".first; " + kept.length + " = (unsigned long)(" + span + ".end - " +
                     span + ".first); } " + kept.name + " + " + index + "; }))"});
}

bool InductionVariables::is_eligible(Stmt *s) const {
    if (!in.passes.induction_variables || in.jobs != Jobs::one_node || !in.function || !in.function->decl || in.plain ||
        s->range.empty() || in.followed_loop == s)
        return false;
    const Effects &inside = unit.facts.effects(s);
    return inside.twice() && !inside.opaque() && !unit.facts.is_governed(s, in.function->decl);
}

/// What follows the variables of a loop. References in short blocks are left out.
SteppedLoop InductionVariables::survey(Stmt *s) {
    const Surroundings around = ResolvedReferences(in).surroundings();
    SteppedIndexes analysis(analyses(),
                            {.is_taken = [&](Expr *e) { return around.is_taken(e) || FarAccesses(in).is_own_place(e); },
                             .is_followed = [&](const VarDecl *v) { return follows(v); }});
    SteppedLoop found = analysis.find(s);
    for (SteppedIndex &i : found.indexes)
        std::erase_if(i.references,
                      [&](const SteppedReference &r) { return block_of(types, r) != 1 && !lasts(types, r); });
    std::erase_if(found.indexes, [&](const SteppedIndex &i) { return i.references.empty(); });
    std::erase_if(found.nearby, [&](const SteppedReference &r) { return block_of(types, r) == 1 || !lasts(types, r); });
    return found;
}

std::string InductionVariables::behind_set(const VarDecl *v, const std::string &value) const {
    std::string text;
    for (const auto &range : in.followed->ranges.at(v->canonical))
        text += range->behind_set(value);
    return text;
}

std::string InductionVariables::behind_step(const VarDecl *v, const std::string &value, long by) const {
    std::string text;
    for (const auto &range : in.followed->ranges.at(v->canonical))
        text += range->behind_step(value, by);
    return text;
}

bool InductionVariables::follows_head(const ForStmt *loop) const {
    return loop->step && follows(step_of(loop->step).variable);
}

bool InductionVariables::changes_below(Node *n) const {
    if (!in.followed) return false;
    const Effects &inside = unit.facts.effects(n);
    return std::any_of(in.followed->ranges.begin(), in.followed->ranges.end(),
                       [&](const auto &a) { return inside.changed.count(a.first); });
}

Node *InductionVariables::assigned(AssignExpr *e, bool wants_value) {
    VarDecl *v = !in.followed ? nullptr : named_variable(e->target);
    if (!follows(v)) return nullptr;
    const ConstantStep step = constant_step(ctx, e);
    const std::string value(source_name(v));
    Node *change = rebuild(e);
    return make({"__extension__ ({ ", change, "; ",
                 step.variable ? behind_step(v, value, step.by) : behind_set(v, value),
                 wants_value ? value + "; })" : std::string("})")});
}

Node *InductionVariables::stepped(UnaryExpr *e, bool wants_value) {
    VarDecl *v = !in.followed ? nullptr : named_variable(e->operand);
    if (!follows(v)) return nullptr;
    const std::string value(source_name(v));
    const std::string change = value + (is_up(e) ? "++; " : "--; ") + behind_step(v, value, is_up(e) ? 1 : -1);
    if (!wants_value) return make({"__extension__ ({ ", change, "})"});
    if (!is_post(e)) return make({"__extension__ ({ ", change, value, "; })"});
    const std::string old = fresh("old", e->operand);
    const std::string type = print(types.canonical(v->type).unqualified());
    return make({"__extension__ ({ const ", type, " ", old, " = ", value, "; ", change, old, "; })"});
}

Node *InductionVariables::initialised(const VarDecl *v, Expr *init) {
    if (!follows(v)) return nullptr;
    const std::string set_to = fresh("new");
    const std::string type = print(types.canonical(v->type).unqualified());
    return make({"__extension__ ({ const ", type, " ", set_to, " = ", value(init), "; ", behind_set(v, set_to), set_to,
                 "; })"});
}

Node *InductionVariables::element(const IndexExpr *e) {
    if (!in.followed) return nullptr;
    if (const auto kept = in.followed->kept.find(e); kept != in.followed->kept.end())
        return kept_element(e, kept->second);
    const auto found = in.followed->own_steps.find(e);
    if (found == in.followed->own_steps.end()) return nullptr;
    const auto &[step, place] = found->second;
    VarDecl *v = named_variable(step->operand);
    const std::string value(source_name(v));
    const QualType type = types.unshared(e->type);
    const bool walks = types.block_of(types.pointee(e->base->type)) == 1;
    const std::string at = walks ? "(" + print(types.pointer_to(type)) + ")" + abi::addr_1node + "(" + place + ")"
                                 : place + " + (long)" + value;
    const std::string change = value + (is_up(step) ? "++; " : "--; ") + behind_step(v, value, is_up(step) ? 1 : -1);
    if (!is_post(step)) return make({"(*__extension__ ({ ", change, at, "; }))"});
    const std::string here = fresh("at", e);
    return make({"(*__extension__ ({ ", types.print(types.pointer_to(type), "const " + here), " = ", at, "; ", change,
                 here, "; }))"});
}

/// The loop in a context in which it is not asked for stepped indexes again.
Node *InductionVariables::lowered(Stmt *s, LowerContext inside) {
    inside.followed_loop = s;
    return StatementLowering(inside).statement(s);
}

/// The loop where each array is one span, up to its `else`; null if that is not asked.
Node *InductionVariables::whole(Stmt *s, const SteppedLoop &found) {
    if (in.tested || s->range.last - s->range.first > most_tokens_whole) return nullptr;
    std::vector<std::pair<IndexExpr *, std::string>> all = found.others;
    all.insert(all.end(), found.strided.begin(), found.strided.end());
    for (const SteppedReference &r : found.nearby)
        all.emplace_back(r.expr, r.base);
    for (const SteppedIndex &i : found.indexes)
        for (const SteppedReference &r : i.references)
            all.emplace_back(r.expr, r.base);
    ResolvedPlaces places(in.places);
    const bool with_one_thread = FunctionVersions(in).may_have_one_thread();
    if (!std::all_of(all.begin(), all.end(),
                     [&](const auto &each) { return may_be_contiguous(types, each.first, with_one_thread); }))
        return nullptr;
    Composer out(ctx);
    Composer pointers(ctx);
    std::unordered_map<std::string, std::string> known;
    std::string test;
    for (const auto &[e, base] : all) {
        std::string &name = known[base];
        if (name.empty()) {
            const std::string span = fresh("span", e);
            name = fresh("ptr", e);
            const std::string pointer = print(types.pointer_to(types.unshared(e->type)));
            out.text("const " + abi::span + " " + span + " = " + abi::span_whole + "(")
                .node(RandomAccesses(in).base_code(Addresses(in).element(e->base, e->index)))
                .text("; ");
            pointers.text(pointer + " " + name + " __attribute__((unused)) = (" + pointer + ")" + abi::addr_1node +
                          "(" + span + ".bias); ");
            test += (test.empty() ? "" : " && ") + span + ".end";
        }
        places.set(e, {.name = name, .linear = true});
    }
    LowerContext inside = in.silent();
    inside.places = &places;
    Node *code = lowered(s, inside);
    return make({out.finish(), "if (" + test + ") { ", pointers.finish(), code, " } else "});
}

/// The loop with spans that follow its variables.
Node *InductionVariables::followed(Stmt *s, const SteppedLoop &found) {
    Composer out(ctx);
    FollowedVariables followed = in.followed ? *in.followed : FollowedVariables{};
    ResolvedPlaces places(in.places);
    out.text("{ ");
    for (const SteppedIndex &index : found.indexes) {
        auto range = std::make_shared<FollowedRange>(in, index.variable);
        for (const SteppedReference &r : index.references) {
            const std::string name = range->add(r, out);
            if (name.empty()) continue;
            places.set(r.expr, {.name = name, .strided = block_of(types, r) == 1});
            if (r.own) followed.own_steps[r.expr] = {r.own, name};
        }
        range->declare(s, out);
        if (index.set_outside) out.text(range->behind_set(std::string(source_name(index.variable))));
        followed.ranges[index.variable->canonical].push_back(std::move(range));
    }
    keep_spans(found, out, followed, places);
    LowerContext inside = in;
    inside.followed = &followed;
    inside.places = &places;
    inside.tested = true;
    out.node(lowered(s, inside));
    return out.text(" }").finish();
}

Node *InductionVariables::loop(Stmt *s) {
    if (!is_eligible(s)) return nullptr;
    const SteppedLoop found = survey(s);
    const bool follows = !found.indexes.empty() || !found.nearby.empty();
    if (!follows && found.others.empty()) return nullptr;
    Node *contiguous = whole(s, found);
    if (!contiguous && !follows) return nullptr;
    say(s, found, contiguous);
    Node *code = followed(s, found);
    return contiguous ? make({"{ ", contiguous, code, " }"}) : code;
}

void InductionVariables::say(Stmt *s, const SteppedLoop &found, bool whole) {
    size_t references = found.nearby.size();
    for (const SteppedIndex &i : found.indexes)
        references += i.references.size();
    const size_t variables = found.indexes.size() + (found.nearby.empty() ? 0 : 1);
    const auto count = [](size_t n, const char *what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); };
    const std::string text =
        references ? count(references, "reference") + " in spans that follow " + count(variables, "variable")
                   : count(found.others.size(), "reference") + " by other indexes";
    done(Pass::induction_variables, s->range.first, text + (whole ? "; as in C where an array is one span" : ""));
}

} // namespace polder::cc
