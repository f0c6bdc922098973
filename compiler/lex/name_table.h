// The names of a unit, interned: equal spellings are one number.
//
// Rule: names are numbered from 1 in the order in which they came; 0 is no name.
#pragma once

#include "compiler/lex/token.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace polder::cc {

class NameTable {
public:
    /// What becomes of the bytes: the table copies them, or they outlive it.
    enum class Bytes : uint8_t { copied, outlive };

    NameTable();
    NameTable(const NameTable &) = delete;

    Name intern(std::string_view spelling);
    /// `hash` is that of hash.h.
    Name intern(std::string_view spelling, uint32_t hash, Bytes bytes);
    std::string_view operator[](Name n) const { return names_[static_cast<uint32_t>(n)]; }

private:
    void grow();

    std::vector<std::string_view> names_;
    std::vector<uint32_t> hashes_;
    std::vector<uint32_t> slots_; // open addressing, power of two; 0 is free
    std::deque<std::string> owned_;
};

} // namespace polder::cc
