// Options that users of Berkeley's upcrun type. Those whose meaning is clear here are obeyed. Those
// that only tune Berkeley's network layer are accepted. The rest end with a message that says what
// upcrun has in their place.
#pragma once

#include "tools/run/cli/options.h"

#include <string_view>
#include <vector>

namespace polder::run {

// Looks at argv[*at]; if it is such an option, obeys it, moves *at to its last word and returns
// true.
bool other_launcher_option(char **argv, int *at, Options &options);

// Their names without dashes, for suggestions: those that upcrun obeys or accepts.
void other_launcher_names(std::vector<std::string_view> &names);

} // namespace polder::run
