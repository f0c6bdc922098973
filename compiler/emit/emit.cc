// emit_translation_unit: the text of a whole unit. Plain C is the buffer itself; UPC is lowered item by item and written.
#include "compiler/emit/own_functions.h"
#include "compiler/emit/writer.h"
#include "compiler/lower/lower.h"

#include <unordered_map>

namespace polder::cc {
namespace {

struct Item {
    Node *written;
    Node *lowered; // null: a function of our headers that nobody is known to use
};

class Unit {
public:
    explicit Unit(Context &ctx) : ctx_(ctx), lowering_(ctx), own_(ctx) {
        for (Node *item : ctx.unit->items)
            if (!item->range.empty()) add(item);
        closing_ = lowering_.closing();
        own_.take_used(written(), [this](Node *function) {
            items_[places_.at(function)].lowered = lowering_.top_level(function);
        });
    }

    std::string text() {
        ctx_.report = lowering_.report().text();
        return written();
    }

private:
    void add(Node *item) {
        const bool own = own_.add(item);
        if (own) places_.emplace(item, items_.size());
        items_.push_back({item, own ? nullptr : lowering_.top_level(item)});
    }

    /// Without the functions of our headers that nobody is known to use.
    std::string written() const {
        Writer writer(ctx_);
        uint32_t at = 0; // source offset up to which everything is out
        for (const Item &item : items_) {
            const Token &first = ctx_.source.tokens()[item.written->range.first],
                        &final = ctx_.source.tokens()[item.written->range.last - 1];
            if (item.lowered) {
                writer.source(at, first.offset);
                writer.node(item.lowered);
            }
            at = final.offset + final.length;
        }
        writer.source(at, static_cast<uint32_t>(ctx_.source.text().size()));
        writer.node(closing_);
        return writer.take();
    }

    Context &ctx_;
    Lowering lowering_;
    std::vector<Item> items_;
    OwnFunctions own_;
    std::unordered_map<const Node *, size_t> places_; // in items_, of the functions of our headers
    Node *closing_;
};

} // namespace

std::string emit_translation_unit(Context &ctx) {
    if (!ctx.options.upc || !ctx.unit) return std::string(ctx.source.text());
    return Unit(ctx).text();
}

} // namespace polder::cc
