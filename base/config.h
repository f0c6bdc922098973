// Settings: what launcher and runtime take from the environment and the command line. The list is
// config.def. Precedence: command line, environment, default. A malformed value is reported once,
// by name, and the default holds. The runtime part uses the C library only.
#pragma once

#include <cstdint>
#include <cstdio>

namespace polder {

enum class Setting : unsigned {
#define POLDER_SETTING(name, variable, fallback, kind, text) name,
#include "base/config.def"
#undef POLDER_SETTING
    count
};

enum class SettingSource { standard, environment, command_line };

const char *setting_text(Setting setting); // never null
SettingSource setting_source(Setting setting);
const char *setting_variable(Setting setting);

// Numbers, flags (0 or 1), sizes in bytes, seconds; an empty text is `fallback`.
std::uint64_t setting_number(Setting setting, std::uint64_t fallback = 0);
double setting_seconds(Setting setting);

// Value from the command line; text must stay valid. Not put into the environment: jobs that the
// program starts are not meant.
void setting_override(Setting setting, const char *text);

// Parses "64", "512k", "1.5g"; false if text is not a size or overflows. A fraction needs a unit
// and is rounded down to a byte.
bool parse_size(const char *text, std::uint64_t *bytes);

// One line a variable: name, value, source, default, meaning. Under titles; what only tests set
// stands last.
void settings_print(std::FILE *out);

} // namespace polder
