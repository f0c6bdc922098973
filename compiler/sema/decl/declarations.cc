// The storage class and the type tell typedefs, functions and objects apart.
#include "compiler/sema/decl/declarations.h"

#include "compiler/sema/fold.h"

namespace polder::cc {

void Declarations::apply_attribute(TypedefDecl *t, const Attribute &a) {
    __int128 v = 16;
    if (a.name == "aligned" && (!a.value || evaluate_integer(ctx, a.value, v)) && v > 0 && v <= (1 << 28))
        t->declared_align = uint32_t(v);
    if (a.name == "transparent_union" && types.kind(t->type) == TypeKind::record)
        types.get(t->type).record->transparent_union = true;
}

Decl *Declarations::on_typedef(Specifiers &s, ParsedSpecifiers &sp, ParsedDeclarator &d, QualType type) {
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
        shared_types_.note_explicit_layout(t);
    for (const std::vector<Attribute> *list : {&s.attributes, &d.node->attributes})
        for (const Attribute &a : *list)
            apply_attribute(t, a);
    if (d.chunks.empty() && s.defines_tag) {
        if (RecordDecl *r = as<RecordDecl>(s.tag); r && !r->typedef_name) r->typedef_name = t;
        if (EnumDecl *e = as<EnumDecl>(s.tag); e && !e->typedef_name) e->typedef_name = t;
    }
    if (Decl *previous = scopes.find_here(t->name)) {
        if (previous->kind == t->kind && same(previous->type, type))
            t->canonical = previous->canonical;
        else if (previous->kind != t->kind)
            redeclarations_.link(t, previous);
    }
    shared_types_.check_array(type, t->where, false);
    scopes.declare(t->name, t);
    return t;
}

Decl *Declarations::on_declaration(Specifiers &s, ParsedSpecifiers &sp, ParsedDeclarator &d) {
    const bool is_typedef = s.storage == Storage::typedef_;
    const bool is_static = scopes.at_file_scope() || s.storage == Storage::static_ || s.storage == Storage::extern_;
    const QualType type =
        declarator_types_.build(d, s, sp, {.type_definition = is_typedef, .static_storage = is_static});
    Decl *r;
    if (is_typedef)
        r = on_typedef(s, sp, d, type);
    else if (types.is_function(type))
        r = functions_.on_function(s, d, type);
    else
        r = objects_.on_variable(s, d, type);
    d.node->decl = r;
    return r;
}

} // namespace polder::cc
