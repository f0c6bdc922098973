// Loops of a text, for tests of what is known and decided about them.
#pragma once

#include "compiler/analysis/function_analyses.h"
#include "tests/unit/compiler/front_end.h"

#include <string>

namespace polder::cc::test {

/// The text through the front end; its last function, and the first loop in it.
struct Loops : FrontEnd {
    LoopFacts facts{ctx};
    WhileLoops while_loops{ctx, facts};
    FunctionNotes notes;
    FunctionDecl *function = nullptr;

    explicit Loops(const std::string &text, const Options &options = {}) : FrontEnd(text, "loops.upc", options) {
        for (FunctionDecl *f : ctx.unit->functions)
            if (f->body) function = f;
    }
    FunctionAnalyses analyses() { return {ctx, facts, while_loops, notes, function}; }

    /// The n-th node of that kind in the function, in the order of the text; null: there are less.
    template <class T> T *nth(unsigned n = 0) {
        T *found = nullptr;
        visit(function->body, [&](Node *each) {
            if (auto *x = as<T>(each); x && !found && n-- == 0) found = x;
        });
        return found;
    }

private:
    template <class F> static void visit(Node *n, const F &f) {
        f(n);
        for_each_child(n, [&](Node *child) { visit(child, f); });
    }
};

} // namespace polder::cc::test
