// FunctionLowering: heads, renamed main, and what a body makes its surroundings declare.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

bool is_main(const FunctionDecl *f, const Context &ctx);

/// What main goes out as: polder_main, but for a definition of a type that C gives to it.
std::string_view main_name(const TypeTable &types, const FunctionDecl *f);

class FunctionLowering : public Lowering {
public:
    using Lowering::Lowering;

    Node *function(Declaration *d);
    Node *function_body(FunctionDecl *f, const std::string &first = {});
    Node *function_declarator(FunctionDecl *f, Declarator *x, const std::string &own_name = {});
    Node *head();
    bool is_name_of_function(const NameExpr *e) const;

private:
    Node *signature(Declaration *d);
    Node *main_wrappers(FunctionDecl *f);
};

} // namespace polder::cc
