// Both sides of the handshake: greeting, answer, and the proofs in them.
#include "tools/run/remote/wire/handshake.h"
#include "base/log.h"
#include "runtime/core/job.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/random.h>
#include <sys/socket.h>

namespace polder::run {

namespace {

constexpr char magic[8] = {'p', 'o', 'l', 'd', 'e', 'r', 0x01, '\n'};
constexpr std::uint32_t protocol = 1;
constexpr std::uint32_t byte_order = 0x01020304;
constexpr int patience_s = 20;

void draw(unsigned char *bytes, std::size_t count) {
    if (getrandom(bytes, count, 0) == static_cast<ssize_t>(count)) return;
    log_error("no random numbers for the key of the job: %s", std::strerror(errno));
    std::exit(1);
}

// Hash over who proves and all that both have said so far. So no proof can be used as another, and
// nothing of an answer can be changed.
void prove(const JobKey &key, char who, const Greeting &greeting, const Answer &answer, unsigned char *proof) {
    constexpr std::size_t said = offsetof(Answer, proof);
    unsigned char message[1 + sizeof greeting + said];
    message[0] = static_cast<unsigned char>(who);
    std::memcpy(message + 1, &greeting, sizeof greeting);
    std::memcpy(message + 1 + sizeof greeting, &answer, said);
    siphash(key.bytes, message, sizeof message, proof);
}

bool ours(const Identity &identity) {
    return !std::memcmp(identity.magic, magic, sizeof magic) && identity.byte_order == byte_order;
}

bool receive_all(int fd, void *to, std::size_t size) {
    char *at = static_cast<char *>(to);
    while (size) {
        const ssize_t got = recv(fd, at, size, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

// Of this boot of this kernel.
std::uint64_t machine_number() {
    char text[64] = "";
    if (std::FILE *file = std::fopen("/proc/sys/kernel/random/boot_id", "re")) {
        if (!std::fgets(text, sizeof text, file)) text[0] = 0;
        std::fclose(file);
    }
    static const unsigned char no_key[siphash_bytes] = {};
    unsigned char hash[siphash_bytes];
    siphash(no_key, text, std::strlen(text), hash);
    std::uint64_t number;
    std::memcpy(&number, hash, sizeof number);
    return number;
}

} // namespace

JobKey key_draw() {
    JobKey key;
    draw(key.bytes, sizeof key.bytes);
    return key;
}

Identity own_identity() {
    Identity identity{};
    std::memcpy(identity.magic, magic, sizeof magic);
    identity.byte_order = byte_order;
    identity.protocol = protocol;
    identity.control_version = control_version;
    std::snprintf(identity.version, sizeof identity.version, "%s", POLDER_VERSION);
    return identity;
}

Greeting greeting_make() {
    Greeting greeting{own_identity(), {}};
    draw(greeting.number, sizeof greeting.number);
    return greeting;
}

Verdict answer_judge(const JobKey &key, const Greeting &greeting, const Answer &answer) {
    unsigned char proof[siphash_bytes];
    prove(key, 'a', greeting, answer, proof);
    if (!ours(answer.identity) || !siphash_same(proof, answer.proof)) return Verdict::stranger;
    const Identity &own = greeting.identity;
    return !std::memcmp(&own, &answer.identity, sizeof own) ? Verdict::accepted : Verdict::other_version;
}

Welcome welcome_make(const JobKey &key, const Greeting &greeting, const Answer &answer, bool accepted) {
    Welcome welcome{accepted, {}, {}};
    std::memcpy(welcome.version, greeting.identity.version, sizeof welcome.version);
    prove(key, 'r', greeting, answer, welcome.proof);
    return welcome;
}

bool handshake_as_agent(int fd, const JobKey &key, std::uint32_t node, std::string *error) {
    const timeval patience{patience_s, 0};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    Greeting greeting;
    Welcome welcome;
    if (!receive_all(fd, &greeting, sizeof greeting)) {
        *error = "the connection was closed";
        return false;
    }
    if (!ours(greeting.identity)) {
        *error = "what answers there is no upcrun";
        return false;
    }
    Answer answer{own_identity(), node, 0, machine_number(), {}, {}};
    draw(answer.number, sizeof answer.number);
    prove(key, 'a', greeting, answer, answer.proof);
    if (send(fd, &answer, sizeof answer, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof answer) ||
        !receive_all(fd, &welcome, sizeof welcome)) {
        *error = "upcrun there does not accept us";
        return false;
    }
    unsigned char proof[siphash_bytes];
    prove(key, 'r', greeting, answer, proof);
    if (!siphash_same(proof, welcome.proof)) {
        *error = "upcrun there does not hold the key of the job";
        return false;
    }
    return welcome.accepted != 0; // refused for the version: the other side has said it
}

} // namespace polder::run
