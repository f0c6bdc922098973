// Collecting and printing diagnostics.
//
// The place of a message is a token of the preprocessed text; what the programmer knows is the line of the file before
// preprocessing. The source line shown is therefore read from the presumed file when that can be done and the token can be
// found in it (its column may have moved: the preprocessor squeezes white space and expands macros); else the preprocessed
// line is shown, so that the caret always stands under the token.
#include "compiler/diag/diag.h"

#include "compiler/diag/excerpt.h"
#include "compiler/lex/source.h"

#include <unistd.h>

#include <algorithm>

namespace polder::cc {

namespace {

struct Entry {
    Severity severity;
    std::string_view text;
};

constexpr Entry entries[] = {
#define DIAG(id, severity, text) {Severity::severity, text},
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

} // namespace

void Diagnostics::report(DiagId id, TokenIndex where, Args args, TokenRange range) {
    const Entry &entry = entries[static_cast<size_t>(id)];
    Severity severity = entry.severity;
    if (severity == Severity::extension) severity = output_.pedantic_errors ? Severity::error : Severity::warning;
    if (severity == Severity::note) {
        if (last_suppressed_) return;
    } else {
        const uint64_t key = static_cast<uint64_t>(where) << 16 | static_cast<uint16_t>(id);
        const bool muted = severity == Severity::warning && (output_.no_warnings || in_system_header(where));
        const bool full = output_.max_errors && errors_ >= output_.max_errors;
        last_suppressed_ = muted || full || !seen_.insert(key).second;
        if (last_suppressed_) return;
    }
    Diagnostic d{id, severity, fill(entry.text, args), where, range, {}};
    if (d.severity == Severity::warning && output_.werror) {
        d.severity = Severity::error;
        d.option = "-Werror";
    }
    errors_ += d.severity >= Severity::error;
    warnings_ += d.severity == Severity::warning;
    list_.push_back(std::move(d));
}

bool Diagnostics::in_system_header(TokenIndex t) const {
    return t < source_.tokens().size() && (source_.tokens()[t].flags & Token::in_system_header) != 0;
}

std::string Diagnostics::format(const Diagnostic &d, bool colour) const {
    const auto paint = [&](std::string_view code) { return colour ? code : std::string_view(); };
    const std::string_view bold = paint("\033[1m"), off = paint("\033[0m"), tint = paint(severity_colour(d.severity));
    const Excerpt e = make_excerpt(source_, d.where, d.range);
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
    if (e.text.empty()) return out;
    std::string number = std::to_string(e.line);
    number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
    out += number + " | " + e.text + '\n';
    out += std::string(number.size(), ' ') + " | ";
    out += tint;
    out += e.marks;
    out += off;
    out += '\n';
    return out;
}

std::string Diagnostics::render(const Diagnostic &d) const { return format(d, false); }

void Diagnostics::flush() {
    std::string out;
    for (; written_ < list_.size(); ++written_)
        out += format(list_[written_], output_.colour);
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
