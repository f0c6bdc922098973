// What the parts of a upc_forall over own iterations speak of (iteration_runs.cc, own_parts.cc).
#pragma once

#include "compiler/analysis/counted_loop.h"
#include "compiler/analysis/iterations/affinity.h"
#include "compiler/lower/core/lowering.h"
#include "compiler/lower/core/own_loop.h"

#include <functional>

namespace polder::cc {

struct LoopBody {
    Stmt *whole;
    Stmt *single; // what is done in an iteration, where that is one statement
    TokenRange range;
    std::function<Node *(const LowerContext &)> lowered; // of what is done
};

struct RunsLoop {
    const CountedLoop &loop;
    const IterationAffinity &owner;
    std::string outer; // code: is every iteration ours
    std::string start; // a name, or a number; so are the next four
    std::string count;
    std::string place;
    std::string factor;
    std::string block;
    std::string step; // code
    std::string type; // of the variable
    std::string name; // its name
    // Where a run ends, as a value of the variable. Empty unless the body is a loop over the run
    // already (strip_mine.h).
    std::string stop;
    std::vector<OwnBase> bases; // pointers whose own elements the body uses
    bool uses_arrays = false;   // and the body uses own elements of arrays, which count from thread 0
    std::string other_origins;  // code: one of them begins elsewhere than the affinity counts from
    /// Code: does an iteration follow whose affinity is asked for? What is behind a private pointer
    /// is read only then.
    std::string any() const { return outer == "0" ? count : "(" + count + " && !" + outer + ")"; }
    static bool reads_memory(const std::string &pointer) { return !pointer.empty() && pointer[0] == 'm'; }
    std::string arguments() const { return factor + ", " + place + ", "; }
    /// What lies between two iterations of a run, as the end of a declaration.
    std::string distance(const std::string &to, const std::string &from) const {
        return " + (" + to + " - " + from + ")" + (loop.step == 1 ? "; " : " * " + step + "; ");
    }
    std::string at(const std::string &k) const {
        return name + " = (" + type + ")((long)" + start + " + " + k + " * " + step + ")";
    }
};

} // namespace polder::cc
