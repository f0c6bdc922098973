// FunctionVersions: the versions of a function, and who calls which.
#pragma once

#include "compiler/lower/core/lowering.h"

namespace polder::cc {

/// Of the version of a function that is beside the first; of the first, for one node, where it is
/// inlined.
std::string version_name(std::string_view function, Jobs jobs);

class FunctionVersions : public Lowering {
public:
    using Lowering::Lowering;

    Node *moved_static(Declaration *d);
    std::string dispatch(FunctionDecl *f);
    /// more: arguments behind those of the function.
    std::string call_of_version(const FunctionDecl *f, const std::string &name, const std::string &more = {});
    Node *other_version(Declaration *d, BodyState &state);
    Node *inlined_version(Declaration *d, Node *body);
    Node *call_of_same_version(CallExpr *e);
    /// Is the code for jobs of one thread, too?
    bool may_have_one_thread() const {
        return ctx.options.static_threads <= 1 && !(in.function && unit.versions_of(in.function->decl).one_thread);
    }

private:
    void move_static(Declaration *d);
    bool takes_arrays(const FunctionDecl *f) const;
    Node *with_arrays(FunctionDecl *f, Node *head, Node *body, const std::vector<VarDecl *> &arrays);
    Node *version_signature(Declaration *d, const std::string &name, const std::string &words);
};

} // namespace polder::cc
