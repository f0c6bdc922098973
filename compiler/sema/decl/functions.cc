// A function is known to its own body, and its parameters are declared again there.
#include "compiler/sema/decl/functions.h"

namespace polder::cc {

Decl *Functions::on_function(Specifiers &s, ParsedDeclarator &d, QualType type) {
    FunctionDecl *f = ctx.make<FunctionDecl>();
    f->name = d.name;
    f->name_token = f->where = d.node->has_name ? d.node->name_token : s.range.first;
    f->range = d.node->range;
    f->canonical = f;
    f->type = type;
    f->storage = s.storage;
    f->inline_ = s.inline_;
    f->in_c_code = !state.in_user_code(f->where);
    f->attributes = s.attributes;
    f->attributes.insert(f->attributes.end(), d.node->attributes.begin(), d.node->attributes.end());
    if (s.storage == Storage::static_) f->linkage = Linkage::internal;
    if (d.is_function_declarator()) f->params = d.chunks.front().params;
    Decl *previous = scopes.find_linked(f->name);
    if (!previous) previous = scopes.find_here(f->name);
    if (const FunctionDecl *p = as<FunctionDecl>(previous); p && p->linkage == Linkage::internal)
        f->linkage = Linkage::internal;
    // A name that was called undeclared, or a builtin that is now declared, starts afresh.
    if (const FunctionDecl *p = as<FunctionDecl>(previous); !p || !p->is_builtin) redeclarations_.link(f, previous);
    if (auto *first = as<FunctionDecl>(f->canonical); !s.inline_ || s.storage != Storage::none)
        first->external_definition = true;
    scopes.declare_linked(f->name, f);
    scopes.declare(f->name, f);
    return f;
}

void Functions::start_body(FunctionDecl *f, ParsedDeclarator &d, FunctionState &body) {
    body.decl = f;
    const Type &t = types.get(f->type);
    body.result = t.kind == TypeKind::function ? t.element : types.error();
    body.label_scopes.emplace_back();
    state.function = &body;
    identifiers_.begin_function();
    scopes.push(ScopeKind::block);
    if (d.is_function_declarator()) scopes.declare_again(d.chunks.front().scope);
    for (ParamDecl *p : f->params)
        p->function = f;
}

ParamDecl *Functions::on_param(Specifiers &s, ParsedSpecifiers &sp, ParsedDeclarator &d, Declaration *node) {
    ParamDecl *p = ctx.make<ParamDecl>();
    p->name = d.name;
    p->name_token = p->where = d.node->has_name ? d.node->name_token : s.range.first;
    p->range = node->range;
    p->canonical = p;
    p->storage = s.storage;
    p->definition = true;
    p->attributes = d.node->attributes;
    p->written_type = declarator_types_.build(d, s, sp, {.parameter = true});
    p->type = p->written_type;
    if (types.is_array(p->type)) {
        p->type = types.pointer_to(types.element(p->type));
        if (!d.chunks.empty() && d.chunks.front().kind == ChunkKind::array)
            p->type = p->type.with(d.chunks.front().qualifiers.bits);
    } else if (types.is_function(p->type))
        p->type = types.pointer_to(p->type);
    else if (types.is_shared(p->type)) {
        report(DiagId::upc_shared_parameter, p->where, {quoted(p->type)});
        p->type = p->written_type = types.unshared(p->type);
    }
    d.node->decl = p;
    if (p->name != Name::none) scopes.declare(p->name, p);
    return p;
}

void Functions::on_kr_parameter(FunctionDecl *f, ParamDecl *p) {
    for (ParamDecl *&named : f->params)
        if (named->name == p->name) {
            p->name_token = named->name_token;
            p->canonical = p;
            named = p;
            return;
        }
    report(DiagId::sema_kr_no_parameter, p->where, {quoted(p->name)});
}

void Functions::finish_body(FunctionDecl *f, CompoundStmt *body) {
    f->body = body;
    as<FunctionDecl>(f->canonical)->defined = true;
    labels_.check_function();
    defined_.push_back(f);
    scopes.pop();
    state.function = nullptr;
}

} // namespace polder::cc
