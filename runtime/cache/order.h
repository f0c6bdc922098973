// The order of a thread's accesses to other nodes. The cache holds those it has collected
// (cache.h), the pool of puts those under way (put/put_pool.h); other accesses go past both. Strict
// operations use this by runtime/fence/strict.h.
//
// Accesses of one thread to the same bytes happen in program order. The conduit keeps that order
// (caps.ordered), or the access waits for the puts it overlaps (far_order).
// No function here may be called in a handler of messages, as each may poll.
#pragma once

#include "conduits/conduit.h"

#include <polder/abi.h>

#include <cstddef>

namespace polder::cache {

// Returns when all puts that the calling UPC thread has made so far are visible where they went.
void far_fence();
// The same for the puts to one node.
void far_flush(NodeNumber node);
// far_fence in two steps, for a caller that has something to ask in between. The first one sends
// what is pending and makes what was read invalid; the second one waits for the puts.
void far_fence_begin();
void far_fence_end();

// Before another path than the cache touches these bytes. What the thread has written there by the
// cache goes out. Where the conduit keeps no order, puts that are under way there are waited for.
// writes: the cache's copies of these bytes become invalid.
void far_order(polder_ga at, std::size_t bytes, bool writes);

} // namespace polder::cache
