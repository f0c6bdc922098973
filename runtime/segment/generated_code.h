// Generated code is told where memory lies (generated_code.cc).
#pragma once

namespace polder {

// Every process, once, after segment_attach and before its threads start.
void generated_code_told();

} // namespace polder
