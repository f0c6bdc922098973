// By the words of the text, as text is what goes out (loop_names.h). A member that is called as a
// type is taken for the type, which costs an optimisation at most.
#include "compiler/analysis/loop_names.h"

#include "compiler/ast/children.h"
#include "compiler/ast/expr.h"
#include "compiler/unit/compose.h"

#include <algorithm>

namespace polder::cc {

void LoopNames::collect(const Node *n, const Node *loop, Declared &to) const {
    if (auto *d = as<Declaration>(n)) {
        const Decl *tag = d->specifiers.tag;
        if (tag && tag->name_token >= loop->range.first && tag->name_token < loop->range.last)
            to.types.insert(tag->name);
        for (const Declarator *x : d->declarators)
            if (x->decl) (as<TypedefDecl>(x->decl) ? to.types : to.variables).insert(x->decl->name);
    }
    if (auto *e = as<EnumeratorDecl>(n)) to.types.insert(e->name);
    for_each_child(n, [&](const Node *child) { collect(child, loop, to); });
}

bool LoopNames::names_any(const Node *text, const std::unordered_set<Name> &names) const {
    const TokenRange range = extent(text);
    const auto tokens = source_.tokens().begin();
    return std::any_of(tokens + range.first, tokens + range.last,
                       [&](const Token &t) { return t.name != Name::none && names.count(t.name) != 0; });
}

/// Does it ask for the size or the type of a variable?
bool LoopNames::measures_any(const Node *n, const std::unordered_set<Name> &variables) const {
    if (n->kind == NodeKind::size_expr || n->kind == NodeKind::declaration) return names_any(n, variables);
    bool found = false;
    for_each_child(n, [&](const Node *child) { found = found || measures_any(child, variables); });
    return found;
}

bool LoopNames::hold_in_front(const Node *text, const Node *loop) {
    const auto [known, is_new] = known_.try_emplace(loop);
    Declared &inside = known->second;
    if (is_new) {
        collect(loop, loop, inside);
        inside.types.erase(Name::none);
        inside.variables.erase(Name::none);
    }
    return (inside.types.empty() || !names_any(text, inside.types)) &&
           (inside.variables.empty() || !measures_any(text, inside.variables));
}

} // namespace polder::cc
