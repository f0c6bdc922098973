// Objects from their declarator to the end of the unit.
#include "compiler/sema/decl/objects.h"

#include "compiler/sema/fold.h"
#include "compiler/type/compatible.h"

namespace polder::cc {

void Objects::classify_storage(VarDecl *v, const Specifiers &s) {
    v->storage = s.storage;
    v->thread_local_ = s.thread_local_;
    v->file_scope = scopes.at_file_scope();
    v->constexpr_ = s.constexpr_;
    v->in_c_code = s.constexpr_ || !state.in_user_code(v->where);
    v->function = state.function ? state.function->decl : nullptr;
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

void Objects::link_previous(VarDecl *v, const ParsedDeclarator &d, QualType type) {
    if (v->linkage != Linkage::none) {
        Decl *previous = scopes.find_linked(v->name);
        if (Decl *here = scopes.find_here(v->name); here && !previous) previous = here;
        if (const VarDecl *p = as<VarDecl>(previous); p && p->linkage == Linkage::internal)
            v->linkage = Linkage::internal;
        // Until its size is known a [*] array agrees with any block.
        if (previous && d.pending_star && types.is_shared(previous->type) && types.is_shared(type))
            v->type = types.is_complete(type) ? shared_types_.resolve_star(type, v->where)
                                              : shared_types_.with_block(type, types.block_of(previous->type));
        redeclarations_.link(v, previous);
        scopes.declare_linked(v->name, v);
    } else if (Decl *here = scopes.find_here(v->name);
               here && here->kind != NodeKind::param_decl && here->kind != v->kind)
        redeclarations_.link(v, here);
}

Decl *Objects::on_variable(Specifiers &s, ParsedDeclarator &d, QualType type) {
    VarDecl *v = ctx.make<VarDecl>();
    v->name = d.name;
    v->name_token = v->where = d.node->has_name ? d.node->name_token : s.range.first;
    v->range = d.node->range;
    v->canonical = v;
    v->type = type;
    classify_storage(v, s);
    v->attributes.insert(v->attributes.end(), d.node->attributes.begin(), d.node->attributes.end());
    if (d.pending_star) pending_star_.insert(v);
    link_previous(v, d, type);
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
std::string_view Objects::maker_of_opaque(QualType t) const {
    const std::string name = types.describe(types.ultimate_element(t));
    if (name == "upc_lock_t") return "upc_all_lock_alloc or upc_global_lock_alloc";
    if (name == "upc_atomicdomain_t") return "upc_all_atomicdomain_alloc";
    return name == "upc_file_t" ? "upc_all_fopen" : "";
}

void Objects::report_incomplete(const VarDecl *v) {
    if (const std::string_view maker = maker_of_opaque(v->type); !maker.empty())
        report(DiagId::upc_opaque_object, v->where, {quoted(types.ultimate_element(v->type)), maker});
    else
        report(DiagId::upc_shared_incomplete, v->where, {quoted(v->type)});
}

void Objects::check_tentative() {
    for (const VarDecl *v : static_declarations_) {
        if (!(v->tentative || v->definition) || !types.is_shared(v->type)) continue;
        const QualType final = types.is_error(v->canonical->type) ? v->type : v->canonical->type;
        if (!types.is_complete(types.unshared(types.ultimate_element(final))) ||
            (types.is_array(final) && !types.is_complete(final)))
            report_incomplete(v);
    }
}

/// Where a shared object may not live, its type becomes an error.
bool Objects::check_shared_storage(VarDecl *v) {
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
    if (id == DiagId::count_) return true;
    v->type = types.error();
    pending_star_.erase(v);
    return false;
}

void Objects::check_variable(VarDecl *v) {
    if (!upc() || types.is_error(v->type)) return;
    if (!types.is_shared(v->type)) {
        if (v->is_static_storage && types.is_array(v->type) && types.times_threads(v->type)) {
            report(DiagId::upc_threads_private, v->where, {quoted(v->name)});
            v->type = types.error();
        }
        return;
    }
    if (!check_shared_storage(v)) return;
    const QualType element = types.unshared(types.ultimate_element(v->type));
    if (types.is_void(element)) {
        report(DiagId::upc_shared_void_object, v->where, {quoted(v->name)});
        v->type = types.error();
    } else if (types.is_variably_modified(v->type)) {
        report(DiagId::upc_shared_variable_length, v->where, {quoted(v->name)});
        v->type = types.error();
    }
}

void Objects::on_initializer(VarDecl *v, Expr *init, Declarator *node) {
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
        Expr *value = conversions_.rvalue(init);
        v->type = types.typeof_of(value->type);
        init = value;
    }
    v->type = initializers_.check_object(v->type, init, v, v->where);
    v->init = init;
    node->init = init;
    if (v->canonical != v && !types.is_error(v->type) && compatible(types, v->type, v->canonical->type))
        v->canonical->type = composite(types, v->type, v->canonical->type);
}

void Objects::finish_variable(VarDecl *v) {
    if (!upc() || types.is_error(v->type)) return;
    if (pending_star_.erase(v)) {
        v->type = shared_types_.resolve_star(v->type, v->where);
        if (v->canonical != v && types.is_complete(v->type)) v->canonical->type = v->type;
    }
    if (!types.is_shared(v->type) || types.is_error(v->type)) return;
    shared_types_.check_array(v->type, v->where, true);
    const QualType element = types.ultimate_element(v->type);
    if (v->init && !types.is_complete(types.unshared(element))) report_incomplete(v);
}

} // namespace polder::cc
