// Functions: declarations, parameters, and the begin and end of a body.
#pragma once

#include "compiler/sema/decl/declarator_types.h"
#include "compiler/sema/decl/redeclarations.h"
#include "compiler/sema/names/identifiers.h"
#include "compiler/sema/names/labels.h"

#include <vector>

namespace polder::cc {

class Functions : SemaPart {
public:
    Functions(SemaState &s, Identifiers &identifiers, Labels &labels, DeclaratorTypes &declarator_types,
              Redeclarations &redeclarations)
        : SemaPart(s), identifiers_(identifiers), labels_(labels), declarator_types_(declarator_types),
          redeclarations_(redeclarations) {}

    Decl *on_function(Specifiers &s, ParsedDeclarator &d, QualType type);
    ParamDecl *on_param(Specifiers &s, ParsedSpecifiers &sp, ParsedDeclarator &d, Declaration *node);
    /// A parameter declaration of a K&R definition.
    void on_kr_parameter(FunctionDecl *f, ParamDecl *p);
    void start_body(FunctionDecl *f, ParsedDeclarator &d, FunctionState &body);
    void finish_body(FunctionDecl *f, CompoundStmt *body);
    const std::vector<FunctionDecl *> &defined() const { return defined_; } // in their order

private:
    Identifiers &identifiers_;
    Labels &labels_;
    DeclaratorTypes &declarator_types_;
    Redeclarations &redeclarations_;
    std::vector<FunctionDecl *> defined_;
};

} // namespace polder::cc
