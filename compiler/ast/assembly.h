// What the text of an assembly statement says about it. Nothing else of such a statement is known.
#pragma once

#include "compiler/ast/stmt.h"
#include "compiler/lex/source.h"

namespace polder::cc {

/// Is the template empty? Then the statement does nothing, but keeps a value alive or orders the
/// compiler's accesses.
bool is_idle(const Source &source, const AsmStmt *s);

/// May the statement stand in two functions? A template that may define a symbol (a colon or a
/// point in it) may not, nor one with jumps out of it (asm goto).
bool may_be_copied(const Source &source, const AsmStmt *s);

} // namespace polder::cc
