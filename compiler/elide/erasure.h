// Which tokens of a unit are UPC, and what stands in their place in its serial elision (elide.h).
#pragma once

#include "compiler/unit/context.h"

#include <string>
#include <vector>

namespace polder::cc {

/// The tokens from `tokens.first` to before `tokens.last` are left out; `text` is written in their
/// place.
struct Edit {
    TokenRange tokens;
    std::string text;
};

/// The edits of the whole unit, in the order of its tokens; they do not overlap.
std::vector<Edit> erase_upc(Context &ctx);

/// What the edits refer to and C does not declare, for the beginning of the text.
std::string elision_declarations(const Context &ctx);

} // namespace polder::cc
