// SipHash-2-4-128 against the vectors of its authors (key 00 01 .. 0f, message 00 01 .. n-1), and
// comparing.
#include "base/siphash.h"

#include <gtest/gtest.h>

namespace {

using namespace polder;

void expect_hash(std::size_t size, const unsigned char (&wanted)[16]) {
    unsigned char key[16], message[64], result[16];
    for (unsigned char i = 0; i < 16; ++i)
        key[i] = i;
    for (unsigned char i = 0; i < 64; ++i)
        message[i] = i;
    siphash(key, message, size, result);
    for (int i = 0; i < 16; ++i)
        EXPECT_EQ(result[i], wanted[i]) << "byte " << i << " of the hash of " << size << " bytes";
    EXPECT_TRUE(siphash_same(result, wanted));
    result[15] ^= 0x80;
    EXPECT_FALSE(siphash_same(result, wanted));
}

TEST(Siphash, Vectors) {
    expect_hash(0, {0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6, 0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55, 0x02, 0x93});
    expect_hash(1, {0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44, 0x34, 0x76, 0x59, 0x11, 0x9b, 0x22, 0xfc, 0x45});
}

} // namespace
