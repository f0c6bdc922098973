// Members of records by name, those of anonymous members included.
//
// A record of few members is searched from end to end. A record of many members gets an index when
// it is first asked. So a unit that names all members of a record costs no more than its length. An
// index holds what the record has; it grows with an open one.
#pragma once

#include "compiler/ast/decl.h"
#include "compiler/type/type.h"

#include <unordered_map>
#include <vector>

namespace polder::cc {

class Members {
public:
    explicit Members(const TypeTable &types) : types_(types) {}

    /// The way to the member: through anonymous ones, itself last. False if there is none of that
    /// name; then path is as it was.
    bool find(RecordDecl *record, Name name, std::vector<FieldDecl *> &path);

private:
    static constexpr size_t few = 16;

    struct Index {
        size_t known = 0;                            // of the record's slots
        std::unordered_map<Name, FieldDecl *> slots; // by the name of a member or of one inside
    };

    FieldDecl *search(const RecordDecl *record, Name name);
    const Index &index_of(const RecordDecl *record);
    void enter(Index &index, const FieldDecl *member, FieldDecl *slot);
    RecordDecl *record_of(const FieldDecl *anonymous) const { return types_.get(anonymous->type).record; }

    const TypeTable &types_;
    std::unordered_map<const RecordDecl *, Index> indexes_;
};

} // namespace polder::cc
