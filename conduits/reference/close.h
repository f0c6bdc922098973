// Closing an end whose table has reference versions: what opening made goes with it.
#pragma once

#include "conduits/conduit.h"

namespace polder {

void conduit_close(Conduit *conduit);

} // namespace polder
