// Types and values of constants (C11 6.4.4, 6.4.5) and of UPC's words THREADS, MYTHREAD and
// UPC_MAX_BLOCK_SIZE; compiler/lex/literal.h reads the spelling of literals.
#pragma once

#include "compiler/sema/names/sema_state.h"

namespace polder::cc {

class Literals : SemaPart {
public:
    explicit Literals(SemaState &s) : SemaPart(s) {}

    Expr *on_number(TokenIndex t);
    /// true and false; nullptr as the null pointer constant 0.
    Expr *on_truth(TokenIndex t, TypeKind type);
    Expr *on_character(TokenIndex t);
    Expr *on_strings(TokenRange range);
    Expr *on_threads(TokenIndex t);
    Expr *on_mythread(TokenIndex t);
    Expr *on_max_block_size(TokenIndex t);
};

} // namespace polder::cc
