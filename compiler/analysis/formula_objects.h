// Formula objects: what lvalues of a formula (formula.h) are outside of it.
//
//   int cell(const box *b, int x, int y) { return x * b->width + y; }
//   ... cell(to, i, j) ... cell(&all, i, j) ...      b->width is to->width, and all.width
//
// Parameters that are private pointers or structures are names for objects of the caller. So a part
// of such an object is an lvalue that the caller could write itself. It is built as one.
#pragma once

#include "compiler/unit/context.h"

#include <string>
#include <unordered_map>

namespace polder::cc {

/// What a parameter leads to: the object that `base` is, or the one that it points to.
struct FormulaObject {
    Expr *base;
    bool is_pointer;
};
using FormulaObjects = std::unordered_map<const Decl *, FormulaObject>; // by canonical parameter

/// Can a parameter of that type be a name for an object?
bool leads_to_object(const TypeTable &types, QualType parameter);

/// The object that an argument hands over to such a parameter. `outer`: those of the formula that
/// calls, or null if none does. False: it is an expression of another kind.
bool add_object(const Context &ctx, const Decl *parameter, Expr *argument, const FormulaObjects *outer,
                FormulaObjects &to);

/// A part of such an object, as an lvalue of the caller; null if e is something else.
Expr *part_outside(Context &ctx, Expr *e, const FormulaObjects &objects);

/// One text for all lvalues that name the same variable and take the same steps from it: members,
/// constant indexes, a pointer followed. Empty if there are other steps.
std::string text_of_steps(Context &ctx, Expr *e);

} // namespace polder::cc
