// LowerUnit: what the lowering of one unit shares. These are services (names, facts, the report),
// what goes out beside the items, and what has been decided about the unit as a whole.
#pragma once

#include "compiler/analysis/function_analyses.h"
#include "compiler/lower/core/lower_context.h"
#include "compiler/optimize/split_phase.h"
#include "compiler/unit/names.h"
#include "compiler/unit/report.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polder::cc {

/// Where a static initialiser's value has to come from.
enum class InitKind : uint8_t { constant, relocated, dynamic };

struct Versions { // of a function, beside the first
    bool multi_node = false;
    bool one_thread = false;
    bool inlined = false;                           // the one-thread version, in others that call it
    bool in_loops = false;                          // it should be, as loops call it
    bool dispatches = false;                        // the first one, to the others
    bool in_place = false;                          // its first version, in those of callers
    bool small = false;                             // some accesses, and no loop
    bool run_once = false;                          // a few times at most, as far as the unit shows
    std::unordered_set<const Declaration *> moving; // statics of its blocks that go in front of it
};

class LowerUnit {
public:
    explicit LowerUnit(Context &ctx);
    LowerUnit(const LowerUnit &) = delete;

    /// Outside of functions.
    LowerContext outside();
    const Versions &versions_of(const FunctionDecl *f) const;

    Context &ctx;
    const Passes passes; // which are on
    Names names{ctx.source};

    Report report;
    Report unheard; // of what is hardly ever run
    LoopFacts facts{ctx};
    WhileLoops while_loops{ctx, facts};
    FunctionNotes notes;
    SplitPhaseReads split_phase_reads{ctx, facts};

    std::vector<Node *> before;               // in front of the current top-level item
    std::vector<Node *> after;                // behind the current top-level item
    std::vector<Node *> closing;              // at the end of the unit
    std::unordered_set<std::string> declared; // markers and library functions declared so far

    std::unordered_map<const VarDecl *, std::string> c_names;               // objects that go out under another name
    std::unordered_map<const VarDecl *, VarDecl *> definitions;             // or the last declarations
    std::unordered_map<Name, std::vector<const VarDecl *>> statics_by_name; // made at the first question
    std::unordered_map<const VarDecl *, InitKind> init_kinds;               // by canonical declaration
    std::vector<const VarDecl *> linked;                                    // shared, of external linkage, used
    std::unordered_set<const VarDecl *> linked_set;                         // the same
    std::unordered_map<const FunctionDecl *, Versions> versions;            // by definition
    std::unordered_map<Jobs, std::unordered_set<const Decl *>> called;      // versions that others call, canonical
    std::unordered_set<const CallExpr *> unvarying; // calls that are given nothing that their loop changes
    bool atomics_in_place = false;                  // polder/atomic.h has been included
    CheckPlaces checks;
};

/// The jobs that code outside functions is for, and code of functions without versions.
Jobs jobs_of_unit(const Options &options, const Passes &passes);

} // namespace polder::cc
