// Lowers the items of a unit in order, then what stands at its end.
#include "compiler/lower/unit.h"

#include "compiler/lower/lower.h"
#include "compiler/type/debugger_names.h"

namespace polder::cc {

LoweredUnit lower_translation_unit(Context &ctx) {
    LoweredUnit unit;
    LowerUnit shared(ctx);
    Lowering lowering(shared.outside());
    lowering.collect_definitions();
    if (shared.outside().jobs != Jobs::one_thread && !ctx.options.one_form) lowering.plan_versions();
    if (ctx.options.debug) ctx.types.debugger_names().want();
    for (Node *item : ctx.unit->items)
        if (!item->range.empty()) unit.items.push_back({item, lowering.top_level(item)});
    unit.closing = lowering.closing();
    ctx.report = shared.report.text();
    return unit;
}

} // namespace polder::cc
