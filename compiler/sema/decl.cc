// Declarations of typedefs and objects: storage, linkage, redeclaration, and UPC's rules on where
// shared objects may live (UPC 1.3 6.5.1.1, 6.5.2).
#include "compiler/sema/finish.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/sema.h"
#include "compiler/type/compatible.h"

namespace polder::cc {

/// The earlier declaration of the same entity shares its canonical declaration; types complete each
/// other.
void Sema::link_redeclaration(Decl *d, Decl *previous) {
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

Decl *Sema::on_typedef(Specifiers &s, SpecifierParse &sp, DeclaratorParse &d, QualType type) {
    TypedefDecl *t = ctx.make<TypedefDecl>();
    t->name = d.name;
    t->name_token = t->where = d.node->has_name ? d.node->name_token : s.range.first;
    t->range = d.node->range;
    t->canonical = t;
    t->type = type;
    if (const bool direct = d.chunks.empty() || d.chunks.back().kind == ChunkKind::array;
        (direct && (sp.explicit_layout || sp.qualifiers.layout != LayoutKind::none)) ||
        (!d.chunks.empty() && d.chunks.front().kind == ChunkKind::pointer &&
         d.chunks.front().qualifiers.layout != LayoutKind::none))
        explicit_layout_.insert(t);
    for (const std::vector<Attribute> *list : {&s.attributes, &d.node->attributes})
        for (const Attribute &a : *list) {
            __int128 v = 16;
            if (a.name == "aligned" && (!a.value || evaluate_integer(ctx, a.value, v)) && v > 0 && v <= (1 << 28))
                t->declared_align = uint32_t(v);
            if (a.name == "transparent_union" && types.kind(type) == TypeKind::record)
                types.get(type).record->transparent_union = true;
        }
    if (d.chunks.empty() && s.defines_tag) {
        if (RecordDecl *r = as<RecordDecl>(s.tag); r && !r->typedef_name) r->typedef_name = t;
        if (EnumDecl *e = as<EnumDecl>(s.tag); e && !e->typedef_name) e->typedef_name = t;
    }
    if (Decl *previous = scopes.find_here(t->name)) {
        if (previous->kind == t->kind && same(previous->type, type))
            t->canonical = previous->canonical;
        else if (previous->kind != t->kind)
            link_redeclaration(t, previous);
    }
    check_shared_array(type, t->where, false);
    scopes.declare(t->name, t);
    return t;
}

void Sema::classify_storage(VarDecl *v, const Specifiers &s) {
    v->storage = s.storage;
    v->thread_local_ = s.thread_local_;
    v->file_scope = scopes.at_file_scope();
    v->constexpr_ = s.constexpr_;
    v->in_c_code = s.constexpr_ || !in_user_code(v->where);
    v->function = function ? function->decl : nullptr;
    v->attributes = s.attributes;
    const bool is_extern = s.storage == Storage::extern_;
    v->is_static_storage = v->file_scope || is_extern || s.storage == Storage::static_ || s.thread_local_;
    v->definition = !is_extern;
    v->tentative = v->file_scope && v->definition;
    if (s.storage == Storage::static_)
        v->linkage = v->file_scope ? Linkage::internal : Linkage::none;
    else if (v->file_scope || is_extern)
        v->linkage = Linkage::external;
}

Decl *Sema::on_variable(Specifiers &s, DeclaratorParse &d, QualType type) {
    VarDecl *v = ctx.make<VarDecl>();
    v->name = d.name;
    v->name_token = v->where = d.node->has_name ? d.node->name_token : s.range.first;
    v->range = d.node->range;
    v->canonical = v;
    v->type = type;
    classify_storage(v, s);
    v->attributes.insert(v->attributes.end(), d.node->attributes.begin(), d.node->attributes.end());
    if (d.pending_star) pending_star_.insert(v);
    if (v->linkage != Linkage::none) {
        Decl *previous = scopes.find_linked(v->name);
        if (Decl *here = scopes.find_here(v->name); here && !previous) previous = here;
        if (const VarDecl *p = as<VarDecl>(previous); p && p->linkage == Linkage::internal)
            v->linkage = Linkage::internal;
        // Until its size is known a [*] array agrees with any block.
        if (previous && d.pending_star && types.is_shared(previous->type) && types.is_shared(type))
            v->type = types.is_complete(type) ? resolve_star(type, v->where)
                                              : with_block(type, types.block_of(previous->type));
        link_redeclaration(v, previous);
        scopes.declare_linked(v->name, v);
    } else if (Decl *here = scopes.find_here(v->name);
               here && here->kind != NodeKind::param_decl && here->kind != v->kind)
        link_redeclaration(v, here);
    if (v->is_static_storage) {
        static_declarations_.push_back(v);
        if (v->canonical == v) statics_.push_back(v);
    }
    scopes.declare(v->name, v);
    check_variable(v);
    return v;
}

/// The function that makes objects of a type of the library that programs know by pointers only;
/// empty for other types.
std::string_view Sema::maker_of_opaque(QualType t) const {
    const std::string name = types.describe(types.ultimate_element(t));
    if (name == "upc_lock_t") return "upc_all_lock_alloc or upc_global_lock_alloc";
    if (name == "upc_atomicdomain_t") return "upc_all_atomicdomain_alloc";
    return name == "upc_file_t" ? "upc_all_fopen" : "";
}

void Sema::report_incomplete(const VarDecl *v) {
    if (const std::string_view maker = maker_of_opaque(v->type); !maker.empty())
        report(DiagId::upc_opaque_object, v->where, {quoted(types.ultimate_element(v->type)), maker});
    else
        report(DiagId::upc_shared_incomplete, v->where, {quoted(v->type)});
}

/// A tentative definition may precede the definition of its structure, or of its number of
/// elements, but not do without.
void Sema::check_tentative() {
    for (const VarDecl *v : static_declarations_) {
        if (!(v->tentative || v->definition) || !types.is_shared(v->type)) continue;
        const QualType final = types.is_error(v->canonical->type) ? v->type : v->canonical->type;
        if (!types.is_complete(types.unshared(types.ultimate_element(final))) ||
            (types.is_array(final) && !types.is_complete(final)))
            report_incomplete(v);
    }
}

void Sema::check_variable(VarDecl *v) {
    if (!upc() || types.is_error(v->type)) return;
    if (!types.is_shared(v->type)) {
        if (v->is_static_storage && types.is_array(v->type) && types.times_threads(v->type)) {
            report(DiagId::upc_threads_private, v->where, {quoted(v->name)});
            v->type = types.error();
        }
        return;
    }
    DiagId id = DiagId::count_;
    if (v->storage == Storage::register_)
        id = DiagId::upc_shared_register;
    else if (v->thread_local_)
        id = DiagId::upc_shared_thread_local;
    else if (!v->is_static_storage)
        id = DiagId::upc_shared_automatic;
    if (id == DiagId::upc_shared_automatic && !maker_of_opaque(v->type).empty())
        report_incomplete(v);
    else if (id != DiagId::count_)
        report(id, v->where, {quoted(v->name)});
    if (id != DiagId::count_) {
        v->type = types.error();
        pending_star_.erase(v);
        return;
    }
    const QualType element = types.unshared(types.ultimate_element(v->type));
    if (types.is_void(element)) {
        report(DiagId::upc_shared_void_object, v->where, {quoted(v->name)});
        v->type = types.error();
    } else if (types.is_variably_modified(v->type)) {
        report(DiagId::upc_shared_variable_length, v->where, {quoted(v->name)});
        v->type = types.error();
    }
}

Decl *Sema::on_declaration(Specifiers &s, SpecifierParse &sp, DeclaratorParse &d) {
    const bool is_typedef = s.storage == Storage::typedef_;
    const bool is_static = scopes.at_file_scope() || s.storage == Storage::static_ || s.storage == Storage::extern_;
    const QualType type = build_type(d, s, sp, {.type_definition = is_typedef, .static_storage = is_static});
    Decl *r;
    if (is_typedef)
        r = on_typedef(s, sp, d, type);
    else if (types.is_function(type))
        r = on_function(s, d, type);
    else
        r = on_variable(s, d, type);
    d.node->decl = r;
    return r;
}

void Sema::on_initializer(VarDecl *v, Expr *init, Declarator *node) {
    v->definition = true;
    v->tentative = false;
    if (const VarDecl *first = as<VarDecl>(v->canonical); upc() && types.is_shared(v->type) && first->file_scope) {
        const auto [known, fresh] = initialized_.emplace(first, v); // of private objects the back end says it
        if (!fresh) {
            report(DiagId::upc_redefinition, v->where, {quoted(v->name)});
            report(DiagId::note_previous_declaration, known->second->where);
        }
    }
    if (types.kind(v->type) == TypeKind::auto_) {
        Expr *value = rvalue(init);
        v->type = types.typeof_of(value->type);
        init = value;
    }
    v->type = check_initializer(v->type, init, v, v->where);
    v->init = init;
    node->init = init;
    if (v->canonical != v && !types.is_error(v->type) && compatible(types, v->type, v->canonical->type))
        v->canonical->type = composite(types, v->type, v->canonical->type);
}

void Sema::finish_variable(VarDecl *v) {
    if (!upc() || types.is_error(v->type)) return;
    if (pending_star_.erase(v)) {
        v->type = resolve_star(v->type, v->where);
        if (v->canonical != v && types.is_complete(v->type)) v->canonical->type = v->type;
    }
    if (!types.is_shared(v->type) || types.is_error(v->type)) return;
    check_shared_array(v->type, v->where, true);
    const QualType element = types.ultimate_element(v->type);
    if (v->init && !types.is_complete(types.unshared(element))) report_incomplete(v);
}

void Sema::finish_unit() {
    ctx.unit->statics = std::move(statics_);
    ctx.unit->functions = std::move(functions_);
    if (!upc()) return;
    check_tentative();
    classify_privacy(ctx, static_declarations_);
    mark_upc(ctx);
}

} // namespace polder::cc
