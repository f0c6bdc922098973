// A tag may be known and still be declared anew: by a definition, or alone in an inner scope.
#include "compiler/sema/decl/tags.h"

#include "compiler/sema/fold.h"
#include "compiler/sema/layout.h"

namespace polder::cc {

/// A definition, or a tag that stands alone, declares the tag of this scope.
Decl *Tags::known_tag(Name tag, bool of_this_scope) const {
    if (tag == Name::none) return nullptr;
    return of_this_scope ? scopes.find_tag_here(tag) : scopes.find_tag(tag);
}

RecordDecl *Tags::on_record_tag(bool is_union, Name tag, TokenIndex keyword, TokenIndex name, bool defines,
                                bool alone) {
    if (RecordDecl *r = as<RecordDecl>(known_tag(tag, defines || alone));
        r && r->is_union == is_union && !(defines && (r->complete || r->open)))
        return r;
    RecordDecl *r = ctx.make<RecordDecl>();
    r->is_union = is_union;
    r->name = tag;
    r->keyword = keyword;
    r->where = r->name_token = tag == Name::none ? keyword : name;
    r->canonical = r;
    r->self = types.record(r);
    r->type = r->self;
    if (tag != Name::none) scopes.declare_tag(tag, r);
    return r;
}

void Tags::apply_bit_width(FieldDecl *f, Declarator *d) {
    if (!d || !d->bit_width) return;
    f->bit_width = d->bit_width = conversions_.rvalue(d->bit_width);
    if (!types.is_integer(f->type))
        f->type = types.error(); // the back end says why; as an unnamed member it must not open a record, maybe its own
    __int128 v = 0;
    if (evaluate_integer(ctx, f->bit_width, v) && v >= 0 && v <= 1024) f->width = uint32_t(v);
}

void Tags::add_member(RecordDecl *r, FieldDecl *f) {
    r->fields.push_back(f);
    if (f->name == Name::none && types.kind(f->type) != TypeKind::record) return;
    f->slot = static_cast<uint32_t>(r->slots.size());
    r->slots.push_back(f);
}

void Tags::on_member_declarator(RecordDecl *r, Specifiers &s, ParsedSpecifiers &sp, ParsedDeclarator &d) {
    FieldDecl *f = ctx.make<FieldDecl>();
    f->name = d.name;
    f->name_token = f->where = d.node->has_name ? d.node->name_token : s.range.first;
    f->range = d.node->range;
    f->canonical = f;
    f->parent = r;
    f->attributes = s.attributes;
    f->attributes.insert(f->attributes.end(), d.node->attributes.begin(), d.node->attributes.end());
    f->type = declarator_types_.build(d, s, sp, {.static_storage = scopes.at_file_scope()});
    if (d.pending_star || types.is_shared(f->type)) {
        report(DiagId::upc_shared_member, f->where, {quoted(f->type)});
        f->type = types.unshared(f->type);
    }
    if (scopes.at_file_scope() && types.is_array(f->type) && types.times_threads(f->type)) {
        report(DiagId::upc_threads_member, f->where, {quoted(f->name)});
        f->type = types.error();
    }
    apply_bit_width(f, d.node);
    d.node->decl = f;
    add_member(r, f);
}

void Tags::on_anonymous_member(RecordDecl *r, Specifiers &s) {
    const Type &t = types.get(s.type);
    if (t.kind != TypeKind::record || !t.record->complete) return; // `struct s { int; };` declares nothing
    FieldDecl *f = ctx.make<FieldDecl>();
    f->name_token = f->where = s.range.first;
    f->range = s.range;
    f->canonical = f;
    f->parent = r;
    f->attributes = s.attributes;
    f->type = s.type;
    if (types.is_shared(f->type)) {
        report(DiagId::upc_shared_member, f->where, {quoted(f->type)});
        f->type = types.unshared(f->type);
    }
    add_member(r, f);
}

void Tags::finish_record(RecordDecl *r, const std::vector<Attribute> &attributes) {
    for (const Attribute &a : attributes) {
        if (a.name == "packed")
            r->packed = true;
        else if (a.name == "transparent_union")
            r->transparent_union = true;
        else if (a.name == "aligned") {
            __int128 v = 16;
            if (a.value && !evaluate_integer(ctx, a.value, v)) v = 0;
            if (v > 0 && v <= (1 << 28)) r->declared_align = uint32_t(v);
        }
    }
    r->pack_limit = state.pragmas.pack;
    r->complete = true;
    lay_out_record(ctx, r);
}

EnumDecl *Tags::on_enum_tag(Name tag, TokenIndex keyword, TokenIndex name, bool defines, bool alone) {
    if (EnumDecl *e = as<EnumDecl>(known_tag(tag, defines || alone)); e && !(defines && (e->complete || e->open)))
        return e;
    EnumDecl *e = ctx.make<EnumDecl>();
    e->name = tag;
    e->keyword = keyword;
    e->where = e->name_token = tag == Name::none ? keyword : name;
    e->canonical = e;
    e->underlying = types.basic(TypeKind::uint);
    e->self = types.enumeration(e);
    e->type = e->self;
    if (tag != Name::none) scopes.declare_tag(tag, e);
    return e;
}

EnumeratorDecl *Tags::on_enumerator(EnumDecl *e, TokenIndex name, Expr *value) {
    EnumeratorDecl *c = ctx.make<EnumeratorDecl>();
    c->name = source.tokens()[name].name;
    c->name_token = c->where = name;
    c->range = {name, name + 1};
    c->canonical = c;
    c->value = e->enumerators.empty() ? 0 : e->enumerators.back()->value + 1;
    c->type = types.basic(TypeKind::int_);
    if (value) {
        c->init = conversions_.rvalue(value);
        if (!types.is_error(c->init->type) && !evaluate_integer(ctx, c->init, c->value))
            report(DiagId::const_not_constant, c->init->where, {quoted(c->name)}, c->init->range);
    }
    if (c->value < -__int128(0x80000000u) || c->value > __int128(0x7fffffff))
        c->type = types.basic(c->value < 0 || c->value <= __int128(0x7fffffffffffffff)
                                  ? c->value <= __int128(0xffffffffu) && c->value > 0 ? TypeKind::uint : TypeKind::long_
                                  : TypeKind::ulong);
    e->enumerators.push_back(c);
    scopes.declare(c->name, c);
    return c;
}

} // namespace polder::cc
