// Strided pointers of a nest: addresses that a step carries along, where blocks are shorter than
// the step (strip_mine.h).
#include "compiler/lower/runs/strided_pointers.h"

#include "compiler/lower/access/address_spaces.h"
#include "compiler/lower/access/addresses.h"
#include "compiler/lower/access/pointers.h"
#include "compiler/lower/runs/block_spans.h"

namespace polder::cc {

namespace {

/// The shared object that the reference indexes.
VarDecl *object_of(IndexExpr *e) {
    Expr *array = decayed_array(e->base);
    while (auto *outer = as<IndexExpr>(array))
        array = decayed_array(outer->base);
    return named_variable(array);
}

} // namespace

/// Declares by how much a step moves a pointer: what the index grows by, computed in 64 bits. So
/// the index may be one that the loop does not come to.
std::string StridedPointers::measured_moves(const StridedPointer &w, const LoopNest &nest, Composer &out) {
    const std::string now = "(long)" + std::string(source_name(nest.loop.variable));
    const auto linear_at = [&](const std::string &value) {
        StandIns stand_ins(in.stand_ins);
        stand_ins.set(canonical(nest.loop.variable), "(" + value + ")");
        LowerContext there = in.in_front_of(nest.loop.statement);
        there.stand_ins = &stand_ins;
        return Addresses(there).element(w.expr->base, w.expr->index).linear;
    };
    const std::string name = fresh("moves", w.expr);
    out.text("const long " + name + " __attribute__((unused)) = ((")
        .node(linear_at(now + " + " + std::to_string(nest.loop.step) + "L"))
        .text(") - (")
        .node(linear_at(now))
        .text("))" + (w.row ? "" : " / " + Pointers(in).block(types.pointer_to(w.expr->type))) + "; ");
    return name;
}

/// Strided pointers at the variable's present value. A guarded reference may compute an
/// out-of-range index; it is never dereferenced.
void StridedPointers::declare_strided_pointers(LoopNest &nest, Composer &out) {
    Lowering ahead(in.in_front_of(nest.loop.statement));
    std::unordered_map<std::string, std::string> steps;
    for (StridedPointer &w : nest.strided_pointers) {
        if (w.leader >= 0) {
            const StridedPointer &leader = nest.strided_pointers[static_cast<size_t>(w.leader)];
            VarDecl *mine = object_of(w.expr);
            VarDecl *other = object_of(leader.expr);
            w.name = leader.name;
            if (!mine || !other || mine->canonical == other->canonical) continue;
            const std::string apart = fresh("apart", w.expr);
            out.text("const " + abi::ga + " " + apart + " __attribute__((unused)) = ")
                .node(Addresses(in.in_front_of(nest.loop.statement)).shared_object(mine))
                .text(" - ")
                .node(Addresses(in.in_front_of(nest.loop.statement)).shared_object(other))
                .text("; ");
            w.name = "(" + leader.name + " + " + apart + ")";
            continue;
        }
        Element at = Addresses(in.in_front_of(nest.loop.statement)).element(w.expr->base, w.expr->index);
        if (at.object && Pointers(in).block(at.pointer) != "1") at.base = call(abi::gp_from_ga, {at.base});
        at.object = false;
        at.seldom = BlockSpans(in).is_entered_once(nest.loop.statement);
        w.name = fresh(w.row ? "ptr" : "address", w.expr);
        const std::string size = Pointers(in).element_size(at.pointer);
        const std::string block = Pointers(in).block(at.pointer);
        const std::string type = types.print(types.pointer_to(types.unshared(w.expr->type)));
        if (w.row && !is_far_code())
            out.text(types.print(types.pointer_to(types.unshared(w.expr->type)), w.name) +
                     " __attribute__((unused)) = (" + type + ")" + abi::addr_1node + "(")
                .node(Addresses(in.in_front_of(nest.loop.statement)).element_ga(at))
                .text("); ");
        else if (w.elements)
            out.text(abi::gp + " " + w.name + " = ")
                .node(Addresses(in.in_front_of(nest.loop.statement)).element_pointer(at))
                .text("; ");
        else
            out.text(abi::ga + " " + w.name + " __attribute__((unused)) = ")
                .node(Addresses(in.in_front_of(nest.loop.statement)).element_ga(at))
                .text("; ");
        w.moves = w.measured ? measured_moves(w, nest, out) : std::to_string(w.blocks) + "L";
        if (w.row) continue;
        const std::string by = w.moves + ", " + block + " * " + size;
        std::string &known = steps[by];
        if (known.empty()) {
            known = fresh("step");
            out.text("const " + abi::stride + " " + known + " = " + abi::stride_by_blocks + "(" + env() + ", " + by +
                     "); ");
        }
        w.by = known;
        if (w.elements) w.in_block = std::to_string(w.elements) + "L, " + size + ", " + block;
    }
}

/// Far code: rows of strided pointers are on one thread, so whether they are on this node is asked
/// once. Declares their pointers.
std::string StridedPointers::rows_here(LoopNest &nest, std::string &tests) {
    std::string pointers;
    for (StridedPointer &w : nest.strided_pointers) {
        if (!w.row || !is_far_code()) continue;
        w.pointer = fresh("ptr", w.expr);
        const std::string type = types.print(types.pointer_to(types.unshared(w.expr->type)));
        tests += (tests.empty() ? "" : " && ") + std::string(AddressSpaces(in).near_test()) + w.name + ")";
        pointers += types.print(types.pointer_to(types.unshared(w.expr->type)), w.pointer) +
                    " __attribute__((unused)) = (" + type + ")" + std::string(AddressSpaces(in).here()) + w.name +
                    "); ";
    }
    return pointers;
}

std::string StridedPointers::advance_strided_pointers(const LoopNest &nest, bool fast) const {
    std::string text;
    for (const StridedPointer &w : nest.strided_pointers) {
        if (fast && !w.pointer.empty()) {
            text += ", " + w.pointer + " += " + w.moves;
            continue;
        }
        if (w.leader >= 0) continue;
        const std::string bytes = is_far_code() ? "(" + abi::ga + ")(" + w.moves + " * (long)" +
                                                      Pointers(in).element_size(w.expr->base->type) + ")"
                                                : w.moves;
        text += ", " + w.name +
                (w.row        ? " += " + bytes
                 : w.elements ? " = " + abi::stride_step_inside + "(" + w.by + ", " + w.name + ", " + w.in_block + ")"
                              : " = " + abi::stride_step + "(" + w.by + ", " + w.name + ")");
    }
    return text;
}

} // namespace polder::cc
