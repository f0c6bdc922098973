// Signatures of collective calls: 4 bits for the function, 6 for the root, 6 for lengths. Root and
// length are mixed, so calls that differ there are told apart in all but one case of 64; see
// engine/engine.h. Lengths of uneven blocks are not in a signature, as they may differ between
// members.
#include "runtime/coll/request/collective.h"

namespace polder::coll {
namespace {

constexpr unsigned root_bits = 6;
constexpr unsigned length_bits = 6;

unsigned mixed(std::uint64_t value, unsigned bits) {
    return static_cast<unsigned>(value * 0x9e3779b97f4a7c15u >> (64 - bits));
}

} // namespace

std::uint16_t collective_signature(const CollectiveArguments &call) {
    const unsigned root = has_root(call.collective) ? mixed(call.root + 1, root_bits) : 0;
    const unsigned length = call.uneven ? 0 : mixed(call.bytes * 64 + call.element + call.exclusive, length_bits);
    return static_cast<std::uint16_t>((static_cast<unsigned>(call.collective) + 1) << (root_bits + length_bits) |
                                      root << length_bits | length);
}

const char *signature_name(std::uint16_t signature) {
    const unsigned number = (signature >> (root_bits + length_bits)) - 1u;
    return number < static_cast<unsigned>(Collective::count) ? name_of(static_cast<Collective>(number))
                                                             : "another function";
}

const char *signature_difference(std::uint16_t a, std::uint16_t b) {
    const unsigned differs = a ^ b;
    if (differs >> (root_bits + length_bits)) return "function";
    return differs >> length_bits & ((1u << root_bits) - 1) ? "root" : "length";
}

} // namespace polder::coll
