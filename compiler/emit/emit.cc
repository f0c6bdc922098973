// Writes the items of a unit in order, each with what has to stand in front of it.
#include "compiler/emit/emit.h"

#include "compiler/emit/own_functions.h"
#include "compiler/emit/writer.h"

#include <unordered_set>

namespace polder::cc {
namespace {

class Unit {
public:
    Unit(Context &ctx, const LoweredUnit &unit) : ctx_(ctx), unit_(unit), own_(ctx) {
        for (const LoweredUnit::Item &item : unit.items)
            if (own_.add(item.written)) left_out_.insert(item.written);
        own_.take_used(text(), [this](Node *function) { left_out_.erase(function); });
    }

    /// `changed`: which parts of it are items that lowering has changed.
    std::string text(std::vector<TextRange> *changed = nullptr) const {
        Writer writer(ctx_);
        uint32_t at = 0; // source offset up to which everything is out
        for (const LoweredUnit::Item &item : unit_.items) {
            const Token &first = ctx_.source.tokens()[item.written->range.first];
            const Token &final = ctx_.source.tokens()[item.written->range.last - 1];
            if (!left_out_.contains(item.written)) {
                writer.source(at, first.offset);
                const size_t begin = writer.size();
                writer.node(item.lowered);
                if (changed && item.lowered != item.written) changed->push_back({begin, writer.size()});
            }
            at = final.offset + final.length;
        }
        writer.source(at, static_cast<uint32_t>(ctx_.source.text().size()));
        const size_t begin = writer.size();
        writer.node(unit_.closing);
        if (changed) changed->push_back({begin, writer.size()});
        return writer.take();
    }

private:
    Context &ctx_;
    const LoweredUnit &unit_;
    OwnFunctions own_;
    std::unordered_set<const Node *> left_out_; // functions of our headers that nobody is known to use
};

} // namespace

std::string emit_translation_unit(Context &ctx, const LoweredUnit &unit) {
    return Unit(ctx, unit).text();
}

std::string emit_readable_unit(Context &ctx, const LoweredUnit &unit, LineMarkers markers) {
    std::vector<TextRange> changed;
    const std::string text = Unit(ctx, unit).text(&changed);
    return laid_out(text, changed, markers);
}

} // namespace polder::cc
