// Checks ahead: finding them, and the two loops (check_ahead.h).
#include "compiler/lower/checks/check_ahead.h"

#include "compiler/lower/access/pointers.h"
#include "compiler/lower/checks/access_checks.h"
#include "compiler/lower/runs/strip_mine.h"
#include "compiler/lower/stmt/statements.h"

#include <algorithm>
#include <utility>

namespace polder::cc {

namespace {

constexpr unsigned most_tokens = 1500; // of a loop that goes out twice

/// Has it a size that indexes can be multiplied by?
bool is_countable(const TypeTable &types, QualType element) {
    return !types.is_void(element) && types.is_complete(element) && types.size_of(types.unshared(element)) > 0;
}

} // namespace

CheckedLoop::CheckedLoop(const LowerContext &context, Stmt *loop)
    : Lowering(context), loop_(loop), intervals_(context, loop) {
    const Effects &inside = unit.facts.effects(loop);
    keeps_objects_ = !inside.synchronises && !inside.acts && unit.facts.calls_compute(inside);
}

bool CheckedLoop::index_ahead(const CheckInPlace &check) {
    Node *values = intervals_.interval(check.index, check.index);
    if (!values) return false;
    const Type &type = types.get(check.array->type);
    const std::string count =
        std::to_string(type.count) + "UL" + (type.times_threads ? " * (unsigned long)" + threads() : "");
    tests_.push_back(call(abi::interval_inside, {values, count, unit.checks.accessed.count(check.index) ? "0" : "1"}));
    proven_.push_back(check.index);
    return true;
}

/// Does the pointer keep its value, and can it be read in front of the loop?
bool CheckedLoop::is_fixed_pointer(Expr *pointer) {
    Expr *e = without_value_conversions(pointer);
    if (!types.is_pointer_to_shared(e->type)) return false;
    if (VarDecl *v = pointer_of(e); v && as<MemberExpr>(e)) return unit.facts.keeps_member(e, loop_, in.function->decl);
    while (auto *m = as<MemberExpr>(e)) {
        if (m->arrow || types.canonical(m->type).is_volatile_or_atomic()) return false;
        e = without_parens(m->base);
    }
    auto *name = as<NameExpr>(e);
    auto *v = name ? as<VarDecl>(name->decl) : nullptr;
    return v && !types.is_shared(v->type) && intervals_.is_fixed(v);
}

/// The same for what is the same pointer.
std::string CheckedLoop::key_of(Expr *pointer) {
    std::string key =
        std::to_string(types.canonical(pointer->type).index()) + ":" + std::string(ctx.source.slice(extent(pointer)));
    Expr *e = without_value_conversions(pointer);
    for (auto *m = as<MemberExpr>(e); m; m = as<MemberExpr>(e))
        e = without_value_conversions(m->base);
    const auto *name = as<NameExpr>(e);
    return name && name->decl ? key + ":" + atom_of(name->decl) : key;
}

/// An access whose elements are counted from a pointer that the loop leaves alone.
bool CheckedLoop::access_ahead(Expr *lvalue) {
    const AccessRoot root = AccessChecks(in).access_root(lvalue);
    if (!keeps_objects_ || !root.pointer || !is_fixed_pointer(root.pointer)) return false;
    const QualType pointee = types.pointee(root.pointer->type);
    if (!is_countable(types, types.ultimate_element(pointee))) return false;
    Node *values = call(abi::interval_at, {"0L"});
    bool in_element = false;
    for (auto at = root.path.rbegin(); at != root.path.rend(); ++at) {
        auto *u = as<UnaryExpr>(*at);
        auto *i = as<IndexExpr>(*at);
        if (u && u->op != UnaryOp::dereference) return false;
        if (i && !types.is_pointer(i->base->type)) return false; // of a vector
        if (as<MemberExpr>(*at)) in_element = true;
        if (!i) continue;
        Expr *array = decayed_array(i->base);
        const bool proven = std::find(proven_.begin(), proven_.end(), i->index) != proven_.end();
        if (array && !proven) return false; // of a dimension that is not checked, or where it stands
        if (in_element) continue;
        Node *index = intervals_.interval(i->index, lvalue);
        if (!index) return false;
        const QualType row = types.pointee(i->base->type);
        std::string elements = types.is_array(row) ? std::to_string(types.elements_in(row)) + "L" : "";
        if (types.times_threads(row)) elements += " * (long)" + threads();
        if (!elements.empty()) index = call(abi::interval_times, {index, call(abi::interval_at, {elements})});
        values = call(abi::interval_add, {values, index});
    }
    proven_.push_back(lvalue);
    for (Expr *e : root.path) {
        proven_.push_back(e);
        if (auto *i = as<IndexExpr>(e)) proven_.push_back(i->index);
    }
    elements_.push_back({root.pointer, lvalue, key_of(root.pointer), values});
    return true;
}

/// An element of such a pointer, by an index of which nothing is known.
bool CheckedLoop::access_by_reach(Expr *lvalue) {
    auto *e = as<IndexExpr>(lvalue);
    if (!keeps_objects_ || !e || decayed_array(e->base) || !types.is_pointer_to_shared(e->base->type) ||
        !is_fixed_pointer(e->base))
        return false;
    const QualType element = types.pointee(e->base->type);
    if (types.is_array(element) || !is_countable(types, element)) return false;
    reached_.push_back({e->base, e, key_of(e->base)});
    return true;
}

bool CheckedLoop::find(const std::vector<CheckInPlace> &in_place) {
    std::vector<CheckInPlace> checks; // each once
    for (const CheckInPlace &c : in_place)
        if (wanted_.insert(c.lvalue ? c.lvalue : c.index).second) checks.push_back(c);
    if (checks.empty()) return false;
    if (!intervals_.find(wanted_)) return false;
    const auto leave = [&](const Expr *e) {
        ++left_;
        left_deep_ = left_deep_ || intervals_.is_deep(e);
    };
    checks_ = checks.size();
    for (const CheckInPlace &c : checks) // what an access proves asks for its indexes
        if (c.index && !index_ahead(c)) leave(c.index);
    for (const CheckInPlace &c : checks)
        if (c.lvalue && !access_ahead(c.lvalue) && !access_by_reach(c.lvalue)) leave(c.lvalue);
    return !left_deep_;
}

/// Declares a copy of the pointer.
CheckedLoop::Asked CheckedLoop::ask(Expr *pointer, Composer &out) {
    const QualType type = types.canonical(pointer->type).unqualified();
    const std::string from = fresh("from", pointer);
    out.text("const " + types.print(type, from) + " = ").node(value(pointer)).text("; ");
    const QualType element = types.ultimate_element(types.pointee(pointer->type));
    return {address_in(types, from, type), types.has_phase(type) ? from + ".phase" : "0",
            Pointers(in).element_size(pointer->type), Pointers(in).block(pointer->type), alignment(types, element)};
}

Node *CheckedLoop::condition(Composer &out, ChecksAhead &ahead) {
    Composer tests(ctx);
    Composer declarations(ctx);
    std::string_view and_also = "";
    const auto test = [&](Node *n) { tests.text(std::exchange(and_also, " && ")).node(n); };
    for (Node *n : tests_)
        test(n);
    std::unordered_set<std::string> asked;
    for (const Elements &first : elements_) {
        if (!asked.insert(first.key).second) continue;
        Node *values = nullptr; // of all that the pointer leads to
        for (const Elements &each : elements_)
            if (each.key == first.key)
                values = values ? call(abi::interval_join, {values, each.interval}) : each.interval;
        const Asked a = ask(first.pointer, declarations);
        test(a.block == "0" ? call(abi::interval_reached, {env(), a.ga, values, a.size, a.align,
                                                           AccessChecks(in).check_place(first.lvalue, first.pointer)})
                            : call(abi::interval_dealt, {a.ga, a.phase, values, a.size, a.block, a.align}));
    }
    std::unordered_map<std::string, std::string> known;
    for (const Reached &r : reached_) {
        std::string &name = known[r.key];
        if (name.empty()) {
            const Asked a = ask(r.pointer, declarations);
            name = fresh("reach", r.pointer);
            declarations.text("const " + abi::reach + " " + name + " = ")
                .node(call(abi::reach_of, {a.ga, a.phase, a.size, a.block, a.align}))
                .text("; const long " + name + "_first = " + name + ".first; const unsigned long " + name +
                      "_count = " + name + ".count; ");
        }
        ahead.reaches[r.element->index] = {name, r.element};
        ahead.proven.insert(r.element);
    }
    ahead.proven.insert(proven_.begin(), proven_.end());
    out.node(intervals_.declarations()).node(declarations.finish());
    return and_also.empty() ? nullptr : tests.finish();
}

std::string CheckedLoop::said() const {
    std::string text = std::to_string(checks_ - left_ - reached_.size()) + " of " + std::to_string(checks_) +
                       (checks_ == 1 ? " check" : " checks") + " in front of the loop";
    if (!reached_.empty()) text += "; " + std::to_string(reached_.size()) + " by bounds of the pointer";
    return text;
}

/// Is the element accessed without a check at its place? Passes that take the access over do not
/// make one.
bool CheckedLoop::covers(const LowerContext &in, Expr *base, const Expr *index) {
    if (!AccessChecks(in).checks()) return true;
    Expr *array = decayed_array(base);
    if (!AccessChecks(in).is_proven(index)) return false;
    if (auto *outer = as<IndexExpr>(array)) return covers(in, outer->base, outer->index);
    return !array || as<NameExpr>(array);
}

/// Does the element's index say whether the access is right?
bool CheckedLoop::covers_by_index(const LowerContext &in, const IndexExpr *e) {
    if (covers(in, e->base, e->index) || AccessChecks(in).reach_of(e->index)) return true;
    Expr *array = decayed_array(e->base);
    while (auto *outer = as<IndexExpr>(array))
        array = decayed_array(outer->base);
    return array && as<NameExpr>(array) && in.unit.ctx.types.is_complete(array->type);
}

/// The loop behind its checks, and as it is without them; null: not a loop for this.
Node *CheckedLoop::lowered(const LowerContext &in, Stmt *s) {
    FunctionDecl *function = in.function ? in.function->decl : nullptr;
    const bool wanted =
        AccessChecks(in).checks() && in.passes.check_ahead && !in.checks_ahead && !in.cold_path && !in.own;
    const uint32_t tokens = s->range.last - s->range.first;
    if (!wanted || !function || in.plain || s->range.empty() || tokens > most_tokens) return nullptr;
    const Effects &inside = in.unit.facts.effects(s);
    if (inside.once || inside.acts || in.unit.facts.is_governed(s, function)) return nullptr;
    std::vector<CheckInPlace> own;
    LowerContext trying = in;
    if (!in.in_place) trying.in_place = &own;
    const size_t begin = trying.in_place->size();
    const size_t said = in.report->mark();
    Node *slow = StatementLowering(trying).statement(s, true);
    CheckedLoop loop(in, s);
    if (!loop.find({trying.in_place->begin() + static_cast<long>(begin), trying.in_place->end()})) return slow;
    in.report->forget(said);
    return loop.both(slow);
}

/// The loop behind its checks, and `slow`.
Node *CheckedLoop::both(Node *slow) {
    Composer out(ctx);
    out.text("{ ");
    ChecksAhead ahead;
    Node *test = condition(out, ahead);
    LowerContext behind = in;
    behind.passes = ctx.options.passes.kept_checked(all());
    behind.checks_ahead = &ahead;
    Node *fast = StatementLowering(behind).statement(loop_, true);
    if (any()) done(Pass::check_ahead, loop_->range.first, said());
    if (!test) return out.node(fast).text(" }").finish();
    out.text("if (__builtin_expect(").node(test).text(", 1)) { ").node(fast);
    return out.text(" } else { ").node(slow).text(" } }").finish();
}

} // namespace polder::cc
