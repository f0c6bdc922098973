// Keeps what was said of each construct, and joins what both versions of a function say alike.
#include "compiler/unit/report.h"

#include "compiler/lex/source.h"

#include <algorithm>
#include <tuple>

namespace polder::cc {

void Report::add(Pass pass, Jobs form, TokenIndex where, bool done, std::string_view text) {
    if (hears_ != Hears::nothing && !source_.location(where).system)
        entries_.push_back({where, pass, form, done, std::string(text)});
}

std::string Report::line(const Entry &e, bool says_form) const {
    const Location at = source_.location(e.where);
    const char *form = !says_form || e.form == Jobs::any ? ""
                       : e.form == Jobs::one_node        ? "one node: "
                                                         : "several nodes: ";
    return std::string(at.file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ": [" +
           std::string(pass_name(e.pass)) + "] " + form + (e.done ? "done: " : "not done: ") + e.text + "\n";
}

std::string Report::comment(size_t mark, TokenIndex where) const {
    std::string text;
    for (size_t i = mark; i < entries_.size(); ++i) {
        const Entry &e = entries_[i];
        if (e.where != where || !e.done) continue;
        const std::string line = std::string(pass_name(e.pass)) + ": " + e.text;
        if (text.find(line) == std::string::npos) text += (text.empty() ? "/* " : "; ") + line;
    }
    return text.empty() ? text : text + " */ ";
}

std::string Report::text() const {
    if (!wanted()) return {};
    const auto construct = [](const Entry &e) { return std::tuple(e.where, e.pass); };
    const auto told = [](const Entry &e) { return std::tuple(e.where, e.pass, e.form); };
    std::vector<Entry> kept = entries_;
    std::stable_sort(kept.begin(), kept.end(), [&](const Entry &a, const Entry &b) {
        return std::tuple(told(a), !a.done) < std::tuple(told(b), !b.done);
    });
    kept.erase(
        std::unique(kept.begin(), kept.end(), [&](const Entry &a, const Entry &b) { return told(a) == told(b); }),
        kept.end());
    std::string text;
    for (size_t i = 0; i < kept.size(); ++i) {
        const bool other = i + 1 < kept.size() && construct(kept[i]) == construct(kept[i + 1]);
        const bool alike = other && kept[i].done == kept[i + 1].done && kept[i].text == kept[i + 1].text;
        if (!alike) { // a pass may concern one form only; then it says so itself
            const bool before = i > 0 && construct(kept[i]) == construct(kept[i - 1]) &&
                                (kept[i].done != kept[i - 1].done || kept[i].text != kept[i - 1].text);
            text += line(kept[i], other || before);
        }
    }
    return text;
}

} // namespace polder::cc
