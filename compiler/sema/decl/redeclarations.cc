// Types of two declarations are compared where one mentions shared; the back end compares others.
#include "compiler/sema/decl/redeclarations.h"

#include "compiler/type/compatible.h"

namespace polder::cc {

void Redeclarations::link(Decl *d, Decl *previous) {
    if (!previous) return;
    if (previous->kind != d->kind) {
        report(DiagId::sema_redeclared_kind, d->where, {quoted(d->name)});
        if (previous->canonical->where) report(DiagId::note_previous_declaration, previous->canonical->where);
        return;
    }
    d->canonical = previous->canonical;
    if (types.is_error(d->type) || types.is_error(previous->type) || same(d->type, previous->type)) return;
    if (!compatible(types, d->type, previous->type)) {
        if (!types.mentions_shared(d->type) && !types.mentions_shared(previous->type))
            return; // the back end reports it
        report(DiagId::upc_conflicting_types, d->where, {quoted(d->name), quoted(d->type), quoted(previous->type)});
        report(DiagId::note_previous_declaration, previous->where);
        d->type = previous->type;
        return;
    }
    d->type = composite(types, d->type, previous->type);
    d->canonical->type = d->type;
}

} // namespace polder::cc
