// CallLowering: queries on pointers-to-shared, small copies, and library state of a UPC thread.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

class CallLowering : public Lowering {
public:
    using Lowering::call;
    using Lowering::Lowering;

    Node *call(CallExpr *e);
    Node *library_name(NameExpr *e);

private:
    Node *plain_call(CallExpr *e, const FunctionDecl *f);
    Node *small_copy(CallExpr *e, const FunctionDecl *f);
    Node *old_style_call(CallExpr *e, const FunctionDecl *f);
    std::string is_own(const std::string &variable);
};

} // namespace polder::cc
