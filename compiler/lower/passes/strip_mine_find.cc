// Strip-mining, finding: which loops and references can be cut into runs, and which references
// share a block span (strip_mine.h).
#include "compiler/lower/checks/check_ahead.h"
#include "compiler/lower/counted_loop.h"
#include "compiler/lower/passes/strip_mine.h"

#include "compiler/sema/constant.h"

#include <algorithm>

namespace polder::cc {

namespace {

constexpr unsigned most_tokens = 600;       // of a body that goes out twice
constexpr size_t most_strided_pointers = 8; // of a loop: they live in registers

} // namespace

std::optional<StripLoop> StripMine::strip_loop(ForStmt *s, Node *around) {
    FunctionDecl *f = lower_.function_->decl;
    const LoopStep step = step_of(s->step);
    auto *test = s->condition ? as<BinaryExpr>(without_value_conversions(s->condition)) : nullptr;
    if (!step.variable || !test) return std::nullopt;
    StripLoop loop{s, step.variable, test->right, test->op, 1, false, s->body, lower_.while_loops_.written(s)};
    Expr *compared = test->left;
    if (named_variable(compared) != step.variable) {
        std::swap(compared, loop.bound);
        loop.test = mirrored(loop.test);
    }
    const QualType type = types_.canonical(step.variable->type);
    if (!is_counter(types_, type) || named_variable(compared) != step.variable || step.variable->is_static_storage ||
        type.has(q_volatile) || type.has(q_atomic) || types_.is_signed(compared->type) != types_.is_signed(type) ||
        !types_.is_integer(loop.bound->type) || types_.size_of(loop.bound->type) > 8)
        return std::nullopt;
    if (step.by) {
        IndexScope scope{facts_, ctx_, s, f, {}};
        const auto by = affine(step.by, scope);
        if (!by || !types_.is_signed(type) != !types_.is_signed(types_.promoted(step.by->type)))
            if (!by || !by->only_constant()) return std::nullopt;
        const auto number = by->only_constant();
        Affine rest = *by;
        const auto rows = by->coefficient(atom_of_threads);
        if (!number && (!rows || !rest.add(Affine::atom(atom_of_threads), -*rows) || rest.only_constant() != 0L))
            return std::nullopt;
        loop.step = number ? *number : *rows;
        loop.times_threads = !number;
    }
    if (step.negative) loop.step = -loop.step;
    const bool up = loop.step > 0;
    const bool down = loop.step < 0;
    const bool is_unsigned = !types_.is_signed(type);
    const bool ends = loop.test == BinaryOp::ne ? std::abs(loop.step) == 1 && !loop.times_threads && !is_unsigned
                      : up                      ? loop.test == BinaryOp::lt || loop.test == BinaryOp::le
                           : loop.test == BinaryOp::gt || (loop.test == BinaryOp::ge && !is_unsigned);
    if ((!up && !down) || !ends || (down && is_unsigned && loop.step != -1) || std::abs(loop.step) > (1L << 30))
        return std::nullopt;
    const Effects &inside = facts_.effects(s->body);
    if (inside.changed.count(step.variable->canonical) || inside.opaque() ||
        facts_.effects(f->body).exposed.count(step.variable->canonical) || !facts_.is_stable(loop.bound, around, f))
        return std::nullopt;
    return loop;
}

/// The variable that a loop's step changes, or null.
VarDecl *StripMine::stepped_variable(Node *loop) {
    ForStmt *f = lower_.with_step(as<Stmt>(loop));
    auto *a = as<ForallStmt>(loop);
    return f || a ? step_of(f ? f->step : a->step).variable : nullptr;
}

namespace {

/// Does evaluating e need a variable of the scope that its polynomial does without (`d[i + j -
/// j]`)?
bool needs_more(Expr *e, const Affine &index, const IndexScope &scope) {
    if (auto *name = as<NameExpr>(e)) {
        auto *v = as<VarDecl>(name->decl);
        if (!v) return false;
        if (scope.variables.count(v->canonical)) return !index.mentions(atom_of(v));
        Expr *named = scope.through_names ? scope.facts.named_expression(v, scope.loop, scope.function) : nullptr;
        return named && needs_more(named, index, scope);
    }
    bool found = false;
    for_each_child(e, [&](Node *child) {
        auto *part = as<Expr>(child);
        found = found || (part && needs_more(part, index, scope));
    });
    return found;
}

} // namespace

/// The linear index of a reference. Its code is right for all values of the variables that it does
/// not mention. There is none if the index names such a variable.
std::optional<Affine> StripMine::index_of(IndexExpr *e, const IndexScope &scope) {
    const auto index = polynomial(e, scope);
    return index && !needs_more(e, *index, scope) ? index : std::nullopt;
}

std::optional<Affine> StripMine::polynomial(IndexExpr *e, const IndexScope &scope) {
    const QualType pointee = types_.pointee(e->base->type);
    auto index = affine(e->index, scope);
    if (!index) return std::nullopt;
    if (types_.is_array(pointee)) {
        const uint64_t count = types_.elements_in(pointee);
        if (count == 0 || count > (1UL << 40)) return std::nullopt;
        index = index->times(Affine::constant(static_cast<long>(count)));
        if (index && types_.times_threads(pointee)) index = index->times(Affine::atom(atom_of_threads));
    }
    auto *outer = as<IndexExpr>(decayed_array(e->base));
    const auto above = outer && index ? polynomial(outer, scope) : std::optional(Affine());
    return index && above && index->add(*above) ? index : std::nullopt;
}

/// What the reference counts from, as a key; empty if that is not the same throughout the loop.
std::string StripMine::base_of(IndexExpr *e, Node *loop) {
    Expr *array = decayed_array(e->base);
    if (auto *outer = as<IndexExpr>(array)) return base_of(outer, loop);
    if (VarDecl *v = array ? named_variable(array) : nullptr) return types_.is_shared(v->type) ? "o" + atom_of(v) : "";
    if (array) return "";
    Expr *pointer = without_value_conversions(e->base);
    const std::string type = ":" + std::to_string(types_.canonical(e->base->type).index());
    const auto text = [&] { return std::string(ctx_.source.slice(extent(pointer))); };
    if (VarDecl *v = pointer_of(pointer); v && as<MemberExpr>(pointer)) // p->values[i]
        return facts_.keeps_member(pointer, loop, lower_.function_->decl) ? "m" + atom_of(v) + text() + type : "";
    Expr *name = pointer;
    while (auto *m = as<MemberExpr>(name)) {
        if (m->arrow) return "";
        name = without_parens(m->base);
    }
    VarDecl *v = as<NameExpr>(name) ? as<VarDecl>(static_cast<NameExpr *>(name)->decl) : nullptr;
    if (!v || types_.is_shared(v->type) || types_.is_array(v->type) ||
        types_.canonical(pointer->type).has(q_volatile) || !facts_.is_fixed(v, loop, lower_.function_->decl))
        return "";
    return "p" + atom_of(v) + (pointer == name ? "" : text()) + type;
}

uint64_t StripMine::block_of(const Reference &r) const {
    return types_.block_of(types_.pointee(r.expr->base->type));
}

/// Fills in how far a reference moves and reaches. False if it cannot be cut at this loop.
bool StripMine::place(Reference &r, const Affine &index, const Plan &plan, const std::vector<InnerLoop> &around,
                      uint64_t block) {
    const auto own = index.coefficient(atom_of(plan.loop.variable));
    if (!own || (*own != 0 && plan.loop.times_threads)) {
        why_not_ = "its index does not move by a constant";
        return false;
    }
    r.stride = *own * plan.loop.step;
    for (const InnerLoop &inner : around) {
        const auto c = index.coefficient(atom_of(inner.variable));
        if (!c) {
            why_not_ = "its index is a product of variables";
            return false;
        }
        if (*c == 0) continue;
        r.dense = r.low.empty() && std::abs(*c) == 1 && inner.step == 1;
        Affine width = inner.last;
        const auto steps = width.add(inner.first, -1) ? width.only_constant() : std::nullopt;
        long reach;
        if (!steps || *steps < 0 || __builtin_mul_overflow(std::abs(*c), *steps, &reach) || reach > (1L << 40)) {
            why_not_ = "";
            return false;
        } // left to the loop inside
        r.extent += reach;
        const std::string first = "(" + lower_.print(types_.canonical(inner.variable->type).unqualified()) + ")";
        const auto text = [&](const Affine &value) -> std::optional<std::string> {
            const auto number = value.only_constant();
            return number ? std::optional("(" + first + std::to_string(*number) + "L)") : std::nullopt;
        };
        const auto least = text(inner.first);
        const auto most = text(inner.last);
        if (!least || !most) {
            why_not_ = "";
            return false;
        }
        r.low.emplace_back(inner.variable, *c > 0 ? *least : *most);
        r.high.emplace_back(inner.variable, *c > 0 ? *most : *least);
    }
    const bool is_inside = !r.low.empty();
    if (block == 0) return true;
    const auto b = static_cast<long>(block);
    if (std::abs(r.stride) > (1L << 40) || r.extent + 8 * std::abs(r.stride) > b || (is_inside && r.extent > b / 4)) {
        why_not_ = r.extent ? "" : "blocks are too short for its steps";
        return false;
    }
    return r.stride != 0 || is_inside;
}

void StripMine::consider(IndexExpr *e, Plan &plan, const std::vector<InnerLoop> &around) {
    if (types_.is_array(e->type) || !types_.is_shared(e->type) || lower_.is_strict(e) || active_.count(e) ||
        lower_.is_own_place(e) || !CheckedLoop::covers(lower_, e->base, e->index))
        return;
    const uint64_t block = types_.block_of(types_.pointee(e->base->type));
    std::string base = base_of(e, plan.loop.statement);
    if (base.empty()) return;
    if (block == 0 && !lower_.is_far_code()) // a pointer already
        return;
    IndexScope scope{facts_, ctx_, plan.loop.statement, lower_.function_->decl, {plan.loop.variable->canonical}, true};
    for (const InnerLoop &inner : around)
        scope.variables.insert(inner.variable->canonical);
    if (block == 0) {
        const auto index = lower_.passes.coalesce ? index_of(e, scope) : std::nullopt;
        Reference r{e, base + "@" + (index ? index->key() : ""), index ? index->offset() : 0, 0, 0, {}, {}};
        if (!index || !place(r, *index, plan, around, 0)) r = {e, base, 0, 0, 0, {}, {}, false};
        plan.references.push_back(std::move(r));
        return;
    }
    const auto index = index_of(e, scope);
    if (!index) {
        why_not_ = "its index is not a sum of multiples of variables";
        return;
    }
    Reference r{e, base + "@" + index->key(), index->offset(), 0, 0, {}, {}};
    if (lower_.passes.strip_mine && block != 1 && place(r, *index, plan, around, block))
        plan.references.push_back(std::move(r));
    else if (lower_.passes.strength_reduction)
        add_strided_pointer(e, *index, plan, around, static_cast<long>(block));
}

/// Does the reference go from block to block with the loop, or through blocks in short steps?
bool StripMine::add_strided_pointer(IndexExpr *e, const Affine &index, Plan &plan, const std::vector<InnerLoop> &around,
                                    long block) {
    const auto own = index.coefficient(atom_of(plan.loop.variable));
    const auto moves = own.value_or(0) * plan.loop.step;
    const bool row = plan.loop.times_threads;
    const bool inside = std::abs(moves) < block && !row;
    if (moves == 0 || (moves % block != 0 && !inside) || std::abs(moves) > (1L << 40) ||
        plan.strided_pointers.size() >= most_strided_pointers)
        return false;
    for (const InnerLoop &inner : around)
        if (index.mentions(atom_of(inner.variable))) return false;
    if (inside)
        plan.strided_pointers.push_back({e, moves > 0 ? 1 : -1, false, moves});
    else
        plan.strided_pointers.push_back({e, row ? moves : moves / block, row, 0});
    return true;
}

/// What a loop gives its variable first; null if that is not said in its head.
Expr *StripMine::start_of(const ForStmt *s, const VarDecl *variable) {
    if (auto *a = as<AssignExpr>(s->init))
        return !a->compound && named_variable(a->target) == variable ? a->value : nullptr;
    if (auto *d = as<Declaration>(s->init))
        for (Declarator *x : d->declarators)
            if (x->decl == variable) return x->init;
    return nullptr;
}

/// All references below n.
void StripMine::find(Node *n, Plan &plan, std::vector<InnerLoop> &around) {
    if (auto *e = as<IndexExpr>(n)) consider(e, plan, around);
    auto *inner = as<ForStmt>(n);
    const auto loop = inner ? strip_loop(inner, plan.loop.statement) : std::nullopt;
    Expr *start = loop ? start_of(inner, loop->variable) : nullptr;
    IndexScope scope{facts_, ctx_, plan.loop.statement, lower_.function_->decl, {}};
    const auto first = start ? affine(start, scope) : std::nullopt;
    const auto bound = loop ? affine(loop->bound, scope) : std::nullopt;
    const bool known = first && bound && loop->step > 0 && !loop->times_threads &&
                       (loop->test == BinaryOp::lt || loop->test == BinaryOp::le);
    for_each_child(n, [&](Node *child) {
        const bool inside = known && child == inner->body;
        if (inside) {
            Affine last = *bound;
            last.add(Affine::constant(loop->test == BinaryOp::lt ? -1 : 0));
            around.push_back({loop->variable, *first, last, start, loop->step});
            Affine steps = last;
            if (steps.add(*first, -1) && steps.only_constant().value_or(-1) >= 0) plan.entered.insert(inner);
        }
        find(child, plan, around);
        if (inside) around.pop_back();
    });
}

/// References whose indexes differ by little share a block span. AliasVersioning they cost a
/// pointer each; together they meet the general body where a block ends between them. Those of
/// different inner loops over one variable reach differently.
void StripMine::group(Plan &plan) {
    std::vector<const Reference *> sorted;
    for (const Reference &r : plan.references)
        sorted.push_back(&r);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Reference *a, const Reference *b) {
        return std::tie(a->key, a->low, a->high, a->offset) < std::tie(b->key, b->low, b->high, b->offset);
    });
    for (const Reference *r : sorted) {
        const auto block = static_cast<long>(block_of(*r));
        Group *last = plan.groups.empty() ? nullptr : &plan.groups.back();
        const Reference *least = last ? last->members.front() : nullptr;
        const bool joins =
            least && least->key == r->key && least->low == r->low && least->high == r->high &&
            (block == 0 ? !r->indexed || r->offset - least->offset <= 64 : (r->offset - least->offset) * 16 <= block);
        if (!joins) {
            plan.groups.push_back({});
            last = &plan.groups.back();
            last->loop = plan.loop.statement;
        }
        last->members.push_back(r);
        last->highest = r;
        last->contiguous = block == 0;
        last->fits = last->contiguous || (last->members.front()->offset == r->offset && r->extent == 0);
        plan.needs_general = plan.needs_general || !last->fits;
    }
}

/// What can be cut in the loop, in groups. False if that is nothing.
bool StripMine::survey(Plan &plan) {
    Stmt *s = plan.loop.statement;
    Stmt *body = plan.loop.body;
    if (!facts_.effects(body).twice() || body->range.last - body->range.first > most_tokens) return false;
    std::vector<InnerLoop> around;
    why_not_.clear();
    find(body, plan, around);
    find_random(body, plan, plan.loop.statement, plan.loop.variable);
    if (lower_.passes.strip_mine && plan.references.empty() && plan.strided_pointers.empty() && plan.randoms.empty() &&
        !why_not_.empty())
        lower_.not_done(Pass::strip_mine, s->range.first, why_not_);
    group(plan);
    survey_far(plan);
    return !plan.references.empty() || !plan.strided_pointers.empty() || !plan.randoms.empty();
}

Node *StripMine::loop(ForStmt *s) {
    if (!lower_.function_ || !lower_.function_->decl || general_ || s->range.empty()) return nullptr;
    const auto counts = strip_loop(s, s);
    Plan plan;
    plan.loop = counts ? *counts : StripLoop{};
    if (!counts || facts_.is_governed(s, lower_.function_->decl) ||
        (!survey(plan) && !update_at_end(plan) && !may_be_apart(plan) && !find_jam(plan)))
        return nullptr;
    Composer out(ctx_);
    const std::string end = lower_.fresh("end");
    auto *d = as<Declaration>(s->init);
    out.text("{ ");
    if (s->init) out.node(d ? lower_.declaration(d) : lower_.effect(static_cast<Expr *>(s->init))).text("; ");
    out.text("const long " + end + " = ").node(end_of(plan.loop)).text("; ");
    out.node(runs(plan, end, [&] { return lower_.effect(s->step); }));
    say(plan);
    return out.text(" }").finish();
}

Node *StripMine::own_loop(Stmt *whole, Stmt *body, VarDecl *variable, const std::string &end,
                          const std::vector<LoopMove> &companions) {
    Plan plan;
    plan.loop = {whole, variable, nullptr, BinaryOp::lt, 1, false, body, whole};
    plan.companions = companions;
    if (!lower_.function_ || !lower_.function_->decl || general_ || (!survey(plan) && !may_be_apart(plan)))
        return nullptr;
    std::string advance = std::string(lower_.source_name(variable)) + "++";
    for (const LoopMove &m : companions)
        advance += ", " + m.name + (m.by == "1" ? "++" : " += " + m.by);
    Node *code = runs(plan, end, [&] { return lower_.make(advance); });
    say(plan);
    return code;
}

} // namespace polder::cc
