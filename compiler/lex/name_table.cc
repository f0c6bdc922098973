// A hash table that is asked once for each word of the unit.
#include "compiler/lex/name_table.h"

#include "compiler/lex/hash.h"

namespace polder::cc {

NameTable::NameTable() : slots_(1 << 14) {
    names_.emplace_back(); // Name::none
    hashes_.push_back(0);
}

Name NameTable::intern(std::string_view spelling) {
    return intern(spelling, hash_exact(spelling), Bytes::copied);
}

Name NameTable::intern(std::string_view spelling, uint32_t hash, Bytes bytes) {
    const size_t mask = slots_.size() - 1;
    size_t at = hash & mask;
    for (; slots_[at]; at = (at + 1) & mask) {
        const uint32_t n = slots_[at];
        if (hashes_[n] == hash && names_[n] == spelling) return Name{n};
    }
    const auto n = static_cast<uint32_t>(names_.size());
    names_.push_back(bytes == Bytes::copied ? std::string_view(owned_.emplace_back(spelling)) : spelling);
    hashes_.push_back(hash);
    slots_[at] = n;
    if (names_.size() * 2 > slots_.size()) grow();
    return Name{n};
}

void NameTable::grow() {
    slots_.assign(slots_.size() * 2, 0);
    const size_t mask = slots_.size() - 1;
    for (uint32_t n = 1; n < names_.size(); ++n) {
        size_t at = hashes_[n] & mask;
        while (slots_[at])
            at = (at + 1) & mask;
        slots_[at] = n;
    }
}

} // namespace polder::cc
