// Hooks: conduits around a conduit. A hook has the table of a conduit. It forwards calls, those it
// does not change by `forward` below. POLDER_HOOKS chooses hooks, outermost first, each with
// arguments after colons: "stats,delay:20us:1us,fault:again=0.1".
//   trace          a line on standard error for each call that starts something
//   stats          counts operations and bytes by kind and peer: conduit_stats
//   delay:L[:C[:T[:K]]]
//                  operations and messages start L later, and the caller is held C for each.
//                  Each node is busy T with every one that reaches it, and K for each 1024 bytes,
//                  and does one at a time (link.h). Units are ns, us, ms, s; plain numbers: ns
//   fault:X=R+Y=S  again=R (starts are refused), fail=R (operations fail). R is a rate from 0 to 1,
//                  or /N for every Nth. lose=P@N: peer P is lost at the Nth start. Nothing is lost
//                  or doubled in silence
//   endpoint:C     each start takes the end C, under a lock where several threads may call
//   reference      (innermost in effect, wherever it stands) the reference versions instead of what
//                  the conduit has itself
#pragma once

#include "conduits/conduit.h"
#include "conduits/reference/close.h"

namespace polder {

struct HookEnd : Conduit {
    Conduit *inner;
    ConduitOptions options;
    ConduitTable own;
};

inline HookEnd &hook(Conduit &conduit) {
    return static_cast<HookEnd &>(conduit);
}
inline Conduit &inner(Conduit &conduit) {
    return *hook(conduit).inner;
}

// Fills in the table that forwards everything, and close, which frees the end.
void hook_prepare(HookEnd &end, Conduit *inner, const ConduitOptions &options);

// Each takes an open conduit, and on failure leaves it as it is. arguments: after the first colon,
// "" if none.
Status hook_trace(Conduit *inner, const ConduitOptions &options, const char *arguments, Conduit **made);
Status hook_stats(Conduit *inner, const ConduitOptions &options, const char *arguments, Conduit **made);
Status hook_delay(Conduit *inner, const ConduitOptions &options, const char *arguments, Conduit **made);
Status hook_fault(Conduit *inner, const ConduitOptions &options, const char *arguments, Conduit **made);
Status hook_endpoint(Conduit *inner, const ConduitOptions &options, const char *arguments, Conduit **made);

// A time with a unit, up to a colon, which is skipped, or the end. False: it is none.
bool hook_time(const char **text, std::int64_t *ns);

// Wraps `conduit` in all hooks of the list. bad_argument, and a text, if one is unknown.
Status hooks_wrap(const char *list, const ConduitOptions &options, Conduit **conduit, char *error,
                  std::size_t error_size);
bool hooks_name(const char *list, const char *name); // is it in the list?

} // namespace polder
