// The state of a unit before its first declaration, and nodes that every part makes.
#include "compiler/sema/names/sema_state.h"

namespace polder::cc {

SemaState::SemaState(Context &c) : ctx(c), source(c.source), types(c.types), members(c.types) {
    scopes.push(ScopeKind::file);
    pragmas.strict = c.options.strict_default;
}

bool SemaState::in_user_code(TokenIndex t) const {
    return !pragmas.c_code && t < source.tokens().size() && !(source.tokens()[t].flags & Token::in_system_header);
}

Expr *SemaState::poison(TokenRange range) {
    Literal *l = ctx.make<Literal>();
    l->range = range;
    l->where = range.first;
    l->type = types.error();
    l->invalid = true;
    return l;
}

void SemaState::finish_lvalue(Expr *e) const {
    if (!upc() || !types.is_shared(e->type)) return;
    const QualType t = types.canonical(types.ultimate_element(e->type));
    if (t.has(q_strict))
        e->strict = true;
    else if (!t.has(q_relaxed))
        e->strict = pragmas.strict;
}

} // namespace polder::cc
