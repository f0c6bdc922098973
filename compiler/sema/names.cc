// Identifiers in expressions, and what is known without declaration. That is: the predefined
// typedefs of gcc and clang, builtin functions, __func__, and C library functions that are called
// undeclared.
#include "compiler/sema/builtins.h"
#include "compiler/sema/sema.h"

namespace polder::cc {

Sema::Sema(Context &c) : ctx(c), source(c.source), types(c.types), members(c.types) {
    scopes.push(ScopeKind::file);
    strict_pragma = c.options.strict_default;
}

void Sema::report(DiagId id, TokenIndex where, Diagnostics::Args args, TokenRange range) {
    ctx.diags.report(id, where, args, range);
}

bool Sema::in_user_code(TokenIndex t) const {
    return !c_code && t < source.tokens().size() && !(source.tokens()[t].flags & Token::in_system_header);
}

void Sema::declare_builtins() {
    declare_predefined_types(*this);
}

TypedefDecl *Sema::typedef_named(Name name) const {
    if (name == Name::none) return nullptr;
    return as<TypedefDecl>(scopes.find(name));
}

Expr *Sema::on_name(TokenIndex t, bool called) {
    const Name name = source.tokens()[t].name;
    Decl *d = scopes.find(name);
    if (!d) return on_undeclared(t, called);
    if (as<TypedefDecl>(d)) {
        report(DiagId::sema_type_as_value, t, {quoted(name)});
        return poison({t, t + 1});
    }
    NameExpr *e = ctx.make<NameExpr>();
    e->range = {t, t + 1};
    e->where = t;
    e->decl = d;
    e->type = d->type;
    e->lvalue = as<VarDecl>(d) != nullptr;
    finish_lvalue(e);
    return e;
}

Expr *Sema::on_undeclared(TokenIndex t, bool called) {
    const Name name = source.tokens()[t].name;
    note_extension(t);
    FunctionDecl *f = builtin_function(name, t);
    if (!f && called && header_of(source.name(name)).empty()) { // the back end warns
        f = ctx.make<FunctionDecl>();
        f->name = name;
        f->name_token = f->where = t;
        f->canonical = f;
        f->is_builtin = true;
        f->type = types.function(library_result(types, source.name(name)), {}, false, false);
        scopes.declare(name, f);
    }
    if (!f) {
        if (undeclared_.insert(name).second) {
            report(DiagId::sema_undeclared, t, {quoted(name)});
            suggest(t);
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

Expr *Sema::on_func_name(TokenIndex t) {
    NameExpr *e = ctx.make<NameExpr>();
    e->range = {t, t + 1};
    e->where = t;
    e->lvalue = true;
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

} // namespace polder::cc
