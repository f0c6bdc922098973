// A message on the wire: class, kind, number of words, five bytes of nothing, then the words.
#include "runtime/rpc/one_way.h"

#include "runtime/core/job.h"
#include "runtime/net/net.h"

#include <cstring>

namespace polder::rpc {
namespace {

struct Kind {
    unsigned least;
    void (*take)(const OneWay &message);
};
Kind kinds[static_cast<unsigned>(OneWayKind::count)];

struct Wire {
    std::uint8_t net_class;
    std::uint8_t kind;
    std::uint8_t count;
    std::uint8_t unused[5];
    std::uint64_t words[one_way_words];
};

void deliver(const ConduitMessage &message) {
    one_way_deliver(message.from, message);
}

void carry(unsigned node, const ConduitMessage &message) {
    net::net_send_queued(node, message);
}

} // namespace

void (*one_way_carrier)(unsigned, const ConduitMessage &) = carry;

void one_way_register(OneWayKind kind, unsigned least, void (*take)(const OneWay &message)) {
    kinds[static_cast<unsigned>(kind)] = {least, take};
}

void one_way_send(unsigned node, OneWayKind kind, const std::uint64_t *words, unsigned count, const void *payload,
                  std::size_t payload_bytes) {
    Wire wire = {static_cast<std::uint8_t>(net::NetClass::sync),
                 static_cast<std::uint8_t>(kind),
                 static_cast<std::uint8_t>(count),
                 {},
                 {}};
    std::memcpy(wire.words, words, count * sizeof *words);
    one_way_carrier(node, {&wire, offsetof(Wire, words) + count * sizeof *words, payload, payload_bytes});
}

// What does not fit is somebody else's: dropped.
void one_way_deliver(unsigned from, const ConduitMessage &message) {
    const std::size_t bytes = message.header_bytes;
    Wire wire;
    if (bytes < offsetof(Wire, words) || bytes > sizeof wire || from >= nodes() || from == mynode()) return;
    std::memcpy(&wire, message.header, bytes);
    if (wire.count > one_way_words || bytes != offsetof(Wire, words) + wire.count * sizeof wire.words[0]) return;
    if (wire.kind >= static_cast<unsigned>(OneWayKind::count)) return;
    const Kind &kind = kinds[wire.kind];
    if (kind.take && wire.count >= kind.least)
        kind.take({from, wire.words, wire.count, message.payload, message.payload_bytes});
}

void one_way_start() {
    net::net_register(net::NetClass::sync, deliver);
}

} // namespace polder::rpc
