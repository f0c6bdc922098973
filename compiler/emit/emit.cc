// emit_translation_unit: the text of a whole unit. Plain C is the buffer itself; UPC is lowered item by item and written.
#include "compiler/emit/writer.h"
#include "compiler/lower/lower.h"

namespace polder::cc {

std::string emit_translation_unit(Context &ctx) {
    if (!ctx.options.upc || !ctx.unit) return std::string(ctx.source.text());
    Lowering lowering(ctx);
    Writer writer(ctx);
    uint32_t at = 0; // source offset up to which everything is out
    for (Node *item : ctx.unit->items) {
        const TokenRange range = item->range;
        if (range.empty()) continue;
        const Token &first = ctx.source.tokens()[range.first], &last = ctx.source.tokens()[range.last - 1];
        writer.source(at, first.offset);
        writer.node(lowering.top_level(item));
        at = last.offset + last.length;
    }
    writer.source(at, static_cast<uint32_t>(ctx.source.text().size()));
    writer.node(lowering.closing());
    ctx.report = lowering.report().text();
    return writer.take();
}

} // namespace polder::cc
