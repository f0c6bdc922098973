// Lowers the items of a unit in order, then what stands at its end.
#include "compiler/lower/unit.h"

#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/decl/initializers.h"
#include "compiler/lower/decl/link_records.h"
#include "compiler/lower/decl/version_plan.h"
#include "compiler/type/debugger_names.h"

namespace polder::cc {

namespace {

class UnitItems : public Lowering {
public:
    using Lowering::Lowering;

    Node *top_level(Node *item); // with everything that goes before and after it
    Node *closing();             // what stands at the end of the unit: descriptors, the unit record
};

Node *UnitItems::top_level(Node *item) {
    unit.names.begin_function();
    if (item->kind == NodeKind::pragma_decl && item->upc) return make("");
    auto *d = as<Declaration>(item);
    Node *lowered = d ? DeclarationLowering(in).declaration(d) : rebuild(item);
    if (const std::string typedefs = types.debugger_names().take_typedefs(); !typedefs.empty())
        unit.before.insert(unit.before.begin(), make(typedefs));
    if (unit.before.empty() && unit.after.empty()) return lowered;
    Composer out(ctx);
    for (Node *n : unit.before)
        out.node(n).text("\n");
    unit.before.clear();
    out.node(lowered);
    for (Node *n : unit.after)
        out.text("\n").node(n);
    unit.after.clear();
    return out.finish();
}

Node *UnitItems::closing() {
    Composer out(ctx);
    for (Node *n : unit.closing)
        out.text("\n").node(n);
    unit.closing.clear();
    out.text("\nstatic const " + abi::unit + " polder_this_unit __attribute__((section(\"" + abi::section::unit +
             "\"), used, aligned(8))) = {2, " +
             std::to_string((ctx.options.one_node ? 1 : 0) + (ctx.options.check ? 2 : 0)) + ", " +
             std::to_string(ctx.options.static_threads) + ", \"" + escaped(ctx.source.lines().main_file()) +
             "\"};\n"
             "static const char *const polder_this_module __attribute__((used)) = &" +
             abi::module_present + ";\n");
    out.text(LinkRecords(in).link_records());
    if (ctx.options.debug && !ctx.options.debugger_script.empty()) // gdb reads which scripts belong to a program here
        out.text("__asm__(\".pushsection .debug_gdb_scripts,\\\"MS\\\",@progbits,1\\n.byte 1\\n.asciz \\\"" +
                 escaped(escaped(ctx.options.debugger_script)) + "\\\"\\n.popsection\");\n");
    const std::string typedefs = types.debugger_names().take_typedefs();
    return typedefs.empty() ? out.finish() : make({typedefs, out.finish()});
}

} // namespace

LoweredUnit lower_translation_unit(Context &ctx) {
    LoweredUnit unit;
    LowerUnit shared(ctx);
    const LowerContext outside = shared.outside();
    InitializerLowering(outside).collect_definitions();
    if (outside.jobs != Jobs::one_thread && !ctx.options.one_form) VersionPlan(outside).plan_versions();
    if (ctx.options.debug) ctx.types.debugger_names().want();
    for (Node *item : ctx.unit->items)
        if (!item->range.empty()) unit.items.push_back({item, UnitItems(outside).top_level(item)});
    unit.closing = UnitItems(outside).closing();
    ctx.report = shared.report.text();
    return unit;
}

} // namespace polder::cc
