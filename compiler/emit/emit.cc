// emit_translation_unit: the text of a whole unit. Plain C is the buffer itself; UPC is lowered item by item and written.
//
// The functions that Polder's own headers define (polder/abi.h and what it includes) come with every unit, which mostly uses few of
// them. The others are left out, so that the backend need not read them: of a small program that is half its time. Which are used
// is seen from the text itself, so it does not matter who put a name there.
#include "compiler/emit/writer.h"
#include "compiler/lower/lower.h"

#include <unordered_map>

namespace polder::cc {
namespace {

constexpr std::string_view own_prefix = "polder_";

struct Item {
    Node *written;
    Node *lowered; // null: a function of our headers that nobody is known to use
};

class Unit {
public:
    explicit Unit(Context &ctx) : ctx_(ctx), lowering_(ctx) {
        for (Node *item : ctx.unit->items)
            if (!item->range.empty()) add(item);
        closing_ = lowering_.closing();
        take_used(written());
    }

    std::string text() {
        ctx_.report = lowering_.report().text();
        return written();
    }

private:
    void add(Node *item) {
        const FunctionDecl *function = as<Declaration>(item) ? as<Declaration>(item)->function : nullptr;
        if (function && is_own_static(item, *function)) {
            own_.emplace(ctx_.source.spelling(function->name_token), items_.size());
            items_.push_back({item, nullptr});
        } else {
            items_.push_back({item, lowering_.top_level(item)});
        }
    }

    bool is_own_static(const Node *item, const FunctionDecl &function) const {
        return function.storage == Storage::static_ &&
               ctx_.source.tokens()[item->range.first].flags & Token::in_system_header &&
               ctx_.source.spelling(function.name_token).starts_with(own_prefix);
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

    /// Takes in the functions named in `text`, and those that they name.
    void take_used(std::string_view text) {
        for (size_t at = text.find(own_prefix); at != std::string_view::npos; at = text.find(own_prefix, at)) {
            size_t end = at;
            while (end < text.size() && (isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
                ++end;
            const auto found = own_.find(text.substr(at, end - at));
            at = end;
            if (found == own_.end() || items_[found->second].lowered) continue;
            Item &item = items_[found->second];
            item.lowered = lowering_.top_level(item.written);
            take_used(ctx_.source.slice(item.written->range));
        }
    }

    Context &ctx_;
    Lowering lowering_;
    std::vector<Item> items_;
    std::unordered_map<std::string_view, size_t> own_; // functions of our headers, by name: their places in items_
    Node *closing_;
};

} // namespace

std::string emit_translation_unit(Context &ctx) {
    if (!ctx.options.upc || !ctx.unit) return std::string(ctx.source.text());
    return Unit(ctx).text();
}

} // namespace polder::cc
