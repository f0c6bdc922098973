// DeclarationLowering: one declaration becomes several where `shared` stands in the specifiers.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class DeclarationLowering : public Lowering {
public:
    using Lowering::Lowering;

    Node *declaration(Declaration *d);
    Node *plain_declaration(Declaration *d);
    Node *split_declaration(Declaration *d);
    Node *declarator(Declaration *d, Declarator *x, bool &zero_pages, const std::string &own_name = {});
    Node *declare(QualType type, Node *inner);
    std::string words(Declaration *d);
    bool is_inline_only(const Declaration *d) const;
    void make_static(Weaver &weaver, Declaration *d);
    bool is_rewritten(Declaration *d);
    bool is_removed(Declaration *d, Declarator *x);
    bool in_system_header(const Node *n) const;

private:
    bool is_implicit_int(Declaration *d) const;
    std::string attribute_words(TokenRange attribute);
    Node *single(Declaration *d, Declarator *x);
    Node *trailing(Declarator *x);
};

} // namespace polder::cc
