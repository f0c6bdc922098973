// What runs when the whole unit has been read, in this order.
#pragma once

#include "compiler/unit/context.h"

#include <vector>

namespace polder::cc {

/// Sets VarDecl::privacy on the canonical declarations; `all` holds every declaration of an object
/// of static storage duration.
void classify_privacy(Context &ctx, const std::vector<VarDecl *> &all);

/// Sets Node::upc bottom-up over the unit.
void mark_upc(Context &ctx);

} // namespace polder::cc
