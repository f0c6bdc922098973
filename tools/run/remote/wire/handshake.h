// Handshake: before anything else travels on a connection between two upcruns, each shows the other
// that it holds the key of the job. The proof is a keyed hash over numbers that both have just
// drawn. The key itself never travels here: an agent gets it on the standard input of what starts
// it (or inherits it, on the same machine). Whoever answers wrongly is dropped without a word; so
// is what is not an answer at all.
//
//   first upcrun -> agent   Greeting: who we are, a random number
//   agent -> first upcrun   Answer: who we are, which node, where, a random number; proof over
//                           greeting and answer
//   first upcrun -> agent   Welcome: another proof over greeting and answer
#pragma once

#include "base/siphash.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace polder::run {

struct JobKey {
    unsigned char bytes[siphash_bytes];
};
JobKey key_draw(); // random; ends upcrun where the kernel gives none

// What both sides must agree on, so that an upcrun of another version is told apart from somebody
// else.
struct Identity {
    char magic[8];
    std::uint32_t byte_order;
    std::uint32_t protocol;
    std::uint32_t control_version;
    char version[20];
};
Identity own_identity();

struct Greeting {
    Identity identity;
    unsigned char number[siphash_bytes];
};
struct Answer {
    Identity identity;
    std::uint32_t node;
    std::uint32_t unused;
    std::uint64_t machine; // the same in all agents on one machine, also in its containers
    unsigned char number[siphash_bytes];
    unsigned char proof[siphash_bytes];
};
struct Welcome {
    std::uint32_t accepted; // 0: another version
    char version[20];
    unsigned char proof[siphash_bytes];
};

Greeting greeting_make();

enum class Verdict { stranger, other_version, accepted };
Verdict answer_judge(const JobKey &key, const Greeting &greeting, const Answer &answer);
Welcome welcome_make(const JobKey &key, const Greeting &greeting, const Answer &answer, bool accepted);

// The agent's side on a connected socket; blocks, but not for ever. On failure a text of why.
bool handshake_as_agent(int fd, const JobKey &key, std::uint32_t node, std::string *error);

} // namespace polder::run
