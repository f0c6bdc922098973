// Function declarations and definitions.
#include "compiler/sema/sema.h"

namespace polder::cc {

Decl *Sema::on_function(Specifiers &s, DeclaratorParse &d, QualType type) {
    FunctionDecl *f = ctx.make<FunctionDecl>();
    f->name = d.name;
    f->name_token = f->where = d.node->has_name ? d.node->name_token : s.range.first;
    f->range = d.node->range;
    f->canonical = f;
    f->type = type;
    f->storage = s.storage;
    f->inline_ = s.inline_;
    f->in_c_code = !in_user_code(f->where);
    f->attributes = s.attributes;
    f->attributes.insert(f->attributes.end(), d.node->attributes.begin(), d.node->attributes.end());
    if (s.storage == Storage::static_) f->linkage = Linkage::internal;
    if (d.is_function_declarator()) f->params = d.chunks.front().params;
    Decl *previous = scopes.find_linked(f->name);
    if (!previous) previous = scopes.find_here(f->name);
    if (const FunctionDecl *p = as<FunctionDecl>(previous); p && p->linkage == Linkage::internal)
        f->linkage = Linkage::internal;
    // A name that was called undeclared, or a builtin that is now declared, starts afresh.
    if (const FunctionDecl *p = as<FunctionDecl>(previous); !p || !p->is_builtin) link_redeclaration(f, previous);
    if (auto *first = as<FunctionDecl>(f->canonical); !s.inline_ || s.storage != Storage::none)
        first->external_definition = true;
    scopes.declare_linked(f->name, f);
    scopes.declare(f->name, f);
    return f;
}

void Sema::start_function(FunctionDecl *f, DeclaratorParse &d, FunctionState &state) {
    state.decl = f;
    const Type &t = types.get(f->type);
    state.result = t.kind == TypeKind::function ? t.element : types.error();
    state.label_scopes.emplace_back();
    function = &state;
    undeclared_.clear();
    scopes.push(ScopeKind::block);
    if (d.is_function_declarator()) scopes.declare_again(d.chunks.front().scope);
    for (ParamDecl *p : f->params)
        p->function = f;
}

void Sema::on_kr_parameter(FunctionDecl *f, ParamDecl *p) {
    for (ParamDecl *&named : f->params)
        if (named->name == p->name) {
            p->name_token = named->name_token;
            p->canonical = p;
            named = p;
            return;
        }
    report(DiagId::sema_kr_no_parameter, p->where, {quoted(p->name)});
}

void Sema::finish_function(FunctionDecl *f, CompoundStmt *body) {
    f->body = body;
    as<FunctionDecl>(f->canonical)->defined = true;
    for (const auto &scope : function->label_scopes)
        for (const auto &[name, l] : scope)
            if (!l->definition) report(DiagId::sema_label_undefined, l->where, {quoted(name)});
    check_jumps();
    functions_.push_back(f);
    scopes.pop();
    function = nullptr;
}

} // namespace polder::cc
