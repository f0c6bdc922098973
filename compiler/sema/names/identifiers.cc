// What names designate. An undeclared name that is called may still be known: the back end warns of
// a function of the C library that nobody declared.
#include "compiler/sema/names/identifiers.h"

#include "compiler/unit/library_calls.h"

namespace polder::cc {

TypedefDecl *Identifiers::typedef_named(Name name) const {
    if (name == Name::none) return nullptr;
    return as<TypedefDecl>(scopes.find(name));
}

Expr *Identifiers::on_name(TokenIndex t, bool called) {
    const Name name = source.tokens()[t].name;
    Decl *d = scopes.find(name);
    if (!d) return on_undeclared(t, called);
    if (as<TypedefDecl>(d)) {
        report(DiagId::sema_type_as_value, t, {quoted(name)});
        return poison({t, t + 1});
    }
    if (as<FunctionDecl>(d) && makes_stream(source.name(name))) ctx.makes_streams = true;
    NameExpr *e = ctx.make<NameExpr>();
    e->range = {t, t + 1};
    e->where = t;
    e->decl = d;
    e->type = d->type;
    e->lvalue = as<VarDecl>(d) != nullptr;
    state.finish_lvalue(e);
    return e;
}

/// A function that the call itself declares; the back end warns.
FunctionDecl *Identifiers::called_undeclared(TokenIndex t) {
    const Name name = source.tokens()[t].name;
    FunctionDecl *f = ctx.make<FunctionDecl>();
    f->name = name;
    f->name_token = f->where = t;
    f->canonical = f;
    f->is_builtin = true;
    f->type = types.function(library_result(types, source.name(name)), {}, false, false);
    scopes.declare(name, f);
    return f;
}

Expr *Identifiers::on_undeclared(TokenIndex t, bool called) {
    const Name name = source.tokens()[t].name;
    suggestions_.note_extension(t);
    FunctionDecl *f = builtins_.function(name, t);
    if (!f && called && suggestions_.header_of(source.name(name)).empty()) f = called_undeclared(t);
    if (!f) {
        if (undeclared_.insert(name).second) {
            report(DiagId::sema_undeclared, t, {quoted(name)});
            suggestions_.suggest(t);
        }
        return poison({t, t + 1});
    }
    NameExpr *e = ctx.make<NameExpr>();
    e->range = {t, t + 1};
    e->where = t;
    e->decl = f;
    e->type = f->type;
    return e;
}

Expr *Identifiers::on_func_name(TokenIndex t) {
    NameExpr *e = ctx.make<NameExpr>();
    e->range = {t, t + 1};
    e->where = t;
    e->lvalue = true;
    FunctionState *function = state.function;
    VarDecl *v = function ? function->func_name : nullptr;
    if (!v) {
        v = ctx.make<VarDecl>();
        v->name = source.tokens()[t].name;
        v->canonical = v;
        v->name_token = t;
        v->is_static_storage = true;
        v->definition = true;
        v->privacy = Privacy::constant;
        const size_t length = function ? source.name(function->decl->name).size() : 0;
        v->type = types.array_of(types.basic(TypeKind::char_).with(q_const), length + 1);
        if (function) function->func_name = v;
    }
    e->decl = v;
    e->type = v->type;
    return e;
}

void Identifiers::on_unknown_type(TokenIndex t) {
    suggestions_.note_extension(t);
    report(DiagId::sema_unknown_type, t, {quoted(source.tokens()[t].name)});
    suggestions_.suggest(t);
}

} // namespace polder::cc
