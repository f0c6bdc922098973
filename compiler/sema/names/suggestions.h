// Suggestions: notes for somebody who used a name that nobody declared. A header that was forgotten
// comes first. Then comes the visible name that needs the fewest changes: a letter added, dropped,
// replaced, or two neighbours swapped.
//   upc_bariier;              note: did you mean 'upc_barrier'?
//   p = upc_alloc(8);         note: 'upc_alloc' is declared in <upc.h>; include it
//
// Contract: who calls has reported the name itself. A unit gets a limited number of suggestions.
#pragma once

#include "compiler/sema/names/scope.h"
#include "compiler/unit/context.h"

#include <string_view>

namespace polder::cc {

class Suggestions {
public:
    Suggestions(Context &ctx, const Scopes &scopes) : ctx_(ctx), scopes_(scopes) {}

    /// A note, if there is one: what the undeclared name at the token may have been.
    void suggest(TokenIndex t);
    /// The header that would declare the name and was not read; empty if there is none.
    std::string_view header_of(std::string_view name) const;
    /// Tells the driver if the name is an extension of other UPC compilers.
    void note_extension(TokenIndex t);

private:
    Context &ctx_;
    const Scopes &scopes_;
    uint32_t suggested_ = 0;
};

} // namespace polder::cc
