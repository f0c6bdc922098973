// Writes the elision token by token, each at the line and column where the programmer wrote it.
#include "compiler/elide/elide.h"

#include "compiler/elide/erasure.h"
#include "compiler/elide/places.h"
#include "compiler/emit/own_functions.h"
#include "compiler/lex/line_marker.h"

#include <algorithm>

namespace polder::cc {
namespace {

constexpr uint32_t most_newlines = 8; // farther lines are reached by a marker

/// gcc knows no columns beyond this one (LINE_MAP_MAX_COLUMN_NUMBER). A line of a megabyte would
/// have to be padded again for each of its tokens.
constexpr uint32_t most_column = 4096;

/// The text so far, and the place that the back end takes its end for.
class Page {
public:
    explicit Page(size_t capacity) { text_.reserve(capacity); }

    std::string take() { return std::move(text_); }
    uint32_t line() const { return line_; }
    uint32_t column() const { return static_cast<uint32_t>(text_.size() - line_start_); }

    void append(std::string_view text) {
        const size_t newline = text.rfind('\n');
        if (newline != std::string_view::npos) {
            line_ += static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n'));
            line_start_ = text_.size() + newline + 1;
        }
        text_ += text;
    }

    /// A directive or marker: a line of its own.
    void directive(std::string_view text) {
        if (column()) append("\n");
        append(text);
        if (!text.ends_with('\n')) append("\n");
    }

    /// What was just written is a marker that says so.
    void now_at(std::string_view file, uint32_t line, bool system) {
        file_ = file;
        line_ = line;
        system_ = system;
    }

    bool is_in(const Place &place) const { return file_ == place.file && system_ == place.system; }

    /// Goes to the place; what follows may not grow together with what is there.
    void move_to(const Place &place) {
        const bool no_column = place.column > most_column;
        const bool ahead =
            is_in(place) && (line_ < place.line || (line_ == place.line && (no_column || can_stand_at(place.column))));
        if (!ahead || place.line - line_ > most_newlines) {
            directive(line_marker_text(place.line, place.file, place.system));
            now_at(place.file, place.line, place.system);
        }
        append(std::string(place.line - line_, '\n'));
        if (no_column && !ends_blank()) append(" ");
        if (!no_column && column() < place.column) append(std::string(place.column - column(), ' '));
    }

private:
    bool ends_blank() const { return text_.empty() || text_.back() == ' ' || text_.back() == '\n'; }
    bool can_stand_at(uint32_t column) const {
        return this->column() < column || (this->column() == column && ends_blank());
    }

    std::string text_;
    size_t line_start_ = 0;
    std::string file_;
    uint32_t line_ = 1;
    bool system_ = false;
};

class Elision {
public:
    explicit Elision(Context &ctx)
        : ctx_(ctx), places_(ctx.source), page_(ctx.source.text().size() * 5 / 4), edits_(erase_upc(ctx)) {
        leave_out_unused_functions();
    }

    std::string text() {
        page_.directive(line_marker_text(1, "<upc>", true) + elision_declarations(ctx_));
        page_.now_at("<upc>", 0, true);
        const std::vector<Token> &tokens = ctx_.source.tokens();
        uint32_t end = 0; // of the token before
        for (TokenIndex t = 0; t + 1 < tokens.size(); ++t) {
            between(end, tokens[t].offset);
            token(t);
            end = tokens[t].offset + tokens[t].length;
        }
        page_.append("\n");
        return page_.take();
    }

private:
    void leave_out_unused_functions();
    void between(uint32_t from, uint32_t to);
    void directive(std::string_view line, size_t hash, std::string_view next);
    void token(TokenIndex t);
    void write(std::string_view text, const Place &place);
    bool is_left_out(TokenIndex t) const {
        return next_ > 0 && t < edits_[next_ - 1].tokens.last && t > edits_[next_ - 1].tokens.first;
    }

    Context &ctx_;
    Places places_;
    Page page_;
    std::vector<Edit> edits_;
    size_t next_ = 0; // edit to come
    Place last_;      // of the token that ends the page, if follows_
    size_t last_length_ = 0;
    bool follows_ = false; // the page ends with a token of the source, as it stands there
    bool plain_gap_ = false;
    std::string_view gap_; // what the preprocessed text holds in front of the token
};

void Elision::leave_out_unused_functions() {
    OwnFunctions own(ctx_);
    std::vector<Node *> functions;
    std::vector<Node *> used;
    std::string rest;
    for (Node *item : ctx_.unit->items) {
        if (item->range.empty()) continue;
        if (own.add(item))
            functions.push_back(item);
        else
            rest += ctx_.source.slice(item->range);
    }
    own.take_used(rest, [&](Node *function) { used.push_back(function); });
    std::sort(used.begin(), used.end());
    std::vector<Edit> all;
    for (const Node *function : functions)
        if (!std::binary_search(used.begin(), used.end(), function)) all.push_back({function->range, ""});
    // An edit inside a function that is left out goes with it.
    size_t f = 0;
    const size_t count = all.size();
    for (Edit &edit : edits_) {
        while (f < count && all[f].tokens.last <= edit.tokens.first)
            ++f;
        if (f == count || edit.tokens.first < all[f].tokens.first) all.push_back(std::move(edit));
    }
    std::sort(all.begin(), all.end(), [](const Edit &a, const Edit &b) { return a.tokens.first < b.tokens.first; });
    edits_ = std::move(all);
}

/// What lies between two tokens besides white space: markers, of which those that enter and leave
/// headers are kept, and pragmas.
void Elision::between(uint32_t from, uint32_t to) {
    gap_ = ctx_.source.text().substr(from, to - from);
    plain_gap_ = gap_.find('#') == std::string_view::npos;
    if (plain_gap_) return;
    for (std::string_view rest = gap_; !rest.empty();) {
        const size_t newline = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, newline);
        const size_t hash = line.find('#');
        if (hash != std::string_view::npos) directive(line, hash, rest.substr(std::min(newline + 1, rest.size())));
        rest.remove_prefix(std::min(newline + 1, rest.size()));
    }
    follows_ = false;
}

/// `next`: what follows the line.
void Elision::directive(std::string_view line, size_t hash, std::string_view next) {
    const auto offset = [&](std::string_view text) {
        return static_cast<uint32_t>(text.data() - ctx_.source.text().data());
    };
    const Location here = ctx_.source.lines().location_at(offset(line.substr(hash)));
    const Place place{here.file, here.line, 0, here.system, false, 0};
    const std::optional<LineMarker> marker = line_marker_read(line);
    if (!marker || marker->file.empty()) {
        page_.move_to(place);
        page_.directive(line);
    } else if (marker->nesting != Nesting::none) {
        if (!page_.is_in(place)) page_.move_to(place); // a header is left for the file it was entered from
        page_.directive(line);
        page_.now_at(ctx_.source.lines().location_at(offset(next)).file, marker->line, marker->system);
    }
}

void Elision::token(TokenIndex t) {
    if (is_left_out(t)) {
        follows_ = false;
        return;
    }
    if (next_ < edits_.size() && edits_[next_].tokens.first == t) {
        const Edit &edit = edits_[next_++];
        follows_ = false;
        if (!edit.text.empty()) {
            page_.move_to(places_.of(t));
            page_.append(edit.text);
        }
        return;
    }
    const Token &token = ctx_.source.tokens()[t];
    if (token.kind == Tok::pragma) {
        Place place = places_.of(t);
        place.column = 0;
        page_.move_to(place);
        page_.directive("#pragma " + ctx_.source.pragma_text(t));
        follows_ = false;
        return;
    }
    Place place = places_.of(t);
    place.system = place.system || ctx_.diags.knows_of(t);
    write(ctx_.source.spelling(t), place);
    if (!places_.in_user_line(t)) last_.written = false;
}

void Elision::write(std::string_view text, const Place &place) {
    std::string_view gap;
    if (follows_ && place.written && last_.written && place.file == last_.file && place.system == last_.system)
        gap = places_.blank_between(last_.offset + last_length_, place.offset);
    if (!gap.empty())
        page_.append(gap);
    else if (follows_ && !place.written && !last_.written && plain_gap_ && page_.is_in(place) && place.system)
        page_.append(gap_); // inside a system header
    else if (!(follows_ && place.written && last_.written && place.offset == last_.offset + last_length_ &&
               page_.is_in(place)))
        page_.move_to(place);
    page_.append(text);
    last_ = place;
    last_length_ = text.size();
    follows_ = true;
}

} // namespace

std::string elide_translation_unit(Context &ctx) {
    return Elision(ctx).text();
}

} // namespace polder::cc
