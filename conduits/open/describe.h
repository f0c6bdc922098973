// What an end of a network is, in lines for people: polder info, upcrun --show and the statistics
// of a job print them.
//
// Vocabulary. A *mode* says how memory of other nodes is reached:
//   normal     by transfers of the provider; memory is registered at the start
//   allocated  by transfers of the provider, which registers memory only once it is there
//   messages   by messages, as the provider has no transfers that can be used
#pragma once

#include "conduits/conduit.h"

namespace polder {

inline constexpr unsigned conduit_text_bytes = 800;

const char *conduit_mode_name(const ConduitCaps &caps);

// Which fabric and why; which mode and why. A line each.
void conduit_describe(const ConduitCaps &caps, char *text, std::size_t size);

// The same of an end that is opened as the settings say, and closed again. Where that fails, a line
// that says so. `one_machine`: as in ConduitOptions.
void conduit_describe_here(bool one_machine, char *text, std::size_t size);

} // namespace polder
