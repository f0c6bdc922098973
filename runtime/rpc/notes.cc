// A note on the wire: class, kind, number of words, five bytes of nothing, then the words.
#include "runtime/rpc/one_way.h"

#include "runtime/core/job.h"
#include "runtime/net/net.h"

#include <cstring>

namespace polder {
namespace {

struct Kind {
    unsigned least;
    void (*take)(const Note &note);
};
Kind kinds[static_cast<unsigned>(NoteKind::count)];

struct Wire {
    std::uint8_t net_class, kind, count, unused[5];
    std::uint64_t words[note_words];
};

void deliver(const ConduitMessage &message) {
    note_deliver(message.from, message);
}

void carry(unsigned node, const ConduitMessage &message) {
    net_send_kept(node, message);
}

} // namespace

void (*note_carrier)(unsigned, const ConduitMessage &) = carry;

void note_register(NoteKind kind, unsigned least, void (*take)(const Note &note)) {
    kinds[static_cast<unsigned>(kind)] = {least, take};
}

void note_send(unsigned node, NoteKind kind, const std::uint64_t *words, unsigned count, const void *payload,
               std::size_t payload_bytes) {
    Wire wire = {static_cast<std::uint8_t>(NetClass::sync),
                 static_cast<std::uint8_t>(kind),
                 static_cast<std::uint8_t>(count),
                 {},
                 {}};
    std::memcpy(wire.words, words, count * sizeof *words);
    note_carrier(node, {&wire, offsetof(Wire, words) + count * sizeof *words, payload, payload_bytes});
}

// What does not fit is somebody else's: dropped.
void note_deliver(unsigned from, const ConduitMessage &message) {
    const std::size_t bytes = message.header_bytes;
    Wire wire;
    if (bytes < offsetof(Wire, words) || bytes > sizeof wire || from >= nodes() || from == mynode()) return;
    std::memcpy(&wire, message.header, bytes);
    if (wire.count > note_words || bytes != offsetof(Wire, words) + wire.count * sizeof wire.words[0]) return;
    if (wire.kind >= static_cast<unsigned>(NoteKind::count)) return;
    const Kind &kind = kinds[wire.kind];
    if (kind.take && wire.count >= kind.least)
        kind.take({from, wire.words, wire.count, message.payload, message.payload_bytes});
}

void notes_start() {
    net_register(NetClass::sync, deliver);
}

} // namespace polder
