// Checks: what lowering knows of the checks of -fupc-check (checks/access_checks.h, check_ahead.h).
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

/// What is known of the checks of a unit.
struct CheckPlaces {
    std::unordered_map<const Node *, std::string> places; // constants that say where of the source a node is
    std::unordered_set<const Expr *> accessed;            // indexes of elements that are accessed
};

/// What the checks in front of a loop say of its body: these indexes and lvalues are right. Other
/// indexes are compared with bounds.
struct ChecksAhead {
    std::unordered_set<const Expr *> proven;
    std::unordered_map<const Expr *, CheckReach> reaches;
};

/// What an access to the type asks of its address, as code; vectors ask for no more than 16.
std::string alignment(const TypeTable &types, QualType type);
/// The address in a variable that holds a pointer-to-shared of this type.
std::string address_in(const TypeTable &types, const std::string &pointer, QualType type);

} // namespace polder::cc
