// Small questions about types of UPC that several actions ask.
#pragma once

#include "compiler/type/type.h"

#include <string>

namespace polder::cc {

constexpr uint64_t upc_max_block_size = 2147483647; // the value of UPC_MAX_BLOCK_SIZE

/// As in messages: `[4]`, `[]`.
std::string describe_block(const TypeTable &types, QualType shared);
/// The pointee without the qualifiers that assignment lets differ: const, volatile, restrict,
/// strict, relaxed.
QualType unqualified_pointee(const TypeTable &types, QualType pointee);
/// `from` carries const or volatile that `to` does not.
bool drops_qualifier(const TypeTable &types, QualType from, QualType to);

} // namespace polder::cc
