// Lowers the items of a unit in order, then what stands at its end.
#include "compiler/lower/unit.h"

#include "compiler/lower/lower.h"

namespace polder::cc {

LoweredUnit lower_translation_unit(Context &ctx) {
    LoweredUnit unit;
    Lowering lowering(ctx);
    for (Node *item : ctx.unit->items)
        if (!item->range.empty()) unit.items.push_back({item, lowering.top_level(item)});
    unit.closing = lowering.closing();
    ctx.report = lowering.report().text();
    return unit;
}

} // namespace polder::cc
