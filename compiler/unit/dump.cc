// The tree as text, for tests and for people who work on the compiler: one line a node,
//   kind 'type' name operator-token = value  (line)
// indented by depth; what does not apply is left out. Items of system headers are not shown.
#include "compiler/unit/context.h"

namespace polder::cc {

namespace {

std::string_view kind_name(NodeKind kind) {
    static constexpr std::string_view names[] = {
#define NODE(id) #id,
#include "compiler/ast/nodes.def"
    };
    return names[static_cast<size_t>(kind)];
}

std::string_view conversion_name(Conversion c) {
    switch (c) {
    case Conversion::lvalue_to_rvalue: return "lvalue_to_rvalue";
    case Conversion::array_to_pointer: return "array_to_pointer";
    case Conversion::function_to_pointer: return "function_to_pointer";
    case Conversion::arithmetic: return "arithmetic";
    case Conversion::pointer: return "pointer";
    case Conversion::to_bool: return "to_bool";
    case Conversion::shared_pointer: return "shared_pointer";
    case Conversion::to_void: return "to_void";
    }
    return {};
}

class Dumper {
public:
    explicit Dumper(Context &ctx) : ctx_(ctx) {}
    void node(const Node *n, unsigned depth);
    std::string out;

private:
    void type(QualType q) {
        if (!q.is_null()) out += " '" + ctx_.types.describe(q) + "'";
    }
    void word(std::string_view text) {
        if (!text.empty()) (out += ' ') += text;
    }
    void declared(const Decl &d);
    void expression(const Expr &e);

    Context &ctx_;
};

void Dumper::declared(const Decl &d) {
    type(d.type);
    word(ctx_.source.name(d.name));
    if (const auto *r = as<RecordDecl>(&d); r && r->complete)
        out += " size " + std::to_string(r->size) + " align " + std::to_string(r->align);
    if (const auto *f = as<FieldDecl>(&d)) {
        out += " offset " + std::to_string(f->offset);
        if (f->bit_width) out += " bit " + std::to_string(f->bit_offset) + " width " + std::to_string(f->width);
    }
    if (const auto *e = as<EnumeratorDecl>(&d)) out += " = " + std::to_string(static_cast<long long>(e->value));
    if (const auto *v = as<VarDecl>(&d)) {
        if (v->storage == Storage::static_) word("static");
        if (v->storage == Storage::extern_) word("extern");
        if (v->canonical && v->canonical->invalid) word("invalid");
    }
}

void Dumper::expression(const Expr &e) {
    type(e.type);
    if (const auto *n = as<NameExpr>(&e); n && n->decl) word(ctx_.source.name(n->decl->name));
    if (const auto *m = as<MemberExpr>(&e); m && m->field) word(ctx_.source.name(m->field->name));
    if (const auto *c = as<ImplicitCast>(&e)) word(conversion_name(c->conversion));
    const bool has_operator = as<UnaryExpr>(&e) || as<BinaryExpr>(&e) || as<AssignExpr>(&e);
    if (has_operator) word(ctx_.source.spelling(e.where));
    if (const auto *s = as<SizeExpr>(&e)) word("of '" + ctx_.types.describe(s->measured) + "'");
    if (const auto *l = as<Literal>(&e)) word(ctx_.source.slice(l->range));
    if (e.lvalue) word("lvalue");
    if (e.strict) word("strict");
}

void Dumper::node(const Node *n, unsigned depth) {
    out.append(size_t{depth} * 2, ' ');
    out += kind_name(n->kind);
    if (const auto *d = as<Declarator>(n); d && d->decl) {
        word(kind_name(d->decl->kind));
        declared(*d->decl);
    } else if (const auto *named = as<Decl>(n))
        declared(*named);
    else if (const auto *e = as<Expr>(n))
        expression(*e);
    else if (const auto *whole = as<Declaration>(n); whole && whole->is_type_name)
        type(whole->type);
    if (const auto *p = as<PragmaStmt>(n)) word(ctx_.source.pragma_text(p->range.first));
    if (n->upc) word("upc");
    out += " (" + std::to_string(ctx_.source.location(n->where ? n->where : n->range.first).line) + ")\n";
    for_each_child(n, [&](Node *child) { node(child, depth + 1); });
}

} // namespace

std::string dump_translation_unit(Context &ctx) {
    Dumper dumper(ctx);
    if (!ctx.unit) return {};
    const auto &tokens = ctx.source.tokens();
    for (const Node *item : ctx.unit->items) {
        const bool foreign = (tokens[item->range.first].flags & Token::in_system_header) != 0;
        if (!foreign) dumper.node(item, 0);
    }
    return std::move(dumper.out);
}

} // namespace polder::cc
