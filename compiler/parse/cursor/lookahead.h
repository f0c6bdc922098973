// Lookahead: what may start at the cursor. C needs to know what a name means for that (typedef
// names), so declarations take effect as they are read.
#pragma once

#include "compiler/parse/cursor/token_cursor.h"
#include "compiler/sema/unit/sema.h"

namespace polder::cc {

class Lookahead {
public:
    Lookahead(const TokenCursor &cursor, const Sema &sema) : cursor_(cursor), sema_(sema) {}

    bool starts_type(unsigned ahead = 0) const;
    /// `(T`, of a cast, a compound literal or an operand of sizeof.
    bool starts_type_in_parentheses() const;
    /// At a place where a statement may stand.
    bool starts_declaration() const;
    /// A declaration, or a statement that begins with a keyword: nothing that an expression begins
    /// with.
    bool starts_statement() const;
    /// `foo_t x;` with an unknown foo_t: an identifier that is followed by another. Outside blocks
    /// `foo_t *` is one too.
    bool looks_like_unknown_type() const;
    bool at_attribute() const { return cursor_.at(Tok::kw_attribute) || cursor_.at(Tok::attribute_open); }

private:
    const TokenCursor &cursor_;
    const Sema &sema_;
};

} // namespace polder::cc
