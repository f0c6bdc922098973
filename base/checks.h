// Checks: which of the checks at run time that cost time a job is started with. The list of them is
// checks.def.
#pragma once

#include <cstddef>
#include <cstdint>

namespace polder {

enum class Check : unsigned {
#define POLDER_CHECK_KIND(name, text) name,
#include "base/checks.def"
#undef POLDER_CHECK_KIND
    count
};

// Names with commas or blanks between, as --check=KINDS and POLDER_CHECK have them; "all": each
// one. A bit for each check, from the first; false, and the word, if one is no check.
bool checks_parse(const char *list, std::uint32_t *checks, char *unknown, std::size_t size);
// "collectives, ..., all": for messages.
const char *check_names();

} // namespace polder
