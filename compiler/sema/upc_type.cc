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

uint64_t local_size(const TypeTable &types, QualType shared, uint64_t threads) {
    const uint64_t element = types.size_of(types.unshared(types.ultimate_element(shared)));
    const uint64_t count = types.is_array(shared) ? types.elements_in(shared) : 1;
    const uint64_t block = types.block_of(shared);
    if (block == 0 || !types.is_array(shared)) return count * element;
    uint64_t blocks = (count + block - 1) / block;
    if (threads) blocks = (blocks + threads - 1) / threads;
    return blocks * block * element;
}

} // namespace polder::cc
