// Scopes: which declaration a name means here. Two name spaces live in it, ordinary identifiers and
// tags. Labels belong to functions and are kept by Labels, members by their RecordDecl.
//
// Each name has a chain of bindings, innermost first, reached by its interned number: lookup is one
// index and no hash.
// Rule: the bindings of a scope are the tail of `bindings_`; leaving a scope pops exactly that
// tail.
#pragma once

#include "compiler/ast/decl.h"

#include <unordered_map>
#include <vector>

namespace polder::cc {

enum class ScopeKind : uint8_t { file, prototype, block };

class Scopes {
public:
    struct Saved { // a declaration of a prototype scope, to be declared again in the function's body
        Name name;
        Decl *decl;
        bool tag;
    };

    void push(ScopeKind kind) { scopes_.push_back({kind, uint32_t(bindings_.size())}); }
    void pop();
    /// Leaves the scope and hands out what was declared in it, in order.
    std::vector<Saved> pop_saved();
    void declare_again(const std::vector<Saved> &saved);

    ScopeKind kind() const { return scopes_.back().kind; }
    bool at_file_scope() const { return scopes_.size() == 1; }
    size_t depth() const { return scopes_.size(); }

    Decl *find(Name name) const { return lookup(ordinary_, name); }
    Decl *find_tag(Name name) const { return lookup(tags_, name); }
    Decl *find_here(Name name) const { return lookup_here(ordinary_, name); }
    Decl *find_tag_here(Name name) const { return lookup_here(tags_, name); }
    void declare(Name name, Decl *decl) { add(ordinary_, name, decl, false); }
    void declare_tag(Name name, Decl *decl) { add(tags_, name, decl, true); }

    /// Ordinary identifiers in force, innermost first.
    template <class Visit> void each_name(Visit visit) const {
        for (auto b = bindings_.rbegin(); b != bindings_.rend(); ++b)
            if (!b->tag) visit(b->name);
    }

    /// Entities with linkage, wherever they were declared: `extern int x;` inside two blocks is one
    /// object.
    Decl *find_linked(Name name) const;
    void declare_linked(Name name, Decl *decl) { linked_[name] = decl; }

private:
    struct Binding {
        Name name;
        Decl *decl;
        uint32_t outer; // index + 1 of the binding this one hides
        uint32_t scope;
        bool tag;
    };
    struct Scope {
        ScopeKind kind;
        uint32_t first;
    };
    using Heads = std::vector<uint32_t>; // by name: index + 1 of the innermost binding

    Decl *lookup(const Heads &heads, Name name) const;
    Decl *lookup_here(const Heads &heads, Name name) const;
    void add(Heads &heads, Name name, Decl *decl, bool tag);

    Heads ordinary_;
    Heads tags_;
    std::vector<Binding> bindings_;
    std::vector<Scope> scopes_;
    std::unordered_map<Name, Decl *> linked_;
};

} // namespace polder::cc
