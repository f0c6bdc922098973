// lower_translation_unit: a whole checked unit, item by item.
#pragma once

#include "compiler/unit/context.h"
#include "compiler/unit/lowered.h"

namespace polder::cc {

/// Rewrites the tree into one that is plain C. Needs a unit without errors. With -fupc-report the
/// report is in ctx.
LoweredUnit lower_translation_unit(Context &ctx);

} // namespace polder::cc
