// How many address bits there are, and the places of shared memory; see address_space.h.
#include "runtime/segment/address_space.h"

#include "base/config.h"

#include <sys/auxv.h>

namespace polder {

namespace {

constexpr unsigned usual_bits = 47;
constexpr unsigned least_bits = 32;
constexpr unsigned most_bits = 48;

// The kernel's 16 random bytes lie on the first stack.
unsigned bits_of_kernel() {
    const unsigned long top = getauxval(AT_RANDOM);
    if (!top) return usual_bits;
    const unsigned bits = 64 - static_cast<unsigned>(__builtin_clzl(top));
    return bits < least_bits ? least_bits : bits > most_bits ? most_bits : bits;
}

} // namespace

unsigned address_bits() {
    const unsigned bits = bits_of_kernel();
    const auto told = static_cast<std::uint64_t>(setting_number(Setting::address_bits));
    return told >= least_bits && told < bits ? static_cast<unsigned>(told) : bits;
}

AddressGap address_gap(unsigned bits) {
    const std::uintptr_t part = std::uintptr_t{1} << (bits - 7);
    return {0x11 * part, 0x54 * part, 0x04 * part};
}

} // namespace polder
