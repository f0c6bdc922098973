// What the inlined calls of <polder/inline/here.h> know of this node.
#pragma once

namespace polder::start {

// Every process, once, behind generated_code_told and race_start, before its threads start.
void here_told();

} // namespace polder::start
