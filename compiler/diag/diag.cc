// Collecting and printing diagnostics.
//
// The place of a message is a token of the preprocessed text. The programmer knows the line of the
// file before preprocessing. The functions of excerpt.h find the one in the other.
#include "compiler/diag/diag.h"

#include "compiler/diag/excerpt.h"
#include "compiler/lex/source.h"

#include <unistd.h>

namespace polder::cc {

namespace {

struct Entry {
    std::string_view id;
    Severity severity;
    std::string_view text;
};

constexpr Entry entries[] = {
#define DIAG(id, severity, text) {#id, Severity::severity, text},
#include "compiler/diag/diagnostics.def"
};

std::string fill(std::string_view text, Diagnostics::Args args) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i) {
        const bool hole = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9';
        if (!hole) {
            out += text[i];
            continue;
        }
        const auto n = static_cast<size_t>(text[++i] - '0');
        if (n < args.size()) out += args.begin()[n];
    }
    return out;
}

std::string_view severity_name(Severity s) {
    switch (s) {
    case Severity::note: return "note";
    case Severity::warning:
    case Severity::extension: return "warning";
    case Severity::constraint:
    case Severity::error: return "error";
    case Severity::fatal: return "fatal error";
    }
    return {};
}

std::string_view severity_colour(Severity s) {
    switch (s) {
    case Severity::note: return "\033[1;36m";
    case Severity::warning:
    case Severity::extension: return "\033[1;35m";
    default: return "\033[1;31m";
    }
}

bool has_switch(Severity severity) {
    return severity == Severity::warning || severity == Severity::extension || severity == Severity::constraint;
}

} // namespace

std::string warning_name(DiagId id) {
    const Entry &entry = entries[static_cast<size_t>(id)];
    if (!has_switch(entry.severity)) return {};
    std::string name = "upc-";
    for (char c : entry.id.substr(entry.id.find('_') + 1))
        name += c == '_' ? '-' : c;
    return name;
}

std::vector<WarningText> all_warnings() {
    std::vector<WarningText> all;
    for (size_t i = 0; i < static_cast<size_t>(DiagId::count_); ++i)
        if (std::string name = warning_name(DiagId(i)); !name.empty())
            all.push_back({std::move(name), entries[i].text});
    return all;
}

bool WarningSwitches::set(std::string_view name, Level level) {
    for (size_t i = 0; i < levels_.size(); ++i)
        if (warning_name(DiagId(i)) == name) {
            levels_[i] = level;
            return true;
        }
    return false;
}

// The word about one warning outweighs -Werror and -pedantic-errors, as in cc.
Severity Diagnostics::severity_of(DiagId id) const {
    const Severity listed = entries[static_cast<size_t>(id)].severity;
    if (!has_switch(listed)) return listed;
    switch (output_.switches[id]) {
    case WarningSwitches::Level::error: return Severity::error;
    case WarningSwitches::Level::warning: return Severity::warning;
    default: break;
    }
    const bool error = output_.werror || (listed != Severity::warning && output_.pedantic_errors) ||
                       (listed == Severity::constraint && !output_.dialect);
    return error ? Severity::error : Severity::warning;
}

// -w and system headers silence warnings, also those that -Werror makes errors, but not what
// -pedantic-errors asks for.
bool Diagnostics::is_muted(DiagId warning, TokenIndex where) const {
    if (output_.switches[warning] == WarningSwitches::Level::off) return true;
    const Severity listed = entries[static_cast<size_t>(warning)].severity;
    if (listed == Severity::constraint && severity_of(warning) == Severity::error) return false;
    return !(listed == Severity::extension && output_.pedantic_errors) &&
           (output_.no_warnings || in_system_header(where));
}

void Diagnostics::mistake(LexicalMistake what, TokenIndex where, std::string_view shown) {
    switch (what) {
    case LexicalMistake::too_large: return report(DiagId::lex_too_large, where);
    case LexicalMistake::unterminated_string: return report(DiagId::lex_unterminated_string, where, {shown});
    case LexicalMistake::empty_character: return report(DiagId::lex_empty_character, where);
    case LexicalMistake::unterminated_comment: return report(DiagId::lex_unterminated_comment, where);
    case LexicalMistake::stray_character: return report(DiagId::lex_stray_character, where, {shown});
    }
}

void Diagnostics::report(DiagId id, TokenIndex where, Args args, TokenRange range) {
    const Entry &entry = entries[static_cast<size_t>(id)];
    const Severity severity = severity_of(id);
    const std::string name = warning_name(id);
    if (severity == Severity::note) {
        if (last_suppressed_) return;
    } else {
        const uint64_t key = static_cast<uint64_t>(where) << 16 | static_cast<uint16_t>(id);
        places_.insert(where);
        const bool muted = !name.empty() && is_muted(id, where);
        const bool full = output_.max_errors && errors_ >= output_.max_errors;
        last_suppressed_ = muted || full || !seen_.insert(key).second;
        if (last_suppressed_) return;
    }
    Diagnostic d{id, severity, fill(entry.text, args), where, range, {}};
    if (!name.empty())
        d.option = (severity == Severity::error && entry.severity != Severity::constraint ? "-Werror=" : "-W") + name;
    errors_ += d.severity >= Severity::error;
    warnings_ += d.severity == Severity::warning;
    list_.push_back(std::move(d));
}

bool Diagnostics::in_system_header(TokenIndex t) const {
    return t < source_.tokens().size() && (source_.tokens()[t].flags & Token::in_system_header) != 0;
}

std::string Diagnostics::format(const Diagnostic &d, const Excerpt &e, bool colour) const {
    const auto paint = [&](std::string_view code) { return colour ? code : std::string_view(); };
    const std::string_view bold = paint("\033[1m");
    const std::string_view off = paint("\033[0m");
    const std::string_view tint = paint(severity_colour(d.severity));
    std::string out;
    out += bold;
    out += e.file;
    if (e.line) out += ":" + std::to_string(e.line) + ":" + std::to_string(e.column);
    out += ": ";
    out += off;
    out += tint;
    out += severity_name(d.severity);
    out += ": ";
    out += off;
    out += bold;
    out += d.message;
    out += off;
    if (!d.option.empty()) out += " [" + d.option + "]";
    out += '\n';
    std::string number = std::to_string(e.line);
    number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
    const auto show = [&](const std::string &text, const std::string &marks, const std::string &margin) {
        out += margin + " | " + text + '\n';
        out += std::string(margin.size(), ' ') + " | ";
        out += tint;
        out += marks;
        out += off;
        out += '\n';
    };
    if (!e.text.empty()) show(e.text, e.marks, number);
    if (e.macro.empty()) return out;
    out += std::string(number.size(), ' ') + " in the expansion of macro '" + e.macro + "':\n";
    show(e.expansion, e.expansion_marks, std::string(number.size(), ' '));
    return out;
}

std::string Diagnostics::render(const Diagnostic &d) const {
    return format(d, make_excerpt(source_, written_file_, d.where, d.range), false);
}

// A macro that uses its argument twice (assert does) repeats the mistakes in it: the copy without a
// place of its own is not shown.
bool Diagnostics::is_echo(const Diagnostic &d, const Excerpt &e) {
    const Location place = source_.location(d.where);
    const bool first =
        shown_.insert(std::string(place.file) + ':' + std::to_string(place.line) + ':' + d.message).second;
    return !first && !e.macro.empty();
}

void Diagnostics::flush() {
    std::string out;
    for (; written_ < list_.size(); ++written_) {
        const Diagnostic &d = list_[written_];
        const Excerpt e = make_excerpt(source_, written_file_, d.where, d.range);
        if (d.severity != Severity::note) echo_ = is_echo(d, e);
        if (!echo_) out += format(d, e, output_.colour);
    }
    if (output_.max_errors && errors_ >= output_.max_errors && !said_limit_) {
        said_limit_ = true;
        out += "upcc: too many errors (" + std::to_string(errors_) + "), no more are shown\n";
    }
    for (size_t done = 0; done < out.size();) {
        const ssize_t n = write(STDERR_FILENO, out.data() + done, out.size() - done);
        if (n <= 0) return;
        done += static_cast<size_t>(n);
    }
}

} // namespace polder::cc
