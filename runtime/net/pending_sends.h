// Pending sends: answers the conduit would not take when they were given. They wait in order, a
// list for each peer that has some; every poll tries the first of each. Bounded by what others may
// ask before they are answered.
#pragma once

#include "runtime/net/net.h"

namespace polder::net {

// Tries to send what is pending; how many went. One thread at a time (the gate of net_poll).
unsigned pending_sends_retry();

} // namespace polder::net
