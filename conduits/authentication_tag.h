// Proof: how an end shows that it holds the key of the job, without sending the key. The proof of
// an end for a node is a keyed hash of the end and the node. The hash is SipHash-2-4, which is made
// for short inputs and secret keys.
//
// Nobody without the key can compute one, and an end's proof for one node says nothing about those
// for others. Whoever can read the wire sees proofs; against such readers the fabric must encrypt.
#pragma once

#include "base/siphash.h"

#include <cstddef>
#include <cstdint>

namespace polder {

inline constexpr std::size_t conduit_job_key_bytes = 16;

class SipHash {
public:
    explicit SipHash(const unsigned char *key) : state_(siphash_detail::begun(key)) {}
    void add(std::uint64_t word) {
        state_.absorb(word);
        words_ += 1;
    }
    std::uint64_t finish() {
        add(words_ * 8 << 56);
        state_.v[2] ^= 0xff;
        return state_.squeeze();
    }

private:
    siphash_detail::State state_;
    std::uint64_t words_ = 0;
};

inline std::uint64_t conduit_tag(const unsigned char *key, std::uint32_t from, std::uint64_t end, std::uint32_t to) {
    SipHash hash(key);
    hash.add(static_cast<std::uint64_t>(from) << 32 | to);
    hash.add(end);
    return hash.finish();
}

} // namespace polder
