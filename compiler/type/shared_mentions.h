// Shared mentions: whether a type has a pointer-to-shared anywhere: in members, elements,
// parameters or pointees. Each answer is kept.
//
// Invariant: a no that met an incomplete record holds until the next record is completed. A yes
// holds for ever. Held by tests/unit/compiler/type/types.cc.
//
// Cost: a question visits each type once, and none again whose answer is known.
#pragma once

#include "compiler/type/nodes.h"

#include <cstdint>
#include <vector>

namespace polder::cc {

class SharedMentions {
public:
    bool are_in(const TypeNodes &types, QualType q);
    void record_completed() { ++completed_; }

private:
    struct Answer {
        enum Kind : uint8_t { unknown, no, yes } kind = unknown;
        uint32_t until = 0;   // number of completed records for which `no` holds; 0: for ever
        uint32_t visited = 0; // number of the question that met the type last
    };
    bool visit(const TypeNodes &types, QualType q);
    bool visit_parts(const TypeNodes &types, const Type &type);
    Answer &at(uint32_t index);

    std::vector<Answer> answers_;   // by index of the type
    std::vector<uint32_t> visited_; // indices met by the question under way
    uint32_t question_ = 0;
    uint32_t completed_ = 1; // records completed so far, and one
    bool open_ = false;      // the question under way met an incomplete record
};

} // namespace polder::cc
