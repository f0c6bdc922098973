// The search through a small record, and the index of a large one.
#include "compiler/sema/names/members.h"

namespace polder::cc {

bool Members::find(RecordDecl *record, Name name, std::vector<FieldDecl *> &path) {
    if (!record || name == Name::none) return false;
    FieldDecl *slot = search(record, name);
    if (!slot) return false;
    path.push_back(slot);
    return slot->name == name || find(record_of(slot), name, path);
}

/// The member of that name, or the anonymous one that it is inside of.
FieldDecl *Members::search(const RecordDecl *record, Name name) {
    if (record->slots.size() > few) {
        const Index &index = index_of(record);
        const auto found = index.slots.find(name);
        return found == index.slots.end() ? nullptr : found->second;
    }
    for (FieldDecl *slot : record->slots)
        if (slot->name == name) return slot;
    for (FieldDecl *slot : record->slots)
        if (slot->name == Name::none && search(record_of(slot), name)) return slot;
    return nullptr;
}

const Members::Index &Members::index_of(const RecordDecl *record) {
    Index &index = indexes_[record];
    for (; index.known < record->slots.size(); ++index.known)
        enter(index, record->slots[index.known], record->slots[index.known]);
    return index;
}

void Members::enter(Index &index, const FieldDecl *member, FieldDecl *slot) {
    if (member->name != Name::none) {
        index.slots.emplace(member->name, slot);
        return;
    }
    for (const FieldDecl *inner : record_of(member)->slots)
        enter(index, inner, slot);
}

} // namespace polder::cc
