// Extents: where the conduit registers memory only once it is there, keys come with the first
// access. This file's functions are what net gives the conduit for that, and what it asks before a
// transfer (net_target in net.h). The memory of this node is in runtime/directory/heap_extents.h,
// what is known of others in runtime/directory/address_cache.h.
#pragma once

#include "conduits/conduit.h"

namespace polder::net {

void extents_prepare(ConduitOptions *options); // before the end is opened
void extents_open();                           // after that
void extents_close();                          // before the end is closed

} // namespace polder::net
