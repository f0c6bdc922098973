// Bindings of names to declarations; see scope.h.
#include "compiler/sema/names/scope.h"

namespace polder::cc {

void Scopes::pop() {
    const uint32_t first = scopes_.back().first;
    while (bindings_.size() > first) {
        const Binding &b = bindings_.back();
        (b.tag ? tags_ : ordinary_)[size_t(b.name)] = b.outer;
        bindings_.pop_back();
    }
    scopes_.pop_back();
}

std::vector<Scopes::Saved> Scopes::pop_saved() {
    std::vector<Saved> saved;
    for (size_t i = scopes_.back().first; i < bindings_.size(); i++)
        saved.push_back({bindings_[i].name, bindings_[i].decl, bindings_[i].tag});
    pop();
    return saved;
}

void Scopes::declare_again(const std::vector<Saved> &saved) {
    for (const Saved &s : saved)
        add(s.tag ? tags_ : ordinary_, s.name, s.decl, s.tag);
}

Decl *Scopes::lookup(const Heads &heads, Name name) const {
    const size_t i = size_t(name);
    if (i >= heads.size() || heads[i] == 0) return nullptr;
    return bindings_[heads[i] - 1].decl;
}

Decl *Scopes::lookup_here(const Heads &heads, Name name) const {
    const size_t i = size_t(name);
    if (i >= heads.size() || heads[i] == 0) return nullptr;
    const Binding &b = bindings_[heads[i] - 1];
    return b.scope == scopes_.size() ? b.decl : nullptr;
}

void Scopes::add(Heads &heads, Name name, Decl *decl, bool tag) {
    const size_t i = size_t(name);
    if (name == Name::none) return;
    if (i >= heads.size()) heads.resize(i + i / 2 + 64);
    if (Decl *here = lookup_here(heads, name); here) { // a redeclaration takes the place of the one before
        bindings_[heads[i] - 1].decl = decl;
        return;
    }
    bindings_.push_back({name, decl, heads[i], uint32_t(scopes_.size()), tag});
    heads[i] = uint32_t(bindings_.size());
}

Decl *Scopes::find_linked(Name name) const {
    const auto it = linked_.find(name);
    return it == linked_.end() ? nullptr : it->second;
}

} // namespace polder::cc
