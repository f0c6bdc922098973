// Checks: what lowering knows of the checks of -fupc-check (check.cc, check_ahead.h).
#pragma once

#include "compiler/unit/context.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polder::cc {

/// A check that stands at an access. It is of an index, which selects from an array, or of an
/// lvalue that a pointer leads to.
struct CheckInPlace {
    Expr *array = nullptr;
    Expr *index = nullptr;
    Expr *lvalue = nullptr;
};

/// Bounds of the indexes of a pointer, by the name of what holds them, and the access.
struct CheckReach {
    std::string name;
    Expr *lvalue;
};

struct Checks {
    std::unordered_map<const Node *, std::string> places; // what of the source, and the constant that says so
    std::unordered_set<const Expr *> accessed;            // indexes of elements that are accessed
    std::vector<CheckInPlace> in_place;                   // since the outermost loop that is tried began
    unsigned tried = 0;                                   // loops that are tried
    bool ahead = false;                                   // what is lowered stands behind the checks of a loop; then:
    std::unordered_set<const Expr *> proven;              // indexes and lvalues that these are about
    std::unordered_map<const Expr *, CheckReach> reaches; // indexes that are compared with bounds
};

} // namespace polder::cc
