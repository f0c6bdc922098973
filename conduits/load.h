// Load: finds the table of a conduit, in this library or in a plugin. open.h is for users.
#pragma once

#include "conduits/open.h"

namespace polder {

// null, and a text, if there is none.
const ConduitTable *conduit_table(const char *name, const char *folder, char *error, std::size_t error_size);

} // namespace polder
