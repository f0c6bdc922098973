// Keywords that start types and statements.
#include "compiler/parse/cursor/lookahead.h"

namespace polder::cc {

bool Lookahead::starts_type(unsigned ahead) const {
    const Token &t = cursor_.ahead(ahead);
    switch (t.kind) {
    case Tok::identifier: return sema_.identifiers.typedef_named(t.name) != nullptr;
    case Tok::kw_auto:
    case Tok::kw_char:
    case Tok::kw_const:
    case Tok::kw_double:
    case Tok::kw_enum:
    case Tok::kw_extern:
    case Tok::kw_float:
    case Tok::kw_inline:
    case Tok::kw_int:
    case Tok::kw_long:
    case Tok::kw_register:
    case Tok::kw_restrict:
    case Tok::kw_short:
    case Tok::kw_signed:
    case Tok::kw_static:
    case Tok::kw_struct:
    case Tok::kw_typedef:
    case Tok::kw_union:
    case Tok::kw_unsigned:
    case Tok::kw_void:
    case Tok::kw_volatile:
    case Tok::kw_alignas:
    case Tok::kw_atomic:
    case Tok::kw_bool:
    case Tok::kw_complex:
    case Tok::kw_imaginary:
    case Tok::kw_noreturn:
    case Tok::kw_thread_local:
    case Tok::kw_attribute:
    case Tok::attribute_open:
    case Tok::kw_constexpr:
    case Tok::kw_typeof:
    case Tok::kw_auto_type:
    case Tok::kw_int128:
    case Tok::kw_float16:
    case Tok::kw_bfloat16:
    case Tok::kw_float32:
    case Tok::kw_float64:
    case Tok::kw_float128:
    case Tok::kw_float32x:
    case Tok::kw_float64x:
    case Tok::kw_bit_int:
    case Tok::kw_decimal:
    case Tok::kw_shared:
    case Tok::kw_strict:
    case Tok::kw_relaxed: return true;
    default: return false;
    }
}

bool Lookahead::starts_type_in_parentheses() const {
    return cursor_.at(Tok::l_paren) && (starts_type(1) || (cursor_.peek() == Tok::kw_extension && starts_type(2)));
}

bool Lookahead::starts_declaration() const {
    if (cursor_.at(Tok::identifier)) // `T:` is a label whatever T is
        return (starts_type() && cursor_.peek() != Tok::colon) || looks_like_unknown_type();
    if (cursor_.at(Tok::kw_extension)) {
        unsigned n = 1;
        while (cursor_.peek(n) == Tok::kw_extension)
            n++;
        return starts_type(n);
    }
    return starts_type();
}

bool Lookahead::looks_like_unknown_type() const {
    if (!cursor_.at(Tok::identifier) || sema_.state.scopes.find(cursor_.token().name)) return false;
    if (cursor_.peek() == Tok::identifier) return true;
    if (cursor_.peek() != Tok::star || cursor_.peek(2) != Tok::identifier) return false;
    if (sema_.state.scopes.kind() != ScopeKind::block) return true;
    const Tok behind = cursor_.peek(3);
    return behind == Tok::semicolon || behind == Tok::equal || behind == Tok::comma || behind == Tok::l_bracket;
}

bool Lookahead::starts_statement() const {
    switch (cursor_.token().kind) {
    case Tok::l_brace:
    case Tok::kw_if:
    case Tok::kw_switch:
    case Tok::kw_while:
    case Tok::kw_do:
    case Tok::kw_for:
    case Tok::kw_case:
    case Tok::kw_default:
    case Tok::kw_goto:
    case Tok::kw_return:
    case Tok::kw_asm:
    case Tok::kw_break:
    case Tok::kw_continue:
    case Tok::kw_upc_forall:
    case Tok::kw_upc_barrier:
    case Tok::kw_upc_notify:
    case Tok::kw_upc_wait:
    case Tok::kw_upc_fence: return true;
    default: return starts_declaration() && !cursor_.at(Tok::kw_extension);
    }
}

} // namespace polder::cc
