// address: where a shared lvalue lies.
//   before   a[i][j]                                    // shared [4] int a[10][THREADS]
//   after    polder_index_blocked(polder_e, polder_s_a,
//                                 (long)(i) * (1 * polder_e.threads) + (long)(j), sizeof(int), 4)
//
// Indexes of nested arrays are joined to one linear index first. So an element of a matrix costs
// one division, as an element of a vector does. An index into the object itself starts at thread 0
// and phase 0, which is cheaper than pointer arithmetic.
#include "compiler/lower/access/addresses.h"

#include "compiler/lower/access/accesses.h"
#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/far_accesses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/checks/access_checks.h"
#include "compiler/lower/checks/check_ahead.h"
#include "compiler/lower/forall/own_parts.h"
#include "compiler/lower/runs/resolved_references.h"
#include "compiler/lower/runs/strip_mine.h"

#include <algorithm>
#include <utility>

namespace polder::cc {

namespace {

VarDecl *variable(Expr *e) {
    auto *n = as<NameExpr>(e);
    return n ? as<VarDecl>(n->decl) : nullptr;
}

} // namespace

/// An index in units of `pointee` as one in ultimate elements.
Node *Addresses::scaled(Node *index, QualType pointee) {
    if (!types.is_array(pointee)) return is_one_thread() ? make({"(", index, ")"}) : make({"(long)(", index, ")"});
    const std::string count = std::to_string(types.elements_in(pointee));
    if (types.times_threads(pointee)) return make({"(long)(", index, ") * (" + count + " * (long)" + threads() + ")"});
    return make({"(long)(", index, ") * " + count});
}

/// In a loop over own parts: is array[index] what the loop stands at?
bool Addresses::is_own_index(Expr *base, Expr *array, Expr *index) {
    if (!CheckedLoop::covers(in, base, index)) return false;
    if (!array) return !own_pointer_base(base, index).empty();
    return is_mine(base, array, index) ||
           (in.own && variable(array) && types.block_of(types.pointee(base->type)) != 0 &&
            rows_of_pointer(types, base->type) == in.own->block && is_at_own_index(index));
}

/// x[MYTHREAD], where each element or row is a block: the first of the calling thread.
bool Addresses::is_mine(Expr *base, Expr *array, Expr *index) const {
    return in.passes.division && array && variable(array) && types.block_of(types.pointee(base->type)) != 0 &&
           without_conversions(index)->kind == NodeKind::mythread_expr && rows_of_pointer(types, base->type) == 1;
}

bool Addresses::is_at_own_index(Expr *index) {
    std::optional<Affine> distance = affine(index, *in.own->scope);
    return distance && distance->add(in.own->index, -1) && distance->only_constant() == 0;
}

/// What tells the pointer of pointer[index] from others, if the loop stands at that element;
/// own_parts.cc tests that the pointer begins where the affinity does.
std::string Addresses::own_pointer_base(Expr *base, Expr *index) {
    const QualType pointee = in.own && types.is_pointer_to_shared(base->type) ? types.pointee(base->type) : QualType();
    const bool suits = !pointee.is_null() && !types.is_void(pointee) && types.block_of(pointee) != 0 &&
                       rows_of_pointer(types, base->type) == in.own->block;
    return suits && is_at_own_index(index)
               ? unit.facts.fixed_pointer(base, in.own->scope->loop, in.function->decl, LoopFacts::Place::iteration)
               : "";
}

/// Do all elements lie in the order of their indexes, on one thread?
bool Addresses::is_in_order(QualType pointer) const {
    return is_one_thread() || types.block_of(types.pointee(pointer)) == 0;
}

/// Where code takes the address apart, not the library. A check wants the index that was written.
bool Addresses::wants_parts(const Element &result, ElementUse use) const {
    return use.parts && in.passes.division && !result.contiguous && !is_far_code() && !in.plain && !ctx.options.check;
}

/// The index in elements, and its parts. Both share what is lowered, and one of them is emitted. An
/// index into an array of rows counts blocks where rows are whole blocks. It counts places where a
/// row outside is one block.
Node *Addresses::index_by(Element &result, Expr *base, Expr *index, ElementUse use) {
    const QualType pointee = types.pointee(base->type);
    const uint64_t block = types.block_of(pointee);
    const auto after = [&](Node *first, Node *next) { return first ? make({first, " + ", next}) : next; };
    BlockNumber &parts = result.parts;
    const bool is_first = !result.linear;
    const bool wanted = wants_parts(result, use) && block > 1 && (is_first || parts.block);
    if (wanted && !parts.place && !types.is_array(pointee)) {
        const BlockNumber split = BlockNumbers(in).split(index, block);
        if (split.place) {
            parts = {after(parts.block, split.block), split.place};
            return make({"(", split.block, ") * " + std::to_string(block) + " + ", split.place});
        }
    }
    Node *written = AccessChecks(in).checked_index(base, index);
    Node *elements = scaled(written, pointee);
    const uint64_t row = wanted && !types.times_threads(pointee) ? types.elements_in(pointee) : 0;
    if (row && (parts.place || (parts.block && result.row == block)))
        parts.place = after(parts.place, elements);
    else if (row && row % block == 0)
        parts.block =
            after(parts.block, row == block ? make({"(long)(", written, ")"})
                                            : make({"(long)(", written, ") * " + std::to_string(row / block)}));
    else
        parts = {};
    result.row = row;
    return elements;
}

Element Addresses::element(Expr *base, Expr *index, ElementUse use) {
    const QualType pointee = types.pointee(base->type);
    Element result;
    result.where = extent(base).first;
    Expr *array = decayed_array(base);
    if (auto *outer = as<IndexExpr>(array)) {
        result = element(outer->base, outer->index, use);
        result.pointer = base->type;
        Node *inside = index_by(result, base, index, use);
        result.linear = make({result.linear, " + ", inside});
        if (result.own_base) result.own_linear = make({result.own_linear, " + ", inside});
        return result;
    }
    result.pointer = base->type;
    result.contiguous = use.with_phase ? types.block_of(pointee) == 0 : is_in_order(base->type);
    if (VarDecl *v = array ? variable(array) : nullptr) {
        result.object = true;
        result.base = shared_object(v);
        if (CheckedLoop::covers(in, base, index) && is_mine(base, array, index)) {
            result.own_base = OwnParts(in).own_part(v);
            result.own_linear = make("0L");
            result.mine = true;
        } else if (is_own_index(base, array, index)) {
            result.own_base = OwnParts(in).own_part(v);
            in.own->arrays = true;
            result.own_linear = scaled(make(in.own->row), pointee);
        }
    } else if (as<MemberExpr>(array)) {
        result.contiguous = true;
        result.base = use.own_as_pointer ? FarAccesses(in).own_pointer(array) : ga(array);
    } else {
        result.base = result.contiguous ? Pointers(in).ga_of(base) : value(base);
        const std::string pointer = array || !CheckedLoop::covers(in, base, index) ? "" : own_pointer_base(base, index);
        if (!pointer.empty()) {
            auto known = std::find_if(in.own->bases.begin(), in.own->bases.end(),
                                      [&](const OwnBase &each) { return each.pointer == pointer; });
            if (known == in.own->bases.end()) known = in.own->bases.insert(known, {pointer, base, fresh("own", base)});
            result.own_base = make(known->name);
            result.own_linear = scaled(make(in.own->row), pointee);
        }
    }
    result.linear = index_by(result, base, index, use);
    return result;
}

/// For the report: what becomes of the division by THREADS.
void Addresses::say_divided(TokenIndex where) {
    if (in.passes.division && where && in.report->wanted())
        done(Pass::division, where,
             ctx.options.static_threads ? "by THREADS, a constant" : "by THREADS as a multiplication");
}

/// What general bodies and code for several nodes find: in place, the arithmetic takes compilers
/// longer than the rest. With constant THREADS it is short. The passes take what is in loops that
/// matter. A check of the address wants null to stay null.
bool Addresses::goes_by_call(const Element &e) const {
    const bool several_nodes = in.jobs == Jobs::several_nodes && !e.as_value && !ctx.options.static_threads;
    const bool seldom = (in.plain || e.seldom) && !e.as_value && !ctx.options.static_threads && !ctx.options.check;
    return several_nodes || seldom || (in.plain && Pointers(in).block(e.pointer) != "1");
}

Node *Addresses::element_ga(const Element &e, bool own_as_pointer) {
    const std::string size = Pointers(in).element_size(e.pointer);
    const std::string b = Pointers(in).block(e.pointer);
    if (e.own_base) {
        if (!e.mine)
            in.own->used = true;
        else if (e.where && in.report->wanted())
            done(Pass::division, e.where, "none by THREADS: what MYTHREAD names is the thread's own");
        return make({"((" + abi::ga + ")((", Pointers(in).element_type(e.pointer), " *)",
                     own_as_pointer ? AddressSpaces(in).here() : AddressSpaces(in).as_pointer(), e.own_base, ") + (",
                     e.own_linear, ")))"});
    }
    if (e.contiguous)
        return make({"((" + abi::ga + ")((", Pointers(in).element_type(e.pointer), " *)",
                     is_one_thread() && e.walks ? abi::addr_1node + "(" : AddressSpaces(in).as_pointer(), e.base,
                     ") + (", e.linear, ")))"});
    say_divided(e.where);
    if (goes_by_call(e)) {
        const bool has_phase = e.object || b != "1"; // or needs none
        return make({e.object ? abi::index_seldom + "(" : abi::add_seldom + "(",
                     has_phase ? e.base : call(abi::gp_from_ga, {e.base}), ", ", e.linear, ", ", size, ", ", b, ")"});
    }
    if (e.parts.place && !e.as_value)
        return call(e.object ? abi::index_in_block : abi::at_in_block,
                    {env(), e.base, e.parts.block, e.parts.place, size, b});
    if (e.object)
        return b == "1" ? call(abi::index_cyclic, {env(), e.base, e.linear, size})
                        : call(abi::index_blocked, {env(), e.base, e.linear, size, b});
    if (!e.as_value && !is_far_code() && !ctx.options.check)
        return b == "1" ? call(abi::at_cyclic, {env(), e.base, e.linear, size})
                        : call(abi::at_blocked, {env(), e.base, e.linear, size, b});
    return b == "1" ? call(abi::add_cyclic, {env(), e.base, e.linear, size})
                    : make({abi::add_blocked + "(", env(), ", ", e.base, ", ", e.linear, ", ", size, ", ", b, ").ga"});
}

Node *Addresses::element_pointer(const Element &e) {
    if (e.contiguous || !types.has_phase(e.pointer)) {
        Element value = e;
        value.as_value = true;
        Node *address = element_ga(value);
        return types.has_phase(e.pointer) ? call(abi::gp_from_ga, {address}) : address;
    }
    say_divided(e.where);
    return make({e.object ? abi::point_blocked + "(" : abi::add_blocked + "(", env(), ", ", e.base, ", ", e.linear,
                 ", ", Pointers(in).element_size(e.pointer), ", ", Pointers(in).block(e.pointer), ")"});
}

Node *Addresses::shared_object(VarDecl *v) {
    VarDecl *object = canonical(v);
    if (object->linkage == Linkage::external && unit.linked_set.insert(object).second) unit.linked.push_back(object);
    if (!in.function) return make(c_name(object));
    bool known = false;
    for (VarDecl *other : in.function->shared)
        known = known || other == object;
    if (!known) in.function->shared.push_back(object);
    return make("polder_s_" + std::string(c_name(object)));
}

/// `own_as_pointer`: the address asked for is one in this process.
Node *Addresses::ga(Expr *e, bool own_as_pointer) {
    if (auto *u = as<UnaryExpr>(e);
        is_far_code() && (Accesses(in).is_lane(e) || (u && (u->op == UnaryOp::real || u->op == UnaryOp::imag))))
        return FarAccesses(in).place(e, own_as_pointer);
    switch (e->kind) {
    case NodeKind::paren_expr: return ga(static_cast<ParenExpr *>(e)->inner, own_as_pointer);
    case NodeKind::name_expr:
        if (VarDecl *v = variable(e)) return shared_object(v);
        break;
    case NodeKind::unary_expr:
        if (auto *u = static_cast<UnaryExpr *>(e); u->op == UnaryOp::dereference)
            return Pointers(in).ga_of(u->operand);
        else if (u->op == UnaryOp::extension)
            return ga(u->operand, own_as_pointer);
        break;
    case NodeKind::index_expr: {
        auto *i = static_cast<IndexExpr *>(e);
        if (Node *at = ResolvedReferences(in).address(i)) return at;
        if (ResolvedReferences(in).has(i) && (own_as_pointer || !is_far_code()))
            return make({"((" + abi::ga + ")&", ResolvedReferences(in).element(i), ")"});
        return element_ga(element(i->base, i->index, {.own_as_pointer = own_as_pointer, .parts = true}),
                          own_as_pointer);
    }
    case NodeKind::member_expr: {
        auto *m = static_cast<MemberExpr *>(e);
        const QualType record = types.unshared(m->arrow ? types.pointee(m->base->type) : m->base->type);
        return make({"((" + abi::ga + ")&((", print(record), " *)", AddressSpaces(in).as_pointer(),
                     m->arrow ? Pointers(in).ga_of(m->base) : ga(m->base, own_as_pointer), "))->",
                     source_name(m->field), ")"});
    }
    case NodeKind::generic_expr: return ga(static_cast<GenericExpr *>(e)->chosen, own_as_pointer);
    case NodeKind::choose_expr: return ga(static_cast<ChooseExpr *>(e)->chosen, own_as_pointer);
    default: break;
    }
    return make({"((" + abi::ga + ")&(", value(e), "))"});
}

/// &lvalue, or the decayed lvalue if it is an array: both have the same representation.
Node *Addresses::pointer(Expr *e) {
    if (auto *p = as<ParenExpr>(e)) return pointer(p->inner);
    if (auto *u = as<UnaryExpr>(e); u && u->op == UnaryOp::dereference) return value(u->operand);
    if (auto *i = as<IndexExpr>(e))
        return element_pointer(element(i->base, i->index, {.with_phase = types.has_phase(types.pointer_to(e->type))}));
    return types.has_phase(types.pointer_to(e->type)) ? call(abi::gp_from_ga, {ga(e)}) : ga(e);
}

} // namespace polder::cc
