// TagLowering: definitions of structs, unions and enums inside declarations.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

/// The token behind the attribute or _Alignas that starts at `first`.
TokenIndex behind_attribute(const std::vector<Token> &tokens, TokenIndex first, TokenIndex last);

class TagLowering : public Lowering {
public:
    using Lowering::Lowering;

    void lower_specifiers(Weaver &w, Declaration *d);
    Node *tag_definition(Declaration *d);
    TokenRange tag_body(const Decl *tag) const;
    /// From the keyword to the last attribute behind the body.
    TokenRange definition(const Declaration *d) const;

private:
    void lower_tag(Weaver &w, Decl *tag);
    void give_name(Decl *tag);
};

} // namespace polder::cc
