// SipHash-2-4 with a result of 128 bits: a keyed hash for short messages. Two ends show each other
// with it that they hold the key of a job. (J.-P. Aumasson, D. J. Bernstein: SipHash: a fast
// short-input PRF, 2012.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace polder {

inline constexpr std::size_t siphash_bytes = 16; // of key and result

namespace siphash_detail {

struct State {
    std::uint64_t v[4];

    static constexpr std::uint64_t turned(std::uint64_t x, int bits) { return x << bits | x >> (64 - bits); }
    void round() {
        v[0] += v[1];
        v[1] = turned(v[1], 13) ^ v[0];
        v[0] = turned(v[0], 32);
        v[2] += v[3];
        v[3] = turned(v[3], 16) ^ v[2];
        v[0] += v[3];
        v[3] = turned(v[3], 21) ^ v[0];
        v[2] += v[1];
        v[1] = turned(v[1], 17) ^ v[2];
        v[2] = turned(v[2], 32);
    }
    void absorb(std::uint64_t word) {
        v[3] ^= word;
        round();
        round();
        v[0] ^= word;
    }
    std::uint64_t squeeze() {
        for (int i = 0; i < 4; ++i)
            round();
        return v[0] ^ v[1] ^ v[2] ^ v[3];
    }
};

// Little-endian, as the definition says; at most 8 bytes.
inline std::uint64_t word_of(const unsigned char *bytes, std::size_t count) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < count; ++i)
        word |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    return word;
}

inline State begun(const unsigned char *key) {
    const std::uint64_t k0 = word_of(key, 8);
    const std::uint64_t k1 = word_of(key + 8, 8);
    return {{k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du, k0 ^ 0x6c7967656e657261u, k1 ^ 0x7465646279746573u}};
}

} // namespace siphash_detail

inline void siphash(const unsigned char *key, const void *message, std::size_t size, unsigned char *result) {
    using namespace siphash_detail;
    const unsigned char *bytes = static_cast<const unsigned char *>(message);
    State state = begun(key);
    state.v[1] ^= 0xee;
    std::size_t at = 0;
    for (; at + 8 <= size; at += 8)
        state.absorb(word_of(bytes + at, 8));
    state.absorb(word_of(bytes + at, size - at) | static_cast<std::uint64_t>(size) << 56);
    state.v[2] ^= 0xee;
    const std::uint64_t low = state.squeeze();
    state.v[1] ^= 0xdd;
    const std::uint64_t halves[] = {low, state.squeeze()};
    for (std::size_t i = 0; i < siphash_bytes; ++i)
        result[i] = static_cast<unsigned char>(halves[i / 8] >> (8 * (i % 8)));
}

// In a time that does not depend on where they differ.
inline bool siphash_same(const unsigned char *one, const unsigned char *other) {
    unsigned char difference = 0;
    for (std::size_t i = 0; i < siphash_bytes; ++i)
        difference = static_cast<unsigned char>(difference | (one[i] ^ other[i]));
    return difference == 0;
}

} // namespace polder
