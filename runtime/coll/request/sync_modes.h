// Synchronisation modes: when a collective operation may touch data (UPC 1.3, 7.3.3), and how the
// stack in shared lines meets them.
//
//    mode      IN: data may be touched            OUT: the caller leaves
//    NOSYNC    at once                            when its own part is done
//    MYSYNC    once its owner has entered         when all that touches the caller's data is done
//    ALLSYNC   after a meeting                    after a meeting
// For IN_MYSYNC each member posts `entered`, and awaits the posts of those whose data it touches.
// For OUT_MYSYNC it awaits `done` or `landed` of those members, if there are any.
//
// OUT_ALLSYNC waits for every member's part, hence for its entering. So IN_MYSYNC with OUT_ALLSYNC
// is treated as IN_ALLSYNC, which nobody can tell from outside.
#pragma once

#include <upc_types.h>

namespace polder::coll {

enum class Sync : unsigned char { none, mine, all };

struct SyncModes {
    Sync in = Sync::all;
    Sync out = Sync::all;
};

// A side without a flag is `all`; of several flags for one side the strictest holds.
constexpr SyncModes sync_modes(upc_flag_t flags) {
    const auto side = [flags](upc_flag_t all, upc_flag_t mine, upc_flag_t none) {
        if (flags & all) return Sync::all;
        if (flags & mine) return Sync::mine;
        return flags & none ? Sync::none : Sync::all;
    };
    SyncModes modes{side(UPC_IN_ALLSYNC, UPC_IN_MYSYNC, UPC_IN_NOSYNC),
                    side(UPC_OUT_ALLSYNC, UPC_OUT_MYSYNC, UPC_OUT_NOSYNC)};
    if (modes.in == Sync::mine && modes.out == Sync::all) modes.in = Sync::all;
    return modes;
}

} // namespace polder::coll
