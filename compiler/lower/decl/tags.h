// TagLowering: definitions of structs, unions and enums inside declarations.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class TagLowering : public Lowering {
public:
    using Lowering::Lowering;

    void lower_specifiers(Weaver &w, Declaration *d);
    Node *tag_definition(Declaration *d);
    TokenRange tag_body(const Decl *tag) const;

private:
    void lower_tag(Weaver &w, Decl *tag);
    void give_name(Decl *tag);
};

} // namespace polder::cc
