// The hash of identifiers. The lexer reads eight bytes at a time and may look past the end (Source
// pads its text); other callers have exact strings. Both must give the same value.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace polder::cc {

inline uint32_t hash_finish(uint64_t h) {
    return static_cast<uint32_t>((h * 0x9e3779b97f4a7c15ULL) >> 32);
}

inline uint64_t hash_mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0xff51afd7ed558ccdULL;
    return h ^ (h >> 32);
}

/// `text` must be readable for 7 bytes past its end.
inline uint32_t hash_padded(const char *text, size_t length) {
    uint64_t h = length;
    uint64_t word;
    for (; length >= 8; text += 8, length -= 8) {
        std::memcpy(&word, text, 8);
        h = hash_mix(h, word);
    }
    if (length) {
        std::memcpy(&word, text, 8);
        h = hash_mix(h, word & (~0ULL >> (64 - 8 * length)));
    }
    return hash_finish(h);
}

inline uint32_t hash_exact(std::string_view text) {
    uint64_t h = text.size();
    uint64_t word;
    size_t at = 0;
    for (; text.size() - at >= 8; at += 8) {
        std::memcpy(&word, text.data() + at, 8);
        h = hash_mix(h, word);
    }
    if (at < text.size()) {
        word = 0;
        std::memcpy(&word, text.data() + at, text.size() - at);
        h = hash_mix(h, word);
    }
    return hash_finish(h);
}

} // namespace polder::cc
