// The copy in steps of 1 to 16 bytes, each stored once. Why it is needed stands in copy_once.h.
#include "base/copy_once.h"

#include "base/delay.h"

#include <cstdint>

namespace polder {

namespace {

// May be anywhere in an object of another type.
using Word1 __attribute__((may_alias)) = std::uint8_t;
using Word2 __attribute__((may_alias)) = std::uint16_t;
using Word4 __attribute__((may_alias)) = std::uint32_t;
using Word8 __attribute__((may_alias)) = std::uint64_t;
using Word16 __attribute__((vector_size(16), may_alias)) = std::uint64_t;

struct Cursor {
    unsigned char *to;
    const unsigned char *from;
    std::size_t left;
};

// The store is volatile: compilers neither repeat it nor make a call of memcpy of a loop of them.
template <class Word> inline void store(Cursor &c) {
    Word value;
    __builtin_memcpy(&value, c.from, sizeof value);
    *reinterpret_cast<volatile Word *>(c.to) = value;
    c.to += sizeof value;
    c.from += sizeof value;
    c.left -= sizeof value;
    delay_point();
}

inline bool odd(const Cursor &c, std::uintptr_t bit) {
    return reinterpret_cast<std::uintptr_t>(c.to) & bit;
}

} // namespace

void copy_once(void *to, const void *from, std::size_t bytes) {
    Cursor c{static_cast<unsigned char *>(to), static_cast<const unsigned char *>(from), bytes};
    if (odd(c, 1) && c.left >= 1) store<Word1>(c);
    if (odd(c, 2) && c.left >= 2) store<Word2>(c);
    if (odd(c, 4) && c.left >= 4) store<Word4>(c);
    if (odd(c, 8) && c.left >= 8) store<Word8>(c);
    while (c.left >= 64) {
        store<Word16>(c);
        store<Word16>(c);
        store<Word16>(c);
        store<Word16>(c);
    }
    while (c.left >= 16)
        store<Word16>(c);
    if (c.left >= 8) store<Word8>(c);
    if (c.left >= 4) store<Word4>(c);
    if (c.left >= 2) store<Word2>(c);
    if (c.left >= 1) store<Word1>(c);
}

} // namespace polder
