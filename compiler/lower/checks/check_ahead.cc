// Checks ahead: finding them, and the two loops (check_ahead.h).
#include "compiler/lower/checks/check_ahead.h"

#include "compiler/lower/passes/strip_mine.h"

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

CheckedLoop::CheckedLoop(Lowering &lowering, Stmt *loop) : lower_(lowering), loop_(loop), intervals_(lowering, loop) {
    const Effects &inside = lower_.facts_.effects(loop);
    keeps_objects_ = !inside.synchronises && !inside.acts && lower_.facts_.calls_compute(inside);
}

bool CheckedLoop::index_ahead(const CheckInPlace &check) {
    Node *values = intervals_.interval(check.index, check.index);
    if (!values) return false;
    const Type &type = lower_.types.get(check.array->type);
    const std::string count =
        std::to_string(type.count) + "UL" + (type.times_threads ? " * (unsigned long)" + lower_.threads() : "");
    tests_.push_back(
        lower_.call(abi::interval_inside, values, count, lower_.checks_.accessed.count(check.index) ? "0" : "1"));
    proven_.push_back(check.index);
    return true;
}

/// Does the pointer keep its value, and can it be read in front of the loop?
bool CheckedLoop::is_fixed_pointer(Expr *pointer) {
    Expr *e = without_value_conversions(pointer);
    if (!lower_.types.is_pointer_to_shared(e->type)) return false;
    if (VarDecl *v = pointer_of(e); v && as<MemberExpr>(e))
        return lower_.facts_.keeps_member(e, loop_, lower_.function_->decl);
    while (auto *m = as<MemberExpr>(e)) {
        if (m->arrow || lower_.types.canonical(m->type).has(q_volatile)) return false;
        e = without_parens(m->base);
    }
    auto *name = as<NameExpr>(e);
    auto *v = name ? as<VarDecl>(name->decl) : nullptr;
    return v && !lower_.types.is_shared(v->type) && intervals_.is_fixed(v);
}

/// The same for what is the same pointer.
std::string CheckedLoop::key_of(Expr *pointer) {
    std::string key = std::to_string(lower_.types.canonical(pointer->type).index()) + ":" +
                      std::string(lower_.ctx.source.slice(extent(pointer)));
    Expr *e = without_value_conversions(pointer);
    for (auto *m = as<MemberExpr>(e); m; m = as<MemberExpr>(e))
        e = without_value_conversions(m->base);
    const auto *name = as<NameExpr>(e);
    return name && name->decl ? key + ":" + atom_of(name->decl) : key;
}

/// An access whose elements are counted from a pointer that the loop leaves alone.
bool CheckedLoop::access_ahead(Expr *lvalue) {
    const Lowering::AccessRoot root = lower_.access_root(lvalue);
    if (!keeps_objects_ || !root.pointer || !is_fixed_pointer(root.pointer)) return false;
    const QualType pointee = lower_.types.pointee(root.pointer->type);
    if (!is_countable(lower_.types, lower_.types.ultimate_element(pointee))) return false;
    Node *values = lower_.call(abi::interval_at, "0L");
    bool in_element = false;
    for (auto at = root.path.rbegin(); at != root.path.rend(); ++at) {
        auto *u = as<UnaryExpr>(*at);
        auto *i = as<IndexExpr>(*at);
        if (u && u->op != UnaryOp::dereference) return false;
        if (i && !lower_.types.is_pointer(i->base->type)) return false; // of a vector
        if (as<MemberExpr>(*at)) in_element = true;
        if (!i) continue;
        Expr *array = decayed_array(i->base);
        const bool proven = std::find(proven_.begin(), proven_.end(), i->index) != proven_.end();
        if (array && !proven) return false; // of a dimension that is not checked, or where it stands
        if (in_element) continue;
        Node *index = intervals_.interval(i->index, lvalue);
        if (!index) return false;
        const QualType row = lower_.types.pointee(i->base->type);
        std::string elements = lower_.types.is_array(row) ? std::to_string(lower_.types.elements_in(row)) + "L" : "";
        if (lower_.types.times_threads(row)) elements += " * (long)" + lower_.threads();
        if (!elements.empty()) index = lower_.call(abi::interval_times, index, lower_.call(abi::interval_at, elements));
        values = lower_.call(abi::interval_add, values, index);
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
    if (!keeps_objects_ || !e || decayed_array(e->base) || !lower_.types.is_pointer_to_shared(e->base->type) ||
        !is_fixed_pointer(e->base))
        return false;
    const QualType element = lower_.types.pointee(e->base->type);
    if (lower_.types.is_array(element) || !is_countable(lower_.types, element)) return false;
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
    const QualType type = lower_.types.canonical(pointer->type).unqualified();
    const std::string from = lower_.fresh("from", pointer);
    out.text("const " + lower_.types.print(type, from) + " = ").node(lower_.value(pointer)).text("; ");
    const QualType element = lower_.types.ultimate_element(lower_.types.pointee(pointer->type));
    return {address_in(lower_.types, from, type), lower_.types.has_phase(type) ? from + ".phase" : "0",
            lower_.element_size(pointer->type), lower_.block(pointer->type), alignment(lower_.types, element)};
}

Node *CheckedLoop::condition(Composer &out) {
    Composer tests(lower_.ctx);
    Composer declarations(lower_.ctx);
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
                values = values ? lower_.call(abi::interval_join, values, each.interval) : each.interval;
        const Asked a = ask(first.pointer, declarations);
        test(a.block == "0" ? lower_.call(abi::interval_reached, lower_.env(), a.ga, values, a.size, a.align,
                                          lower_.check_place(first.lvalue, first.pointer))
                            : lower_.call(abi::interval_dealt, a.ga, a.phase, values, a.size, a.block, a.align));
    }
    std::unordered_map<std::string, std::string> known;
    for (const Reached &r : reached_) {
        std::string &name = known[r.key];
        if (name.empty()) {
            const Asked a = ask(r.pointer, declarations);
            name = lower_.fresh("reach", r.pointer);
            declarations.text("const " + abi::reach + " " + name + " = ")
                .node(lower_.call(abi::reach_of, a.ga, a.phase, a.size, a.block, a.align))
                .text("; const long " + name + "_first = " + name + ".first; const unsigned long " + name +
                      "_count = " + name + ".count; ");
        }
        lower_.checks_.reaches[r.element->index] = {name, r.element};
    }
    out.node(intervals_.declarations()).node(declarations.finish());
    return and_also.empty() ? nullptr : tests.finish();
}

void CheckedLoop::begin() {
    lower_.checks_.ahead = true;
    lower_.checks_.proven.insert(proven_.begin(), proven_.end());
    for (const Reached &r : reached_)
        lower_.checks_.proven.insert(r.element);
}

void CheckedLoop::end() {
    lower_.checks_.ahead = false;
    for (const Expr *e : proven_)
        lower_.checks_.proven.erase(e);
    for (const Reached &r : reached_) {
        lower_.checks_.proven.erase(r.element);
        lower_.checks_.reaches.erase(r.element->index);
    }
}

std::string CheckedLoop::said() const {
    std::string text = std::to_string(checks_ - left_ - reached_.size()) + " of " + std::to_string(checks_) +
                       (checks_ == 1 ? " check" : " checks") + " in front of the loop";
    if (!reached_.empty()) text += "; " + std::to_string(reached_.size()) + " by bounds of the pointer";
    return text;
}

/// Is the element accessed without a check at its place? Passes that take the access over do not
/// make one.
bool CheckedLoop::covers(const Lowering &lowering, Expr *base, const Expr *index) {
    if (!lowering.checks()) return true;
    Expr *array = decayed_array(base);
    if (!lowering.checks_.proven.count(index)) return false;
    if (auto *outer = as<IndexExpr>(array)) return covers(lowering, outer->base, outer->index);
    return !array || as<NameExpr>(array);
}

/// Does the element's index say whether the access is right?
bool CheckedLoop::covers_by_index(const Lowering &lowering, const IndexExpr *e) {
    if (covers(lowering, e->base, e->index) || lowering.checks_.reaches.count(e->index)) return true;
    Expr *array = decayed_array(e->base);
    while (auto *outer = as<IndexExpr>(array))
        array = decayed_array(outer->base);
    return array && as<NameExpr>(array) && lowering.types.is_complete(array->type);
}

/// The loop behind its checks, and as it is without them; null: not a loop for this.
Node *CheckedLoop::lowered(Lowering &in, Stmt *s) {
    Checks &checks = in.checks_;
    FunctionDecl *function = in.function_ ? in.function_->decl : nullptr;
    const bool wanted = in.checks() && in.passes.check_ahead && !checks.ahead && !in.cold_path_ && !in.own_;
    const uint32_t tokens = s->range.last - s->range.first;
    if (!wanted || !function || in.strip_mine_->is_plain() || s->range.empty() || tokens > most_tokens) return nullptr;
    const Effects &inside = in.facts_.effects(s);
    if (inside.once || inside.acts || in.facts_.is_governed(s, function)) return nullptr;
    const size_t begin = checks.in_place.size();
    const size_t said = in.report_.mark();
    ++checks.tried;
    Node *slow = in.statement(s, true);
    --checks.tried;
    CheckedLoop loop(in, s);
    const bool found = loop.find({checks.in_place.begin() + static_cast<long>(begin), checks.in_place.end()});
    if (!checks.tried) checks.in_place.clear();
    if (!found) return slow;
    in.report_.forget(said);
    Composer out(in.ctx);
    out.text("{ ");
    Node *condition = loop.condition(out);
    const Passes outside = std::exchange(in.passes, in.ctx.options.passes.kept_checked(loop.all()));
    loop.begin();
    Node *fast = in.statement(s, true);
    loop.end();
    in.passes = outside;
    if (loop.any()) in.done(Pass::check_ahead, s->range.first, loop.said());
    if (!condition) return out.node(fast).text(" }").finish();
    out.text("if (__builtin_expect(").node(condition).text(", 1)) { ").node(fast);
    return out.text(" } else { ").node(slow).text(" } }").finish();
}

} // namespace polder::cc
