// Sync modes: when a collective operation may touch data (UPC 1.3, 7.3.3), and how the modes are
// met.
//
//   in   none at once mine data of a member that has entered: `entered` is posted by all and
//        awaited for each member whose data the
//               caller touches
//        all    after a meeting
//   out  none the caller leaves when its own part is done mine when all that touches the caller's
//        data is done: `done` or `landed` of those who do, where there are any all after a meeting
// One simplification changes nothing that can be seen: out = all waits for every member's part,
// hence for its entering, so in = mine is then as good as in = all.
#pragma once

#include <upc_types.h>

namespace polder::coll {

enum class Sync : unsigned char { none, mine, all };

struct SyncModes {
    Sync in = Sync::all, out = Sync::all;
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
