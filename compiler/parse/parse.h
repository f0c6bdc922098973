// parse_translation_unit: from tokens to the checked tree, parse/ and sema/ together.
#pragma once

#include "compiler/unit/context.h"

namespace polder::cc {

/// Parses and checks the whole unit. Errors are in ctx.diags; the tree is complete even so.
void parse_translation_unit(Context &ctx);

} // namespace polder::cc
