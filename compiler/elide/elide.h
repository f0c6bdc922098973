// The serial elision of a unit: the C program that is left when what is UPC about it is erased.
//
// The back end compiles generated code without a warning (-w): that code has functions twice, loops
// in several forms, and names nobody wrote. Warnings come from the elision, which nothing is
// generated from. So the back end says of a UPC source what it says of the same source in C. It
// says so once, at the programmer's place, in the programmer's names. Rules:
//   1. Each token stands in the line and column where it stands in the file; tokens of a macro
//      stand where the macro's name does.
//   2. What is between two tokens in the file is there, too, if it is white space and comments
//      (-Wimplicit-fallthrough reads them).
//   3. Markers that enter and leave headers and pragmas stay where they are.
//   4. Functions that our own headers define are there if something names them, as in generated
//      code.
#pragma once

#include "compiler/unit/context.h"

#include <string>

namespace polder::cc {

/// Needs a unit without errors.
std::string elide_translation_unit(Context &ctx);

} // namespace polder::cc
