// Proof: how an end shows that it holds the key of the job, without sending the key. The proof of
// an end for a node is a keyed hash (SipHash-2-4, made for short inputs and secret keys) of both.
// Nobody without the key can compute one, and an end's proof for one node says nothing about those
// for others. Whoever can read the wire sees proofs; against such readers the fabric must encrypt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace polder {

inline constexpr std::size_t conduit_job_key_bytes = 16;

class SipHash {
public:
    explicit SipHash(const unsigned char *key) {
        std::uint64_t k[2];
        std::memcpy(k, key, sizeof k);
        v_[0] = k[0] ^ 0x736f6d6570736575;
        v_[1] = k[1] ^ 0x646f72616e646f6d;
        v_[2] = k[0] ^ 0x6c7967656e657261;
        v_[3] = k[1] ^ 0x7465646279746573;
    }
    void add(std::uint64_t word) {
        v_[3] ^= word;
        round();
        round();
        v_[0] ^= word;
        words_ += 1;
    }
    std::uint64_t finish() {
        add(words_ * 8 << 56);
        v_[2] ^= 0xff;
        round();
        round();
        round();
        round();
        return v_[0] ^ v_[1] ^ v_[2] ^ v_[3];
    }

private:
    static std::uint64_t turn(std::uint64_t x, int by) { return x << by | x >> (64 - by); }
    void round() {
        v_[0] += v_[1];
        v_[1] = turn(v_[1], 13) ^ v_[0];
        v_[0] = turn(v_[0], 32);
        v_[2] += v_[3];
        v_[3] = turn(v_[3], 16) ^ v_[2];
        v_[0] += v_[3];
        v_[3] = turn(v_[3], 21) ^ v_[0];
        v_[2] += v_[1];
        v_[1] = turn(v_[1], 17) ^ v_[2];
        v_[2] = turn(v_[2], 32);
    }
    std::uint64_t v_[4];
    std::uint64_t words_ = 0;
};

inline std::uint64_t conduit_tag(const unsigned char *key, std::uint32_t from, std::uint64_t end, std::uint32_t to) {
    SipHash hash(key);
    hash.add(static_cast<std::uint64_t>(from) << 32 | to);
    hash.add(end);
    return hash.finish();
}

} // namespace polder
