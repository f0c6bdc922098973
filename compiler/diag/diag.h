// Diagnostics: one closed list (diagnostics.def), the form of gcc and clang (file:line:column,
// caret, notes, hint). The same mistake is said once: poison types (type/type.h) silence what
// follows from it.
#pragma once

#include "compiler/diag/excerpt.h"
#include "compiler/lex/source.h"

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace polder::cc {

/// Constraints that programs in use violate, and other compilers only warn of. `extension` is a
/// warning, and an error under -pedantic-errors. `constraint` is an error; in a dialect of another
/// compiler, or after -Wno-error=NAME, it is a warning.
enum class Severity : uint8_t { note, warning, extension, constraint, error, fatal };

enum class DiagId : uint16_t {
#define DIAG(id, severity, text) id,
#include "compiler/diag/diagnostics.def"
    count_
};

/// What the command line says about single warnings: -Wupc-NAME, -Wno-upc-NAME, -Werror=upc-NAME,
/// -Wno-error=upc-NAME. NAME is the id without its first word and with dashes:
/// upc_barrier_in_forall is "upc-barrier-in-forall".
class WarningSwitches {
public:
    enum class Level : uint8_t { usual, off, warning, error }; // usual: as -Werror and -pedantic-errors have it
    /// `name` begins with "upc-". False if no warning is called so.
    bool set(std::string_view name, Level level);
    Level operator[](DiagId id) const { return levels_[static_cast<size_t>(id)]; }

private:
    std::array<Level, static_cast<size_t>(DiagId::count_)> levels_{};
};

/// The name of a warning without "-W"; empty for notes and errors.
std::string warning_name(DiagId id);
/// All warnings with their texts, in the order of diagnostics.def (for --help).
struct WarningText {
    std::string name;
    std::string_view text;
};
std::vector<WarningText> all_warnings();

/// Text templates use %0 … %9 for the arguments, in order.
struct Diagnostic {
    DiagId id;
    Severity severity;
    std::string message;
    TokenIndex where;   // the caret
    TokenRange range;   // underlined; may be empty
    std::string option; // what switches it off: "-Wupc-...", "-Werror=upc-..."; empty for errors
};

class Diagnostics final : public LexicalListener {
public:
    using Args = std::initializer_list<std::string_view>;

    explicit Diagnostics(Source &source) : source_(source) {}
    /// A note is attached to the error or warning before it and is dropped with it. The same id at
    /// the same place is reported once. Warnings in system headers are dropped.
    void report(DiagId id, TokenIndex where, Args args = {}, TokenRange range = {});
    void mistake(LexicalMistake what, TokenIndex where, std::string_view shown) override;
    uint32_t errors() const { return errors_; }
    uint32_t warnings() const { return warnings_; }
    const std::vector<Diagnostic> &all() const { return list_; }
    /// Was something found at this token, whether or not the user wants to hear of it?
    bool knows_of(TokenIndex where) const { return places_.contains(where); }

    struct Output {
        bool colour = false;
        bool werror = false;
        bool no_warnings = false;
        bool pedantic_errors = false;
        bool dialect = false;    // of another UPC compiler
        uint32_t max_errors = 0; // 0: no limit
        WarningSwitches switches{};
    };
    void set_output(Output output) { output_ = output; }
    /// Writes everything reported so far and not yet written to stderr.
    void flush();
    /// The text of one diagnostic as it would be printed, without colour (for tests).
    std::string render(const Diagnostic &d) const;

private:
    Severity severity_of(DiagId id) const;
    bool is_muted(DiagId warning, TokenIndex where) const;
    std::string format(const Diagnostic &d, const Excerpt &e, bool colour) const;
    bool is_echo(const Diagnostic &d, const Excerpt &e);
    bool in_system_header(TokenIndex t) const;

    Source &source_;
    Output output_;
    mutable WrittenFile written_file_;      // what excerpts are taken from
    std::unordered_set<std::string> shown_; // file, line and text of what was written
    bool echo_ = false;                     // the message before was one: its notes go with it
    std::vector<Diagnostic> list_;
    size_t written_ = 0;
    uint32_t errors_ = 0;
    uint32_t warnings_ = 0;
    std::unordered_set<TokenIndex> places_; // of all that was found
    std::unordered_set<uint64_t> seen_;     // place and id: the same thing is said once
    bool last_suppressed_ = false;
    bool said_limit_ = false;
};

} // namespace polder::cc
