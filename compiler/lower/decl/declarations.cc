// declarations: where `shared` stands in the specifiers, one declaration becomes several.
//   before   static shared [] struct node { int key; }
//              *head, **where, *next(shared [] struct node *p);
//   after    struct node { int key; };
//            static polder_ga head; static polder_ga *where; static polder_ga next(polder_ga p);
//
// Types are printed from the type table, so any nesting of pointers, arrays and functions comes out
// right. Declarations without `shared` in their own specifiers keep their tokens; only children
// (members, parameters, bounds, initialisers) change.
#include "compiler/lower/decl/declarations.h"

#include "compiler/lower/access/private_data.h"
#include "compiler/lower/decl/function_versions.h"
#include "compiler/lower/decl/functions.h"
#include "compiler/lower/decl/initializers.h"
#include "compiler/lower/decl/shared_objects.h"
#include "compiler/lower/decl/tags.h"
#include "compiler/lower/expr/sizes.h"
#include "compiler/lower/passes/induction_variables.h"

#include <utility>

namespace polder::cc {

namespace {

constexpr char hole = '\1'; // where the declarator goes in a printed type

bool is_storage(Tok kind) {
    return kind == Tok::kw_static || kind == Tok::kw_extern || kind == Tok::kw_typedef || kind == Tok::kw_register ||
           kind == Tok::kw_thread_local || kind == Tok::kw_auto;
}

bool starts_attribute(Tok kind) {
    return kind == Tok::kw_attribute || kind == Tok::attribute_open || kind == Tok::kw_alignas;
}

} // namespace

bool DeclarationLowering::is_rewritten(Declaration *d) {
    const Specifiers &s = d->specifiers;
    if (!s.upc_tokens.empty() || (!s.type.is_null() && types.is_shared(s.type))) return true;
    for (Declarator *x : d->declarators)
        if (!x->upc_tokens.empty() ||
            (d->file_scope && as<TypedefDecl>(x->decl) && types.times_threads(x->decl->type)) ||
            (x->decl && x->decl->kind != NodeKind::function_decl && types.is_shared(x->decl->type)))
            return true;
    for (Expr *e : s.exprs)
        if (Sizes(in).contains_upc(e)) return true;
    for (Declaration *operand : s.type_operands)
        if (is_rewritten(operand)) return true;
    return false;
}

/// Does the declarator leave the declaration: shared objects, and statics whose initialiser runs at
/// start?
bool DeclarationLowering::is_removed(Declaration *d, Declarator *x) {
    auto *v = as<VarDecl>(x->decl);
    if (!v || d->is_param || d->is_member || v->kind == NodeKind::param_decl) return false;
    return types.is_shared(v->type) || InitializerLowering(in).is_dynamic(v);
}

Node *DeclarationLowering::declaration(Declaration *d) {
    if (d->function) return FunctionLowering(in).function(d);
    if (in.function && in.function->moving && in.function->moving->count(d))
        return FunctionVersions(in).moved_static(d);
    bool split = is_rewritten(d);
    for (Declarator *x : d->declarators)
        split = split || is_removed(d, x);
    return split ? split_declaration(d) : plain_declaration(d);
}

/// `static n = 3;`
bool DeclarationLowering::is_implicit_int(Declaration *d) const {
    const TokenRange r = d->specifiers.range;
    const auto *v = d->declarators.empty() ? nullptr : as<VarDecl>(d->declarators.front()->decl);
    if (r.empty() || !v || d->is_param || d->is_member) return false;
    for (TokenIndex t = r.first; t < r.last; ++t)
        if (const Tok kind = ctx.source.tokens()[t].kind; kind != Tok::kw_static && kind != Tok::kw_extern &&
                                                          kind != Tok::kw_const && kind != Tok::kw_volatile &&
                                                          kind != Tok::kw_register)
            return false;
    return true;
}

/// `inline int f(int a) { ... }` without any other declaration. C says that calls may use this
/// definition, or one that is in another unit. It is an error if there is none and a call asks for
/// it. Other UPC compilers always use this one, and programs rely on it; as a static function it is
/// so here too.
bool DeclarationLowering::is_inline_only(const Declaration *d) const {
    const auto *f = d->function              ? d->function
                    : d->declarators.empty() ? nullptr
                                             : as<FunctionDecl>(d->declarators.front()->decl);
    const auto *first = f ? as<FunctionDecl>(f->canonical) : nullptr;
    if (!first || first->external_definition || !first->defined || f->in_c_code || f->linkage != Linkage::external)
        return false;
    for (const Attribute &a : f->attributes)
        if (a.name == "gnu_inline") return false;
    return !ctx.options.gnu_inline && !is_main(f, ctx);
}

void DeclarationLowering::make_static(Weaver &weaver, Declaration *d) {
    TokenIndex t = d->specifiers.range.first;
    while (ctx.source.tokens()[t].kind != Tok::kw_inline)
        ++t;
    weaver.insert_before(t, "static ");
}

Node *DeclarationLowering::plain_declaration(Declaration *d) {
    Weaver weaver(ctx, d->range);
    TagLowering(in).lower_specifiers(weaver, d);
    if (is_inline_only(d)) make_static(weaver, d);
    if (is_implicit_int(d))
        weaver.insert_after(d->specifiers.range.last - 1,
                            " int"); // an attribute behind the name hides from clang that it is one
    bool zero_pages = false;
    Composer records(ctx);
    for (Declarator *x : d->declarators) {
        if (Node *lowered = declarator(d, x, zero_pages); lowered != x) weaver.replace(x->range, lowered);
        if (auto *v = as<VarDecl>(x->decl); v && x->init && PrivateData(in).placement(v) != Placement::none)
            InitializerLowering(in).relocations(v, records);
    }
    Node *result = weaver.finish(d);
    if (zero_pages)
        result = make({"\n#pragma clang section bss=\"" + abi::section::bss + "\"\n", result,
                       "\n#pragma clang section bss=\"\"\n"});
    if (records.empty()) return result;
    return make({result, " ", records.finish()});
}

/// One declarator in place: bounds and parameters, its name where it changes, a section for private
/// data, the initialiser.
Node *DeclarationLowering::declarator(Declaration *d, Declarator *x, bool &zero_pages, const std::string &own_name) {
    Weaver weaver(ctx, x->range);
    auto *v = as<VarDecl>(x->decl);
    if (v && !in.moving && PrivateData(in).shadows(v))
        unit.c_names[canonical(v)] = unit.names.numbered("l") + "_" + std::string(source_name(v));
    const auto *f = as<FunctionDecl>(x->decl);
    const std::string name = !own_name.empty()                       ? own_name
                             : f && is_main(f, ctx)                  ? std::string(main_name(types, f))
                             : v && unit.c_names.count(canonical(v)) ? c_name(v)
                                                                     : "";
    bool named = !x->has_name || name.empty();
    const auto rename = [&] {
        if (!std::exchange(named, true)) weaver.replace({x->name_token, x->name_token + 1}, name);
    };
    for (Node *child : x->children) {
        if (extent(child).first > x->name_token) rename();
        if (Node *lowered = node(child); lowered != child && !extent(child).empty())
            weaver.replace(extent(child), lowered);
    }
    rename();
    if (x->bit_width)
        if (Node *width = node(x->bit_width); width != x->bit_width) weaver.replace(extent(x->bit_width), width);
    const Placement where = v && !d->is_param && !d->is_member ? PrivateData(in).placement(v) : Placement::none;
    if (where != Placement::none) {
        const std::string text = PrivateData(in).attribute(v, where);
        if (!text.empty() && x->attribute_at > 0) weaver.insert_after(x->attribute_at - 1, text);
        zero_pages = zero_pages || (where == Placement::zero && ctx.options.backend == BackendFamily::clang);
        PrivateData(in).mark(v);
    }
    if (x->init) {
        const bool is_static = v && v->is_static_storage;
        Node *followed = v && !is_static ? InductionVariables(in).initialised(v, x->init) : nullptr;
        Node *init = followed ? followed : is_static ? InitializerLowering(in).static_value(x->init) : value(x->init);
        if (init != x->init) weaver.replace(extent(x->init), init);
    }
    return weaver.finish(x);
}

/// An attribute or _Alignas as it goes out, on one line.
std::string DeclarationLowering::attribute_words(TokenRange attribute) {
    const auto &tokens = ctx.source.tokens();
    std::string text;
    for (TokenIndex t = attribute.first; t < attribute.last; ++t) {
        const ConstantText *constant = ctx.constants.first_in(tokens[t].offset, tokens[t].offset + 1);
        if (tokens[t].flags & (Token::space_before | Token::at_line_start) && t != attribute.first) text += ' ';
        text += constant ? constant->text : std::string(ctx.source.spelling(t));
        if (constant) t = constant->written.last - 1;
    }
    return text + ' ';
}

/// Storage class, inline, _Noreturn, alignment and attributes of the specifiers. Those of a tag
/// that is defined among them stay with the tag.
std::string DeclarationLowering::words(Declaration *d) {
    const TokenRange range = d->specifiers.range;
    const TokenRange tag = d->specifiers.defines_tag ? TagLowering(in).definition(d) : TokenRange{};
    const auto &tokens = ctx.source.tokens();
    const bool inline_only = is_inline_only(d);
    TokenIndex leading = range.first; // C23's attributes in front are of what is declared
    std::string text;
    for (TokenIndex t = range.first; t < range.last; ++t) {
        const Tok kind = tokens[t].kind;
        if (!tag.empty() && t == tag.first) {
            t = tag.last - 1;
        } else if (starts_attribute(kind)) {
            const TokenIndex behind = behind_attribute(tokens, t, range.last);
            if (kind != Tok::attribute_open || t == leading) text += attribute_words({t, behind});
            if (t == leading) leading = behind;
            t = behind - 1;
        } else if (is_storage(kind) || kind == Tok::kw_inline || kind == Tok::kw_noreturn ||
                   kind == Tok::kw_extension) {
            if (kind == Tok::kw_inline && inline_only) text += "static ";
            text += std::string(ctx.source.spelling(t)) + ' ';
        }
    }
    return text;
}

/// `type name`, for any declarator text; bounds of variable arrays are lowered.
Node *DeclarationLowering::declare(QualType type, Node *inner) {
    const Type &t = types.get(type);
    if (t.kind == TypeKind::array && t.size == ArraySize::variable && t.size_expr)
        return declare(types.element(type), make({inner, "[", value(t.size_expr), "]"}));
    if (t.kind == TypeKind::array && types.is_variably_modified(type))
        return declare(types.element(type), make({inner, "[" + std::to_string(t.count) + "]"}));
    const std::string text = types.print(type, std::string(1, hole));
    const size_t at = text.find(hole);
    return at == std::string::npos ? make({text, " ", inner}) : make({text.substr(0, at), inner, text.substr(at + 1)});
}

/// asm label and attributes behind a declarator, and behind the width of a bit-field.
Node *DeclarationLowering::trailing(Declarator *x) {
    const TokenIndex first = x->bit_width ? extent(x->bit_width).last : x->declarator.last;
    if (x->attribute_at <= first) return make("");
    return make({" ", Composer(ctx).source({first, x->attribute_at}).finish()});
}

/// One declarator on its own, without the storage words.
Node *DeclarationLowering::single(Declaration *d, Declarator *x) {
    if (!x->decl) return declare(d->type, make(""));
    auto *v = as<VarDecl>(x->decl);
    if (v && !in.moving && PrivateData(in).shadows(v))
        unit.c_names[canonical(v)] = unit.names.numbered("l") + "_" + std::string(source_name(v));
    Node *name = v && x->has_name ? make(c_name(v)) : x->has_name ? make(ctx.source.spelling(x->name_token)) : make("");
    if (auto *f = as<FunctionDecl>(x->decl)) return make({FunctionLowering(in).function_declarator(f, x), trailing(x)});
    QualType type = types.unshared(x->decl->type);
    // A typedef of shared arrays, or of arrays only shared ones can be made of: all its uses are
    // rewritten.
    const bool unused = types.is_shared(x->decl->type) || (d->file_scope && types.times_threads(type));
    if (as<TypedefDecl>(x->decl) && types.is_array(type) && unused) type = types.ultimate_element(type);
    const Placement where = v && !d->is_param && !d->is_member ? PrivateData(in).placement(v) : Placement::none;
    Composer out(ctx);
    out.node(declare(type, name));
    if (x->bit_width) out.text(" : ").node(value(x->bit_width));
    out.node(trailing(x));
    if (where != Placement::none) {
        out.text(PrivateData(in).attribute(v, where));
        PrivateData(in).mark(v);
    }
    if (x->init)
        out.text(" = ").node(v && v->is_static_storage ? InitializerLowering(in).static_value(x->init)
                                                       : value(x->init));
    return out.finish();
}

Node *DeclarationLowering::split_declaration(Declaration *d) {
    const bool closed = ctx.source.tokens()[d->range.last - 1].kind == Tok::semicolon; // K&R parameters are
    if ((d->is_param && !closed) || d->is_type_name) {
        Node *inner = d->declarators.empty() ? declare(d->type, make("")) : single(d, d->declarators.front());
        return make({words(d), inner});
    }
    Composer out(ctx);
    if (d->specifiers.defines_tag) out.node(TagLowering(in).tag_definition(d)).text("; ");
    const std::string prefix = words(d);
    for (Declarator *x : d->declarators) {
        if (is_removed(d, x)) {
            out.node(SharedObjects(in).shared_declaration(x));
            continue;
        }
        auto *v = as<VarDecl>(x->decl);
        const bool zero_pages = v && !d->is_member && PrivateData(in).placement(v) == Placement::zero &&
                                ctx.options.backend == BackendFamily::clang;
        if (zero_pages) out.text("\n#pragma clang section bss=\"" + abi::section::bss + "\"\n");
        out.text(prefix).node(single(d, x)).text("; ");
        if (zero_pages) out.text("\n#pragma clang section bss=\"\"\n");
        if (v && x->init && !d->is_member && PrivateData(in).placement(v) != Placement::none)
            InitializerLowering(in).relocations(v, out);
    }
    return out.finish();
}

bool DeclarationLowering::in_system_header(const Node *n) const {
    return ctx.source.tokens()[extent(n).first].flags & Token::in_system_header;
}

} // namespace polder::cc
