// Objects: their storage and linkage, initialisers, and UPC's rules on where shared objects may
// live (UPC 1.3 6.5.1.1, 6.5.2).
#pragma once

#include "compiler/sema/convert/initializers.h"
#include "compiler/sema/decl/redeclarations.h"
#include "compiler/sema/decl/shared_types.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace polder::cc {

class Objects : SemaPart {
public:
    Objects(SemaState &s, const Conversions &conversions, Initializers &initializers, SharedTypes &shared_types,
            Redeclarations &redeclarations)
        : SemaPart(s), conversions_(conversions), initializers_(initializers), shared_types_(shared_types),
          redeclarations_(redeclarations) {}

    Decl *on_variable(Specifiers &s, ParsedDeclarator &d, QualType type);
    void on_initializer(VarDecl *v, Expr *init, Declarator *node);
    /// Behind the initialiser, or where one would stand.
    void finish_variable(VarDecl *v);
    /// At the end of the unit. A tentative definition may precede the definition of its structure,
    /// or of its number of elements. It may not do without.
    void check_tentative();
    /// Objects of static storage duration: canonical declarations, and all of them.
    const std::vector<VarDecl *> &statics() const { return statics_; }
    const std::vector<VarDecl *> &static_declarations() const { return static_declarations_; }

private:
    void classify_storage(VarDecl *v, const Specifiers &s);
    void link_previous(VarDecl *v, const ParsedDeclarator &d, QualType type);
    void check_variable(VarDecl *v);
    bool check_shared_storage(VarDecl *v);
    std::string_view maker_of_opaque(QualType t) const;
    void report_incomplete(const VarDecl *v);

    const Conversions &conversions_;
    Initializers &initializers_;
    SharedTypes &shared_types_;
    Redeclarations &redeclarations_;
    std::unordered_set<const VarDecl *> pending_star_;
    std::vector<VarDecl *> statics_;
    std::vector<VarDecl *> static_declarations_;
    std::unordered_map<const VarDecl *, const VarDecl *> initialized_; // shared objects: by which declaration
};

} // namespace polder::cc
