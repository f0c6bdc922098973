// The private part of TypeTable.
#pragma once

#include "compiler/type/debugger_names.h"
#include "compiler/type/shared_mentions.h"
#include "compiler/type/type.h"

#include <cstdint>
#include <vector>

namespace polder::cc {

struct TypeTable::Impl {
    std::vector<uint32_t> slots;  // open addressing over type indices, power of two; 0 is free
    std::vector<uint32_t> hashes; // of every type, by index
    Target target;
    SharedMentions mentions;
    DebuggerNames debugger_names;
};

inline uint64_t type_mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0xff51afd7ed558ccdULL;
    return h ^ (h >> 32);
}

} // namespace polder::cc
