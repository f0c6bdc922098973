// Assembly in code that also runs in jobs of several nodes.
//   before   __asm__("..." : "+r"(x));                         // shared int x
//   after    { const polder_ga polder_t1 = polder_s_x; int polder_t2 = <x>;
//              __asm__("..." : "+r"(polder_t2)); <x> = polder_t2; }
#include "compiler/lower/stmt/assembly.h"

#include "compiler/lower/access/accesses.h"
#include "compiler/lower/access/far_accesses.h"
#include "compiler/lower/access/strict_accesses.h"
#include "compiler/lower/checks/access_checks.h"

namespace polder::cc {

/// Instructions reach only this node: operands that are shared objects are copied in before and, as
/// their constraints say, out after.
Node *Assembly::assembly(AsmStmt *s) {
    Composer before(ctx);
    Composer after(ctx);
    Weaver weaver(ctx, s->range);
    bool copies = false;
    for (Expr *operand : s->operands) {
        Expr *e = chosen_expression(operand);
        const TokenIndex first = extent(operand).first;
        if (!e->lvalue || !types.is_shared(e->type) || Accesses(in).is_bit_field(e) || first < 2) {
            if (Node *lowered = node(operand); lowered != operand) weaver.replace(extent(operand), lowered);
            continue;
        }
        const std::string_view constraint = ctx.source.spelling(first - 2);
        const bool reads = constraint.substr(0, 2) != "\"=";
        const bool writes = !reads || constraint.substr(0, 2) == "\"+";
        const bool strict = Accesses(in).is_strict(e);
        const QualType type = types.unshared(e->type);
        const std::string at = fresh("address");
        const std::string t = fresh("copy");
        before.text("const " + abi::ga + " " + at + " = ")
            .node(AccessChecks(in).checked(e, [&](const LowerContext &inside) { return FarAccesses(inside).place(e); }))
            .text("; " + print(types.canonical(type).unqualified()) + " " + t);
        if (reads)
            before.text(" = ").node(strict ? StrictAccesses(in).strict_load(type, make(at))
                                           : FarAccesses(in).far_load(type, make(at)));
        before.text("; ");
        if (writes)
            after.text(" ")
                .node(strict ? StrictAccesses(in).strict_store(type, make(at), make(t), false)
                             : FarAccesses(in).far_store(type, make(at), make(t), false))
                .text(";");
        weaver.replace(extent(operand), t);
        copies = true;
    }
    Node *statement = weaver.finish(s);
    return copies ? make({"{ ", before.finish(), statement, after.finish(), " }"}) : statement;
}

} // namespace polder::cc
