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

    std::string text() const {
        Writer writer(ctx_);
        uint32_t at = 0; // source offset up to which everything is out
        for (const LoweredUnit::Item &item : unit_.items) {
            const Token &first = ctx_.source.tokens()[item.written->range.first];
            const Token &final = ctx_.source.tokens()[item.written->range.last - 1];
            if (!left_out_.contains(item.written)) {
                writer.source(at, first.offset);
                writer.node(item.lowered);
            }
            at = final.offset + final.length;
        }
        writer.source(at, static_cast<uint32_t>(ctx_.source.text().size()));
        writer.node(unit_.closing);
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

} // namespace polder::cc
