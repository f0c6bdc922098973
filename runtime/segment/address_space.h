// How large an address may be on this machine, and where in that space shared memory goes.
//
//   address bits   those of a program's addresses: 47 on x86-64; on aarch64 48, 47, 42 or 39, as
//                  the kernel was built
//
// The kernel says it in one way only: it puts the first stack at the end. Where more bits are to be
// had for the asking (57 on x86-64, 52 on aarch64), the stack is where it was. Polder does not ask.
#pragma once

#include <cstdint>

namespace polder {

// POLDER_ADDRESS_BITS if that is less.
unsigned address_bits();

// Fixed places for shared memory, in order, the same share of every address space. They lie above
// what sanitizers shadow (an eighth of all addresses and a constant). They end below the place of
// position-independent programs (two thirds).
struct AddressGap {
    std::uintptr_t first;
    std::uintptr_t last;
    std::uintptr_t step;
};
AddressGap address_gap(unsigned bits);

} // namespace polder
