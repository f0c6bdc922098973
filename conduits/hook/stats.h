// What the hook `stats` has counted: of one peer, or of all.
#pragma once

#include "conduits/conduit.h"

namespace polder {

enum class ConduitKind : unsigned { put, get, put_inline, put_signal, atomic, message, count };

struct ConduitStats {
    struct {
        std::uint64_t started;
        std::uint64_t bytes;
        std::uint64_t refused; // answered `again`
    } of[static_cast<unsigned>(ConduitKind::count)];
    const auto &operator[](ConduitKind kind) const { return of[static_cast<unsigned>(kind)]; }
};

inline constexpr NodeNumber every_peer = ~NodeNumber{0};

// Of a conduit that conduit_open returned; false if `stats` is not among its hooks.
bool conduit_stats(Conduit &conduit, NodeNumber peer, ConduitStats *stats);
void conduit_stats_reset(Conduit &conduit);

} // namespace polder
