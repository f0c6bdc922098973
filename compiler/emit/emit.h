// emit_translation_unit: the text of a lowered unit, with line markers.
#pragma once

#include "compiler/emit/layout.h"
#include "compiler/unit/context.h"
#include "compiler/unit/lowered.h"

#include <string>

namespace polder::cc {

/// What the back end compiles. Functions of Polder's own headers that nobody names are left out
/// (own_functions.h).
std::string emit_translation_unit(Context &ctx, const LoweredUnit &unit);

/// The same as people read it (layout.h).
std::string emit_readable_unit(Context &ctx, const LoweredUnit &unit, LineMarkers markers);

} // namespace polder::cc
