// tags: definitions of structs, unions and enums inside declarations.
//   before   shared struct { int n; shared int *p; } s;
//   after    struct polder_tag1 { int n; polder_ga p; };  (and s, which shared_objects.cc declares)
//
// The lowering names types in casts, so every type that has an object gets a name; anonymous
// members stay anonymous.
#include "compiler/lower/decl/tags.h"

#include "compiler/lower/decl/declarations.h"
#include "compiler/lower/expr/sizes.h"

#include <algorithm>

namespace polder::cc {

TokenIndex behind_attribute(const std::vector<Token> &tokens, TokenIndex first, TokenIndex last) {
    unsigned depth = 0;
    for (TokenIndex t = first; t < last; ++t) {
        const Tok kind = tokens[t].kind;
        const bool closes = kind == Tok::r_paren || kind == Tok::r_bracket;
        depth += kind == Tok::attribute_open ? 2 : kind == Tok::l_paren || kind == Tok::l_bracket;
        depth -= closes;
        if (closes && depth == 0) return t + 1;
    }
    return last;
}

TokenRange TagLowering::tag_body(const Decl *tag) const {
    if (const auto *r = as<RecordDecl>(tag)) return r->body;
    const auto *e = as<EnumDecl>(tag);
    const auto &tokens = ctx.source.tokens();
    TokenIndex first = e->keyword;
    while (tokens[first].kind != Tok::l_brace && tokens[first].kind != Tok::eof)
        ++first;
    TokenIndex last = first;
    while (tokens[last].kind != Tok::r_brace && tokens[last].kind != Tok::eof)
        ++last;
    return {first, last + 1};
}

void TagLowering::give_name(Decl *tag) {
    if (tag->name != Name::none) return;
    if (auto *r = as<RecordDecl>(tag); r && r->generated_tag.empty())
        r->generated_tag = ctx.keep(unit.names.numbered("tag"));
    if (auto *e = as<EnumDecl>(tag); e && e->generated_tag.empty())
        e->generated_tag = ctx.keep(unit.names.numbered("tag"));
}

void TagLowering::lower_tag(Weaver &w, Decl *tag) {
    const auto *r = as<RecordDecl>(tag);
    const std::string_view generated = r ? r->generated_tag : as<EnumDecl>(tag)->generated_tag;
    if (!generated.empty()) w.insert_before(tag_body(tag).first, " " + std::string(generated) + " ");
    for_each_child(tag, [&](Node *child) {
        if (Node *lowered = node(child); lowered != child && !extent(child).empty()) w.replace(extent(child), lowered);
    });
}

void TagLowering::lower_specifiers(Weaver &w, Declaration *d) {
    const Specifiers &s = d->specifiers;
    struct Part {
        TokenIndex at;
        Node *node;
    };
    std::vector<Part> parts;
    for (Expr *e : s.exprs)
        parts.push_back({extent(e).first, e});
    for (Declaration *operand : s.type_operands)
        parts.push_back({operand->range.first, operand});
    if (s.defines_tag && s.tag) parts.push_back({tag_body(s.tag).first, s.tag});
    std::stable_sort(parts.begin(), parts.end(), [](const Part &a, const Part &b) { return a.at < b.at; });
    for (const Part &part : parts) {
        if (part.node == s.tag) {
            if (!d->declarators.empty() && !DeclarationLowering(in).in_system_header(d) &&
                !(as<RecordDecl>(s.tag) && as<RecordDecl>(s.tag)->typedef_name) &&
                !(as<EnumDecl>(s.tag) && as<EnumDecl>(s.tag)->typedef_name))
                give_name(s.tag);
            lower_tag(w, s.tag);
        } else if (auto *e = as<Expr>(part.node); e && types.is_shared(e->type)) {
            continue;
        } else if (Node *lowered = e ? (Sizes(in).contains_upc(e) ? value(e) : e) : node(part.node);
                   lowered != part.node) {
            w.replace(extent(part.node), lowered);
        }
    }
}

TokenRange TagLowering::definition(const Declaration *d) const {
    const Decl *tag = d->specifiers.tag;
    const auto *r = as<RecordDecl>(tag);
    const auto &tokens = ctx.source.tokens();
    const TokenIndex end = d->specifiers.range.last;
    TokenIndex last = tag_body(tag).last;
    while (last < end && (tokens[last].kind == Tok::kw_attribute || tokens[last].kind == Tok::attribute_open))
        last = behind_attribute(tokens, last, end);
    return {r ? r->keyword : as<EnumDecl>(tag)->keyword, last};
}

/// The definition alone, with the attributes that belong to the type.
Node *TagLowering::tag_definition(Declaration *d) {
    Decl *tag = d->specifiers.tag;
    give_name(tag);
    const TokenRange range = definition(d);
    Weaver weaver(ctx, range);
    lower_tag(weaver, tag);
    return weaver.finish(make(Composer(ctx).source(range).finish()));
}

} // namespace polder::cc
