// The private part of TypeTable.
#pragma once

#include "compiler/type/type.h"

#include <string>
#include <unordered_set>

namespace polder::cc {

class Source;

/// Answer of mentions_shared for a type. `until` limits a no: an incomplete record was met, which
/// may be completed later.
struct Mention {
    enum Answer : uint8_t { unknown, no, yes } answer = unknown;
    uint32_t until = 0;   // number of completed records for which `no` holds; 0: for ever
    uint32_t visited = 0; // number of the question that met the type last
};

struct TypeTable::Impl {
    std::vector<uint32_t> slots;   // open addressing over type indices, power of two; 0 is free
    std::vector<uint32_t> hashes;  // of every type, by index
    std::vector<Mention> mentions; // by index
    std::vector<uint32_t> visited; // indices met by the question under way
    uint32_t question = 0;
    uint32_t completed = 1; // records completed so far, and one
    Target target;
    bool names_for_debuggers = false;
    std::unordered_set<std::string> debugger_names; // declared, or waiting to be
    std::string debugger_typedefs;                  // what the next declaration needs before it
};

inline uint64_t type_mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0xff51afd7ed558ccdULL;
    return h ^ (h >> 32);
}

} // namespace polder::cc
