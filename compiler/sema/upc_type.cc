// Questions about types of UPC, answered.
#include "compiler/sema/upc_type.h"

namespace polder::cc {

std::string describe_block(const TypeTable &types, QualType shared) {
    const uint64_t b = types.block_of(shared);
    return b ? "[" + std::to_string(b) + "]" : "[]";
}

QualType unqualified_pointee(const TypeTable &types, QualType pointee) {
    return types.canonical(pointee).unqualified();
}

bool drops_qualifier(const TypeTable &types, QualType from, QualType to) {
    const uint8_t f = types.canonical(types.ultimate_element(from)).qualifiers() & (q_const | q_volatile);
    const uint8_t t = types.canonical(types.ultimate_element(to)).qualifiers() & (q_const | q_volatile);
    return f & ~t;
}

} // namespace polder::cc
