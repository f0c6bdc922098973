// copy_once: a copy into memory that other threads read and write meanwhile.
//
// memcpy may store a byte twice. glibc copies 8 to 15 bytes with a store of the first 8 and a store
// of the last 8. For exactly 8 bytes both go to the same word. Its longer copies store their ends
// twice as well. Let the target be shared: its owner may see the first store, act on it and write
// the word itself. The second store then undoes that, and the same write takes effect twice. The
// time between the two is a nanosecond, or as long as the thread is off its core.
//
// What copy_once promises:
//   once    each byte of the target is stored exactly once, and none outside of it
//   whole   each aligned object of 1, 2, 4 or 8 bytes within the target is stored by one
//           instruction
// In which order the bytes are stored is not said. The source is private, or does not change during
// the call.
//
// Proof. The stores go upwards, each begins where the one before has ended: once. Let w be the size
// of an object at an address that is a multiple of w. No store is longer than the alignment of its
// address, but for those of 16 bytes, of which a processor stores each half in one piece. So a
// store that begins inside the object lies inside the object. The first store that touches the
// object begins at its beginning, as the object lies within the target. It is the longest that
// alignment and remaining bytes allow, thus at least w bytes long: whole.
#pragma once

#include <cstddef>

namespace polder {

void copy_once(void *to, const void *from, std::size_t bytes);

} // namespace polder
