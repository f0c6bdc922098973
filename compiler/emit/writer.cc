// Keeps the text so far, and the file and line that the back end believes its end to come from.
#include "compiler/emit/writer.h"

#include "compiler/unit/compose.h"

#include <algorithm>
#include <cctype>

namespace polder::cc {
namespace {

bool in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

} // namespace

void Writer::node(const Node *node) {
    if (!node) return;
    while (const auto *cast = as<ImplicitCast>(node))
        node = cast->operand;
    if (const auto *synthetic = as<SyntheticExpr>(node)) {
        apart_ = true;
        const uint32_t begin = synthetic->has_place ? ctx_.source.tokens()[synthetic->range.first].offset : 0;
        if (synthetic->has_place) mark(begin);
        for (size_t i = 0; i < synthetic->pieces.size(); ++i) {
            piece(synthetic->pieces[i]);
            if (i < synthetic->parts.size()) this->node(synthetic->parts[i]);
        }
        if (synthetic->has_place) mark(begin);
        return;
    }
    if (node->range.empty()) return;
    const std::string_view text = ctx_.source.slice(node->range);
    const auto begin = static_cast<uint32_t>(text.data() - ctx_.source.text().data());
    source(begin, begin + static_cast<uint32_t>(text.size()));
}

void Writer::piece(std::string_view view) {
    if (view.empty()) return;
    const std::string_view all = ctx_.source.text();
    if (view.data() >= all.data() && view.data() < all.data() + all.size()) {
        const auto begin = static_cast<uint32_t>(view.data() - all.data());
        source(begin, begin + static_cast<uint32_t>(view.size()));
    } else {
        generated(view);
    }
}

void Writer::append(std::string_view text) {
    if (apart_ && !text.empty() && !out_.empty() && in_word(out_.back()) && in_word(text.front())) out_ += ' ';
    if (!text.empty()) apart_ = false;
    const size_t newline = text.rfind('\n');
    if (newline != std::string_view::npos) line_ = out_.size() + newline + 1;
    out_ += text;
}

void Writer::source(uint32_t begin, uint32_t end) {
    while (const ConstantText *constant = ctx_.constants.first_in(begin, end)) {
        unchanged(begin, constant->begin);
        generated(constant->text);
        begin = constant->end;
    }
    unchanged(begin, end);
}

void Writer::unchanged(uint32_t begin, uint32_t end) {
    if (begin >= end) return;
    if (begin != at_ || extra_lines_ != 0) resynchronise(begin);
    const std::string_view text = ctx_.source.text().substr(begin, end - begin);
    if (text.front() == '#' && !out_.empty() && out_.back() != '\n')
        append("\n");
    else if (text.front() != '\n')
        end_directive();
    append(text);
    at_ = end;
    extra_lines_ = 0;
}

void Writer::generated(std::string_view text) {
    if (text.empty()) return;
    end_directive();
    if (text.front() == '\n' && !out_.empty() && out_.back() == '\n') text.remove_prefix(1);
    append(text);
    extra_lines_ += static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A pragma or line marker owns its line: what follows it starts a new one.
void Writer::end_directive() {
    const size_t first = out_.find_first_not_of(" \t", line_);
    if (first != std::string::npos && out_[first] == '#') {
        append("\n");
        ++extra_lines_;
    }
}

void Writer::resynchronise(uint32_t offset) {
    const Location here = ctx_.source.lines().location_at(at_);
    const Location wanted = ctx_.source.lines().location_at(offset);
    const bool same_inclusion = ctx_.source.lines().inclusion_at(at_) == ctx_.source.lines().inclusion_at(offset);
    const bool same_file = same_inclusion && here.file == wanted.file && here.system == wanted.system;
    const uint32_t line = here.line + extra_lines_;
    if (!same_file || line > wanted.line || wanted.line - line > 3) return mark(offset);
    append(std::string(wanted.line - line, '\n'));
    at_ = offset;
    extra_lines_ = 0;
}

/// Says where the source text at `offset` comes from; it is what is written next.
void Writer::mark(uint32_t offset) {
    const Location wanted = ctx_.source.lines().location_at(offset);
    nest(offset);
    at_ = offset;
    extra_lines_ = 0;
    marker(wanted.line, wanted.file, wanted.system);
}

/// From the inclusion that the backend is in (at_) to that of `offset`. Leaves headers up to the
/// one that both are in, then enters those below it, outermost first.
void Writer::nest(uint32_t offset) {
    const Source &source = ctx_.source;
    uint32_t from = source.lines().inclusion_at(at_);
    uint32_t to = source.lines().inclusion_at(offset);
    std::vector<uint32_t> entered;
    while (from != to) { // an inclusion has a greater number than the one it stands in
        if (to > from) {
            entered.push_back(to);
            to = source.lines().inclusion(to).parent;
        } else {
            const Inclusion &left = source.lines().inclusion(from);
            marker(left.includer_line, source.lines().file(left.includer), left.includer_system, Nesting::leaves);
            from = left.parent;
        }
    }
    for (auto header = entered.rbegin(); header != entered.rend(); ++header) {
        const Inclusion &inclusion = source.lines().inclusion(*header);
        marker(1, source.lines().file(inclusion.file), inclusion.system, Nesting::enters);
    }
}

void Writer::marker(uint32_t line, std::string_view file, bool system, Nesting nesting) {
    if (!out_.empty() && out_.back() != '\n') append("\n");
    append(line_marker_text(line, file, system, nesting));
}

} // namespace polder::cc
