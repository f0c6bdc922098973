// Closing an end; see close.h.
#include "conduits/reference/close.h"

#include "conduits/reference/reference.h"

namespace polder {

void conduit_close(Conduit *conduit) {
    reference_close(*conduit);
    conduit->table->close(*conduit);
}

} // namespace polder
