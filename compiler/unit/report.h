// What the optimiser did, and why it left something alone (-fupc-report): one line for each pass
// and construct of the source:
//
//   file:line:col: [forall-own] done: own parts of a, b as plain memory
//   file:line:col: [forall-own] not done: the body uses no element that the affinity names
//
// A function with two versions is lowered twice. What is said alike of both is one line; else each
// line says for which jobs. Within one version a construct may be lowered several times, as a body
// that goes out fast and general. Then what was done counts, else what was said first. Code that is
// written and dropped again takes its words back (mark, forget).
#pragma once

#include "compiler/lex/token.h"
#include "compiler/unit/jobs.h"
#include "compiler/unit/passes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace polder::cc {

class Source;

class Report {
public:
    /// What is kept: nothing, of code that is hardly ever run; what becomes comments; or all.
    enum class Hears : uint8_t { nothing, comments, all };
    Report(const Source &source, Hears hears) : source_(source), hears_(hears) {}

    /// Worth composing a text?
    bool wanted() const { return hears_ == Hears::all; }
    void done(Pass pass, Jobs form, TokenIndex where, std::string_view what) { add(pass, form, where, true, what); }
    void not_done(Pass pass, Jobs form, TokenIndex where, std::string_view why) { add(pass, form, where, false, why); }

    /// What is said from a mark on can be taken back.
    size_t mark() const { return entries_.size(); }
    void forget(size_t mark) { entries_.resize(mark); }

    /// What has been done with a construct since a mark, as a comment of C; empty: nothing.
    std::string comment(size_t mark, TokenIndex where) const;

    /// All lines, sorted by place; empty if nobody wants them.
    std::string text() const;

private:
    struct Entry {
        TokenIndex where;
        Pass pass;
        Jobs form;
        bool done;
        std::string text;
    };
    void add(Pass pass, Jobs form, TokenIndex where, bool done, std::string_view text);
    std::string line(const Entry &e, bool says_form) const;

    const Source &source_;
    Hears hears_;
    std::vector<Entry> entries_;
};

} // namespace polder::cc
